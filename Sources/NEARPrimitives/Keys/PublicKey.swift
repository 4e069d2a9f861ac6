// SPDX-License-Identifier: MIT

/// A public key of an account (nearcore's `PublicKey`), printed as `ed25519:<Base58>`.
///
/// The length is checked, the point is not: like nearcore, a key that belongs to no secret key can be named, and
/// verifies nothing.
public struct PublicKey: Sendable, Hashable {
    /// The signature scheme.
    public let keyType: KeyType
    /// The key: 32 bytes for ed25519, 64 for secp256k1 (the two coordinates), 1952 for ML-DSA-65.
    public let bytes: [UInt8]

    /// The key with this printed form.
    ///
    /// Without `ed25519:` or the like in front, ed25519 is meant.
    ///
    /// - Throws: `KeyError`.
    public init(_ text: String) throws(KeyError) {
        let (type, base58) = try KeyText.split(text)
        keyType = type
        bytes = try KeyText.decode(base58, type, expected: type.publicKeyByteCount)
    }

    /// The key with these bytes.
    ///
    /// - Throws: `KeyError.wrongLength`.
    public init(keyType: KeyType, bytes: [UInt8]) throws(KeyError) {
        guard bytes.count == keyType.publicKeyByteCount else {
            throw .wrongLength(keyType, expected: keyType.publicKeyByteCount, actual: bytes.count)
        }
        self.keyType = keyType
        self.bytes = bytes
    }

    init(unchecked keyType: KeyType, _ bytes: [UInt8]) {
        self.keyType = keyType
        self.bytes = bytes
    }

    /// Returns whether `signature` is this key's over `message`.
    ///
    /// A signature of another scheme is none, and a secp256k1 signature is over exactly 32 bytes (a hash). Nothing
    /// verifies where `keyType.isAvailable` is false.
    public func verify(_ signature: Signature, message: [UInt8]) -> Bool {
        message.withUnsafeBytes { verify(signature, message: $0) }
    }

    /// Returns whether `signature` is this key's over `hash`, which is how transactions and messages are signed.
    public func verify(_ signature: Signature, hash: CryptoHash) -> Bool {
        hash.withUnsafeBytes { verify(signature, message: $0) }
    }

    private func verify(_ signature: Signature, message: UnsafeRawBufferPointer) -> Bool {
        guard signature.keyType == keyType else { return false }
        switch keyType {
        case .ed25519:
            return Ed25519.verify(signature: signature.bytes, message: message, publicKey: bytes)
        case .secp256k1:
            return Secp256k1.verify(signature: signature.bytes, message: message, publicKey: bytes)
        case .mldsa65:
            return MLDSAScheme.verify(signature: signature.bytes, message: message, publicKey: bytes)
        }
    }
}

extension PublicKey: CustomStringConvertible {
    /// The printed form.
    public var description: String { KeyText.encode(keyType, bytes) }
}

extension PublicKey: Comparable {
    /// Returns whether `lhs` comes first: by scheme, then by bytes, as nearcore orders keys.
    public static func < (lhs: PublicKey, rhs: PublicKey) -> Bool {
        lhs.keyType == rhs.keyType
            ? lhs.bytes.lexicographicallyPrecedes(rhs.bytes) : lhs.keyType.rawValue < rhs.keyType.rawValue
    }
}

extension PublicKey: Codable {
    /// Reads the printed form.
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText { try PublicKey($0) }
    }

    /// Writes the printed form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension PublicKey: BorshEncodable, BorshDecodable {
    /// Appends the scheme's tag and the bytes.
    public func encode(to encoder: inout BorshEncoder) {
        encoder.encode(keyType.rawValue)
        encoder.encodeFixed(bytes)
    }

    /// Reads the scheme's tag and the bytes.
    ///
    /// Tag 3, nearcore's hash of an ML-DSA-65 key, is no public key.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        let start = decoder.offset
        let tag = try decoder.decodeUInt8()
        guard let type = KeyType(rawValue: tag) else {
            throw .unknownTag(offset: start, type: "PublicKey", tag: tag)
        }
        keyType = type
        bytes = try decoder.decodeFixed(type.publicKeyByteCount)
    }
}
