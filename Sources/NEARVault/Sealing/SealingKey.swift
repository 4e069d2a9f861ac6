// SPDX-License-Identifier: MIT

internal import CSodium

/// The key of a sealed file, and the value by which a passphrase is checked.
///
/// Argon2id makes 32 bytes from passphrase and salt; BLAKE2b (`crypto_kdf`) makes two independent values of them. The
/// check value stands in the file's header. It lets whoever has the file test a guess at the passphrase, at the full
/// cost of Argon2id for each guess. The sealed content's tag allows the same at the same cost, so the check value
/// gives nothing away that the file doesn't give away without it.
struct SealingKey: Sendable {
    static let saltCount = Int(crypto_pwhash_argon2id_SALTBYTES)
    static let checkCount = 16
    private static let keyCount = 32

    /// The salt from which the key was made.
    let salt: [UInt8]
    /// The work that was done for it.
    let cost: KeyDerivationCost
    /// The public value that is equal for equal keys.
    let check: [UInt8]
    /// The key of XChaCha20-Poly1305.
    let key: SecretBytes

    /// Makes a key from a passphrase.
    ///
    /// It takes as long as `cost` says: call it on a thread that may wait.
    ///
    /// - Throws: ``VaultError/noMemory(mebibytes:)``.
    init(passphrase: SecretBytes, salt: [UInt8], cost: KeyDerivationCost) throws(VaultError) {
        let master = try Argon2id.derive(Self.keyCount, from: passphrase, salt: salt, cost: cost)
        key = Self.part(1, of: master)
        var check = [UInt8](repeating: 0, count: Self.checkCount)
        Self.part(2, of: master).withUnsafeBytes { check = Array($0.prefix(Self.checkCount)) }
        self.check = check
        self.salt = salt
        self.cost = cost
    }

    private static func part(_ number: UInt64, of master: SecretBytes) -> SecretBytes {
        SecretBytes(count: keyCount) { part in
            let memory = part.bytes
            let context = "vaultkey".utf8.map { CChar($0) }
            let status = withWipedStack {
                master.withBytes { crypto_kdf_derive_from_key(memory, keyCount, number, context, $0) }
            }
            precondition(status == 0, "libsodium refused lengths that are constant")
        }
    }
}

/// Argon2id by libsodium, version 1.3 on one lane.
enum Argon2id {
    /// Makes `count` bytes from a passphrase.
    ///
    /// - Throws: ``VaultError/noMemory(mebibytes:)``, the only way in which libsodium fails with such lengths.
    static func derive(
        _ count: Int, from passphrase: SecretBytes, salt: [UInt8], cost: KeyDerivationCost
    ) throws(VaultError) -> SecretBytes {
        precondition(salt.count == SealingKey.saltCount, "the salt has another length")
        return try SecretBytes(count: count) { output throws(VaultError) in
            let output = output.bytes
            let status = withWipedStack {
                passphrase.withBytes { text in
                    text.withMemoryRebound(to: CChar.self, capacity: passphrase.count) { text in
                        crypto_pwhash_argon2id(
                            output, UInt64(count), text, UInt64(passphrase.count), salt, UInt64(cost.passes),
                            Int(cost.kibibytes) << 10, crypto_pwhash_argon2id_ALG_ARGON2ID13)
                    }
                }
            }
            guard status == 0 else { throw .noMemory(mebibytes: Int(cost.kibibytes >> 10)) }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The start, as the type that libsodium takes.
    var bytes: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}

extension UnsafeMutableRawBufferPointer {
    /// The start of a secret's memory, which always has one, as the type that libsodium takes.
    var bytes: UnsafeMutablePointer<UInt8> {
        guard let baseAddress else { preconditionFailure("a secret without memory") }
        return baseAddress.assumingMemoryBound(to: UInt8.self)
    }
}
