// SPDX-License-Identifier: MIT

/// A SHA-256 hash: of a transaction, a block, a contract's code.
///
/// Printed in Base58 (nearcore's `CryptoHash`).
public struct CryptoHash: Sendable, Hashable {
    /// The length of a hash in bytes.
    public static let byteCount = 32

    // Four words in memory order rather than an array: a hash is compared, copied and hashed without an allocation.
    private let word0: UInt64
    private let word1: UInt64
    private let word2: UInt64
    private let word3: UInt64

    /// A text or bytes that are no hash.
    public enum ParsingError: Error, Sendable, Hashable {
        /// A hash has 32 bytes; this has another number of them, or more than were looked at.
        case wrongLength(byteCount: Int?)
        /// The text has a character that is not of Base58's alphabet, at this place of its UTF-8.
        case invalidCharacter(position: Int)
    }

    /// The hash with these 32 bytes.
    ///
    /// - Throws: `ParsingError.wrongLength`.
    public init(bytes: [UInt8]) throws(ParsingError) {
        guard bytes.count == Self.byteCount else { throw .wrongLength(byteCount: bytes.count) }
        self = bytes.withUnsafeBytes { CryptoHash(memory: $0) }
    }

    /// The hash with this Base58 text.
    ///
    /// - Throws: `ParsingError`.
    public init(_ base58: String) throws(ParsingError) {
        let bytes: [UInt8]
        do throws(Base58.DecodingError) {
            bytes = try Base58.decode(base58, maximumByteCount: Self.byteCount)
        } catch {
            switch error {
            case .invalidCharacter(let position): throw .invalidCharacter(position: position)
            case .tooLong: throw .wrongLength(byteCount: nil)
            }
        }
        try self.init(bytes: bytes)
    }

    /// Takes exactly 32 bytes of memory.
    private init(memory: UnsafeRawBufferPointer) {
        word0 = memory.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
        word1 = memory.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        word2 = memory.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
        word3 = memory.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
    }

    /// The SHA-256 of `bytes`.
    public static func sha256(_ bytes: [UInt8]) -> CryptoHash {
        bytes.withUnsafeBytes { sha256($0) }
    }

    static func sha256(_ bytes: UnsafeRawBufferPointer) -> CryptoHash {
        SHA2.withSHA256(bytes) { CryptoHash(memory: $0) }
    }

    /// The hash of nothing that stands where no hash is known: 32 zero bytes (nearcore's `CryptoHash::default()`).
    public static let zero = CryptoHash(word0: 0, word1: 0, word2: 0, word3: 0)

    private init(word0: UInt64, word1: UInt64, word2: UInt64, word3: UInt64) {
        (self.word0, self.word1, self.word2, self.word3) = (word0, word1, word2, word3)
    }

    /// The hash's 32 bytes.
    public var bytes: [UInt8] {
        withUnsafeBytes { Array($0) }
    }

    /// Lends the hash's 32 bytes.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try Swift.withUnsafeBytes(of: (word0, word1, word2, word3)) { try body($0) }
    }
}

extension CryptoHash.ParsingError: CustomStringConvertible {
    /// The error, in one line for the user.
    public var description: String {
        switch self {
        case .wrongLength(let count?): "a hash has 32 bytes, not \(count)"
        case .wrongLength(nil): "a hash has 32 bytes, not that many"
        case .invalidCharacter(let position): "not Base58 at position \(position)"
        }
    }
}

extension CryptoHash: CustomStringConvertible {
    /// The hash in Base58.
    public var description: String { Base58.encode(bytes) }
}

extension CryptoHash: BorshEncodable, BorshDecodable {
    /// Appends the 32 bytes.
    public func encode(to encoder: inout BorshEncoder) {
        withUnsafeBytes { encoder.encodeFixed($0) }
    }

    /// Reads 32 bytes.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        let start = decoder.offset
        let bytes = try decoder.decodeFixed(Self.byteCount)
        do throws(ParsingError) {
            try self.init(bytes: bytes)
        } catch {
            throw .invalidValue(offset: start, reason: "a hash has 32 bytes")
        }
    }
}

extension CryptoHash: Codable {
    /// Reads the Base58 text.
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText { try CryptoHash($0) }
    }

    /// Writes the Base58 text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
