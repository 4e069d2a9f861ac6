// SPDX-License-Identifier: MIT

import Testing

@testable import NEARVault

/// The two algorithms of the sealed file against answers of other implementations.
@Suite struct KnownAnswerTests {
    /// One answer of `argon2 <salt> -id -t <passes> -k <KiB> -p 1 -r`.
    struct Argon2idAnswer: Sendable {
        let passphrase: String
        let salt: String
        let cost: KeyDerivationCost
        let answer: String
    }

    // From the reference implementation's program (Debian's argon2 20171227). RFC 9106's own example has four lanes, a
    // key and associated data, which libsodium's function doesn't take.
    static let argon2idAnswers = [
        Argon2idAnswer(
            passphrase: "password", salt: "sixteen-byte-slt", cost: KeyDerivationCost(passes: 3, kibibytes: 65_536),
            answer: "3a038a016fc9b27b35be8a254e22dc067b86573c978e56e8f19a710d719d8f6c"),
        Argon2idAnswer(
            passphrase: "correct horse battery staple", salt: "NEAR-vault-salt!",
            cost: KeyDerivationCost(passes: 4, kibibytes: 1_024),
            answer: "46f79517841337ceccbeb37493b6b71709e685f8027e63d1ef826f2c9291cd15"),
        Argon2idAnswer(
            passphrase: "é\0x", salt: "0123456789abcdef", cost: KeyDerivationCost(passes: 3, kibibytes: 1_024),
            answer: "096906a843c67c6b015354535f0313fef710d1b022e47d161e191d718c95fff48116379ce97703694089c2155dd96350"),
    ]

    @Test(arguments: argon2idAnswers) func argon2id(_ vector: Argon2idAnswer) throws {
        let passphrase = secret(Array(vector.passphrase.utf8))
        let key = try Argon2id.derive(
            vector.answer.utf8.count / 2, from: passphrase, salt: Array(vector.salt.utf8), cost: vector.cost)
        #expect(hex(key) == vector.answer)
    }

    /// draft-irtf-cfrg-xchacha-03, A.3.1.
    @Test func xchacha20Poly1305() throws {
        let text =
            "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would "
            + "be it."
        let key = secret([UInt8](0x80...0x9f))
        let nonce = [UInt8](0x40...0x57)
        let additional: [UInt8] = [0x50, 0x51, 0x52, 0x53, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7]
        let sealed = XChaCha20Poly1305.seal(secret(Array(text.utf8)), key: key, nonce: nonce, additional: additional)
        #expect(
            hex(secret(sealed))
                == "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39"
                + "ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9"
                + "21f9664c97637da9768812f615c68b13b52e"
                + "c0875924c1c7987947deafd8780acf49")
        let opened = XChaCha20Poly1305.open(sealed, key: key, nonce: nonce, additional: additional)
        #expect(opened == secret(Array(text.utf8)))
        #expect(XChaCha20Poly1305.open(sealed, key: key, nonce: nonce, additional: []) == nil)
    }

    /// Memory that can't be had is an error, and not a key of zeros.
    @Test func argon2idWithoutMemoryFails() {
        let cost = KeyDerivationCost(passes: 1, kibibytes: UInt32.max)
        #expect(throws: VaultError.noMemory(mebibytes: 4_194_303)) {
            try Argon2id.derive(
                32, from: secret([1]), salt: [UInt8](repeating: 0, count: SealingKey.saltCount), cost: cost)
        }
    }
}

/// Guarded bytes of an array.
func secret(_ bytes: [UInt8]) -> SecretBytes { bytes.withUnsafeBytes { SecretBytes(copying: $0) } }

/// The bytes as lower-case hexadecimal digits.
func hex(_ secret: SecretBytes) -> String {
    secret.withUnsafeBytes { $0.map { (($0 < 16 ? "0" : "") + String($0, radix: 16)) }.joined() }
}
