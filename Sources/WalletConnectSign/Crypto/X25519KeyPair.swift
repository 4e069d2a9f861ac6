// SPDX-License-Identifier: MIT

internal import CSodium
package import GuardedMemory
internal import NEARPrimitives

/// A key pair of X25519 (RFC 7748), with which two peers agree on a session's key.
package struct X25519KeyPair: Sendable {
    package static let keyCount = 32

    package let secret: SecretBytes
    /// The 32 bytes that the peer is sent.
    package let publicKey: [UInt8]

    /// Makes a new pair.
    ///
    /// - Returns: `nil` if libsodium fails.
    package static func make() -> X25519KeyPair? { X25519KeyPair(secret: .random(count: keyCount)) }

    /// Makes the pair of a secret half; `nil` where that has another length.
    package init?(secret: SecretBytes) {
        guard Sodium.isReady, secret.count == Self.keyCount else { return nil }
        var publicKey = [UInt8](repeating: 0, count: Self.keyCount)
        guard secret.withBytes({ crypto_scalarmult_base(&publicKey, $0) }) == 0 else { return nil }
        self.secret = secret
        self.publicKey = publicKey
    }

    /// Agrees with the peer on the key that encrypts a session: HKDF-SHA256 of the shared secret, no salt, no info.
    ///
    /// - Returns: `nil` for a public key that leads to no secret, such as one of a small order.
    package func sessionKey(with publicKey: [UInt8]) -> SecretBytes? {
        guard publicKey.count == Self.keyCount else { return nil }
        var shared = [UInt8](repeating: 0, count: Self.keyCount)
        defer { shared.wipe() }
        guard secret.withBytes({ crypto_scalarmult(&shared, $0, publicKey) }) == 0 else { return nil }
        return HKDF.key(of: shared)
    }
}

/// HKDF with SHA-256 (RFC 5869), for 32 bytes without salt and info.
enum HKDF {
    private static let hashCount = 32

    /// Derives 32 bytes of a secret of 32 bytes.
    static func key(of secret: [UInt8]) -> SecretBytes? {
        guard Sodium.isReady else { return nil }
        var pseudorandom = [UInt8](repeating: 0, count: hashCount)
        var output = pseudorandom
        defer { pseudorandom.wipe() }
        let noSalt = [UInt8](repeating: 0, count: hashCount)
        guard crypto_auth_hmacsha256(&pseudorandom, secret, UInt64(secret.count), noSalt) == 0,
            crypto_auth_hmacsha256(&output, [1], 1, pseudorandom) == 0
        else { return nil }
        return SecretBytes(moving: &output)
    }
}
