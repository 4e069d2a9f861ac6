// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// The bytes of a set, as they stand in records and in the code on the recovery sheet.
///
/// The version, 1 (one byte); the holders (one byte, of which bit n is holder n's, bit 0 unused); s·B and a·B, each as
/// RFC 8032 encodes points.
extension ShareSet {
    /// The number of bytes.
    public static let byteCount = 2 + 2 * Bytes32.count
    private static let version: UInt8 = 1

    /// The set's bytes, the only ones that stand for it.
    public var bytes: [UInt8] {
        let bits = holders.reduce(UInt8(0)) { $0 | 1 << $1.rawValue }
        return [Self.version, bits] + key.bytes.array + slope.bytes.array
    }

    /// Reads a set's bytes.
    ///
    /// - Throws: ``ShareSetError``.
    public init(bytes: [UInt8]) throws(ShareSetError) {
        guard let version = bytes.first else { throw .length(0) }
        guard version == Self.version else { throw .version(version) }
        guard bytes.count == Self.byteCount else { throw .length(bytes.count) }
        guard bytes[1] & 1 == 0 else { throw .holders }
        let holders = ShareHolder.allCases.filter { bytes[1] >> $0.rawValue & 1 == 1 }
        guard let key = GroupElement(bytes[2..<34]) else { throw .invalidPoint(.key) }
        guard let slope = GroupElement(bytes[34...]) else { throw .invalidPoint(.slope) }
        try self.init(key: key, slope: slope, holders: Set(holders))
    }

    /// The set's name: equal for two sets if, and only if, they have the same line.
    ///
    /// Holders may be added without another name, since the shares that others have stay good.
    public var id: ShareSetID {
        ShareSetID(hash: .sha256(Array("near-connect share set 1".utf8) + key.bytes.array + slope.bytes.array))
    }
}

/// The name of a set: SHA-256 of "near-connect share set 1" and its two points.
public struct ShareSetID: Hashable, Sendable, CustomStringConvertible {
    /// The hash.
    public let hash: CryptoHash

    /// Makes a name of a hash that was read.
    public init(hash: CryptoHash) {
        self.hash = hash
    }

    /// The hash in Base58.
    public var description: String { hash.description }
}
