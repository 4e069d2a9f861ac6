// SPDX-License-Identifier: MIT

/// A signature (nearcore's `Signature`), printed as `ed25519:<Base58>`.
public struct Signature: Sendable, Hashable {
    /// The signature scheme.
    public let keyType: KeyType
    /// The signature: 64 bytes for ed25519, 65 for secp256k1 (r, s, recovery id), 3309 for ML-DSA-65.
    public let bytes: [UInt8]

    /// The signature with this printed form.
    ///
    /// Without `ed25519:` or the like in front, ed25519 is meant.
    ///
    /// - Throws: `KeyError`.
    public init(_ text: String) throws(KeyError) {
        let (type, base58) = try KeyText.split(text)
        keyType = type
        bytes = try KeyText.decode(base58, type, expected: type.signatureByteCount)
    }

    /// The signature with these bytes.
    ///
    /// - Throws: `KeyError.wrongLength`.
    public init(keyType: KeyType, bytes: [UInt8]) throws(KeyError) {
        guard bytes.count == keyType.signatureByteCount else {
            throw .wrongLength(keyType, expected: keyType.signatureByteCount, actual: bytes.count)
        }
        self.keyType = keyType
        self.bytes = bytes
    }

    init(unchecked keyType: KeyType, _ bytes: [UInt8]) {
        self.keyType = keyType
        self.bytes = bytes
    }
}

extension Signature: CustomStringConvertible {
    /// The printed form.
    public var description: String { KeyText.encode(keyType, bytes) }
}

extension Signature: Codable {
    /// Reads the printed form.
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText { try Signature($0) }
    }

    /// Writes the printed form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Signature: BorshEncodable, BorshDecodable {
    /// Appends the scheme's tag and the bytes.
    public func encode(to encoder: inout BorshEncoder) {
        encoder.encode(keyType.rawValue)
        encoder.encodeFixed(bytes)
    }

    /// Reads the scheme's tag and the bytes.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        let start = decoder.offset
        let tag = try decoder.decodeUInt8()
        guard let type = KeyType(rawValue: tag) else {
            throw .unknownTag(offset: start, type: "Signature", tag: tag)
        }
        keyType = type
        bytes = try decoder.decodeFixed(type.signatureByteCount)
    }
}
