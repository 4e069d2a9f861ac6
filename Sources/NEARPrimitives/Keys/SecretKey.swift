// SPDX-License-Identifier: MIT

/// A secret key (nearcore's `SecretKey`).
///
/// It prints as its public half, is not `Codable`, and its memory is overwritten when the last copy goes.
public struct SecretKey: Sendable {
    private enum Storage: Sendable {
        /// Seed and public half, as libsodium signs with them.
        case ed25519(WipedBytes)
        case mldsa65(any PostQuantumKey)
        case secp256k1(WipedBytes)
    }

    private let storage: Storage
    /// The public half.
    public let publicKey: PublicKey

    /// The signature scheme.
    public var keyType: KeyType { publicKey.keyType }

    /// The length of a seed in bytes, whatever the scheme.
    public static let seedByteCount = 32
    /// The length in which nearcore prints an ed25519 key: the seed and the public half.
    private static let ed25519PairByteCount = 64
    /// The length in which nearcore prints an ML-DSA-65 key: FIPS 204's expanded form.
    private static let mldsa65ExpandedByteCount = 4032

    /// The key with this printed form.
    ///
    /// The forms are `ed25519:` and the Base58 of seed and public half (64 bytes, as nearcore and near-cli write it) or
    /// of the seed alone; `secp256k1:` and the scalar; `ml-dsa-65:` and the 32-byte seed.
    ///
    /// - Throws: `KeyError`; `.mismatchedKeyPair` where the public half is not the seed's, since signing with such a
    ///   pair gives the seed away; `.expandedSecretKeyUnsupported` for nearcore's 4032-byte ML-DSA-65 form;
    ///   `.unavailable` for ML-DSA-65 without the package trait `MLDSA65`.
    public init(_ text: String) throws(KeyError) {
        let (type, base58) = try KeyText.split(text)
        let maximum: Int
        switch type {
        case .ed25519: maximum = Self.ed25519PairByteCount
        case .secp256k1: maximum = Self.seedByteCount
        case .mldsa65: maximum = Self.mldsa65ExpandedByteCount
        }
        var bytes = try KeyText.decode(base58, type, atMost: maximum)
        defer { bytes.wipe() }
        switch (type, bytes.count) {
        case (_, Self.seedByteCount):
            try self.init(keyType: type, seed: bytes)
        case (.ed25519, Self.ed25519PairByteCount):
            try self.init(keyType: type, seed: Array(bytes.prefix(Self.seedByteCount)))
            guard publicKey.bytes.elementsEqual(bytes.suffix(32)) else { throw .mismatchedKeyPair(type) }
        case (.mldsa65, Self.mldsa65ExpandedByteCount):
            throw .expandedSecretKeyUnsupported(type)
        default:
            let expected = type == .ed25519 ? Self.ed25519PairByteCount : Self.seedByteCount
            throw .wrongLength(type, expected: expected, actual: bytes.count)
        }
    }

    /// The key of a 32-byte seed; for secp256k1, the key that is this scalar.
    ///
    /// The caller's array isn't wiped.
    ///
    /// - Throws: `KeyError.wrongLength`, `.invalidKey`, `.unavailable`.
    public init(keyType: KeyType, seed: [UInt8]) throws(KeyError) {
        guard seed.count == Self.seedByteCount else {
            throw .wrongLength(keyType, expected: Self.seedByteCount, actual: seed.count)
        }
        switch keyType {
        case .ed25519:
            guard let key = Ed25519.keyPair(seed: seed) else { throw .invalidKey(keyType) }
            storage = .ed25519(key.pair)
            publicKey = PublicKey(unchecked: .ed25519, key.publicKey)
        case .mldsa65:
            let key = try MLDSAScheme.key(seed: seed)
            storage = .mldsa65(key)
            publicKey = PublicKey(unchecked: .mldsa65, key.publicKey)
        case .secp256k1:
            let bytes = WipedBytes(seed)
            guard let point = bytes.withUnsafeBytes({ Secp256k1.publicKey(of: $0) }) else { throw .invalidKey(keyType) }
            storage = .secp256k1(bytes)
            publicKey = PublicKey(unchecked: .secp256k1, point)
        }
    }

    /// A new key of random bytes from the operating system.
    ///
    /// - Throws: `KeyError.generationFailed`, `.unavailable`.
    public static func generate(_ keyType: KeyType = .ed25519) throws(KeyError) -> SecretKey {
        try keyType.requireAvailable()
        var generator = SystemRandomNumberGenerator()
        // A secp256k1 seed is no key with a chance of 2⁻¹²⁷; a second draw settles that.
        for _ in 0..<4 {
            var seed = (0..<seedByteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            defer { seed.wipe() }
            do throws(KeyError) {
                return try SecretKey(keyType: keyType, seed: seed)
            } catch {
                continue
            }
        }
        throw .generationFailed(keyType)
    }

    /// Signs a message.
    ///
    /// NEAR signs hashes: of a transaction, a delegate action or a NEP-413 payload.
    ///
    /// - Throws: `KeyError.messageNotAHash` where a secp256k1 key is to sign anything but 32 bytes, `.signingFailed`.
    public func sign(_ message: [UInt8]) throws(KeyError) -> Signature {
        try sign(buffer: message)
    }

    /// Signs a hash.
    ///
    /// - Throws: `KeyError.signingFailed`.
    public func sign(_ hash: CryptoHash) throws(KeyError) -> Signature {
        try sign(buffer: hash.bytes)
    }

    private func sign(buffer: [UInt8]) throws(KeyError) -> Signature {
        let signature: [UInt8]?
        switch storage {
        case .ed25519(let pair):
            signature = buffer.withUnsafeBytes { Ed25519.sign($0, pair: pair) }
        case .mldsa65(let key):
            signature = try key.sign(buffer)
        case .secp256k1(let key):
            guard buffer.count == CryptoHash.byteCount else { throw .messageNotAHash(byteCount: buffer.count) }
            signature = buffer.withUnsafeBytes { message in
                key.withUnsafeBytes { Secp256k1.sign(message, key: $0) }
            }
        }
        guard let signature else { throw .signingFailed(keyType) }
        return Signature(unchecked: keyType, signature)
    }

    /// The seed, of which ``init(keyType:seed:)`` makes the key again.
    ///
    /// The caller wipes it.
    package var exposedSeed: [UInt8] {
        switch storage {
        case .ed25519(let key), .secp256k1(let key): key.withUnsafeBytes { Array($0.prefix(Self.seedByteCount)) }
        case .mldsa65(let key): key.seed
        }
    }

    /// The key in plain text, as `init(_:)` takes it and near-cli stores it.
    ///
    /// Call it only to hand the secret on: a Swift string can't be wiped.
    public func exposedText() -> String {
        var bytes: [UInt8] =
            switch storage {
            case .ed25519(let key), .secp256k1(let key): key.withUnsafeBytes { Array($0) }
            case .mldsa65(let key): key.seed
            }
        defer { bytes.wipe() }
        return KeyText.encode(keyType, bytes)
    }
}

extension SecretKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The public half and no more.
    public var description: String { "SecretKey(of: \(publicKey))" }

    /// The public half and no more.
    public var debugDescription: String { description }

    /// Nothing: `dump` and the debugger's children stop here.
    public var customMirror: Mirror { Mirror(self, children: ["publicKey": publicKey]) }
}
