// SPDX-License-Identifier: MIT

internal import CSodium
internal import GuardedMemory
public import NEARShares

/// A public key that a share is sealed to, for one delivery (X25519).
public struct BoxPublicKey: Hashable, Sendable {
    /// The number of bytes.
    public static let byteCount = Int(crypto_box_PUBLICKEYBYTES)

    /// The bytes.
    public let bytes: [UInt8]

    /// Takes 32 bytes; `nil` for another number of them.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Seals bytes; `nil` for a key that is none.
    func seal(_ secret: SecretBytes) -> [UInt8]? {
        var sealed = [UInt8](repeating: 0, count: secret.count + crypto_box_sealbytes())
        let isSealed = withWipedStack {
            secret.withBytes { bytes in
                Sodium.isReady && crypto_box_seal(&sealed, bytes, UInt64(secret.count), self.bytes) == 0
            }
        }
        return isSealed ? sealed : nil
    }
}

/// A share sealed to a public key, so that nothing on its way has it (libsodium's `crypto_box_seal`).
///
/// Nothing says who sealed it: the share is compared with its set.
public struct SealedShare: Hashable, Sendable {
    /// The number of bytes.
    public static let byteCount = KeyShare.byteCount + crypto_box_sealbytes()

    /// The bytes.
    public let bytes: [UInt8]

    /// Takes the bytes of a sealed share; `nil` for another number of them.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Seals a share; `nil` for a key that is none.
    public init?(_ share: KeyShare, to key: BoxPublicKey) {
        guard let sealed = key.seal(share.packed) else { return nil }
        bytes = sealed
    }
}

/// A pair of keys to which shares are sealed.
public struct BoxKey: Sendable {
    /// The public half.
    public let publicKey: BoxPublicKey
    private let secret: SecretBytes

    /// Makes a new pair.
    public init() {
        precondition(Sodium.isReady, "libsodium can't be initialized")
        var bytes = [UInt8](repeating: 0, count: BoxPublicKey.byteCount)
        secret = SecretBytes(count: Int(crypto_box_SECRETKEYBYTES)) { memory in
            if let start = memory.baseAddress?.assumingMemoryBound(to: UInt8.self) { crypto_box_keypair(&bytes, start) }
        }
        guard let key = BoxPublicKey(bytes: bytes) else { preconditionFailure("a box key has 32 bytes") }
        publicKey = key
    }

    /// Opens a sealed share; `nil` for one that was sealed to another key or changed.
    ///
    /// - Throws: `KeyShareError` for bytes that aren't a share.
    public func open(_ sealed: SealedShare) throws(KeyShareError) -> KeyShare? {
        guard let packed = open(sealed.bytes) else { return nil }
        return try KeyShare(packed: packed)
    }

    /// Opens sealed bytes; `nil` for what was sealed to another key or changed.
    func open(_ sealed: [UInt8]) -> SecretBytes? {
        let count = sealed.count - crypto_box_sealbytes()
        guard count > 0 else { return nil }
        var isOpen = false
        let opened = SecretBytes(count: count) { memory in
            guard let start = memory.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
            isOpen = withWipedStack {
                secret.withBytes { secret in
                    crypto_box_seal_open(start, sealed, UInt64(sealed.count), publicKey.bytes, secret) == 0
                }
            }
        }
        return isOpen ? opened : nil
    }
}
