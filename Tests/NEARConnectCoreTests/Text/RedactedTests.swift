// SPDX-License-Identifier: MIT

import NEARPrimitives
import SafeText
import Testing

/// Texts of logs, without secrets.
@Suite struct RedactedTests {
    @Test func secretKeysAreTakenOut() throws {
        let secret = try SecretKey.generate()
        let text = "a \(secret.exposedText()), b \(secret.publicKey) and \(secret.exposedText())"
        #expect(Redacted.text(text) == "a ed25519:…, b \(secret.publicKey) and ed25519:…")
        let other = try SecretKey(keyType: .secp256k1, seed: [UInt8](repeating: 7, count: 32))
        #expect(Redacted.text("\(other.exposedText()) \(other.publicKey)") == "secp256k1:… \(other.publicKey)")
        #expect(Redacted.text("ed25519: none, secp256k1:") == "ed25519: none, secp256k1:")
    }
}
