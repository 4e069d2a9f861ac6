// SPDX-License-Identifier: MIT

/// A value that can be read from its Borsh form.
public protocol BorshDecodable {
    /// Reads the value at the decoder's place and leaves the decoder behind it.
    init(from decoder: inout BorshDecoder) throws(BorshError)
}

extension BorshDecodable {
    /// Reads a value that fills `bytes` to the last byte.
    ///
    /// - Throws: `BorshError`, `.trailingBytes` among others.
    public init(borsh bytes: [UInt8]) throws(BorshError) {
        var decoder = BorshDecoder(bytes)
        self = try Self(from: &decoder)
        try decoder.finish()
    }

    /// Reads a value from its Borsh form in Base64, as wallets and RPC send transactions and delegate actions.
    ///
    /// - Throws: `BorshError`, `.invalidBase64` among others.
    public init(base64 text: String) throws(BorshError) {
        guard let bytes = Base64.decode(text) else { throw .invalidBase64 }
        self = try Self(borsh: bytes)
    }
}

/// Reads Borsh strictly and totally: whatever the bytes, it ends with a value or a `BorshError`.
///
/// A length is compared with what is left of the input before anything is allocated, tags and texts are checked, and
/// `finish()` refuses left-over bytes.
public struct BorshDecoder: Sendable {
    private let bytes: [UInt8]
    /// The number of bytes that were read.
    public private(set) var offset = 0

    /// Elements for which room is made at once; a longer array grows as its elements prove to be there.
    private static let reservedElements = 1024

    /// A decoder at the start of `bytes`.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The number of bytes that are left.
    public var remaining: Int { bytes.count - offset }

    /// Checks that nothing is left.
    ///
    /// - Throws: `BorshError.trailingBytes`.
    public func finish() throws(BorshError) {
        if remaining > 0 {
            throw .trailingBytes(offset: offset, count: remaining)
        }
    }

    /// Reads one byte.
    public mutating func decodeUInt8() throws(BorshError) -> UInt8 {
        guard offset < bytes.count else { throw .endOfInput(offset: offset, needed: 1, available: 0) }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// The byte `distance` behind the decoder's place, which stays where it is.
    ///
    /// - Throws: `BorshError.endOfInput` where the input ends before.
    func peek(_ distance: Int) throws(BorshError) -> UInt8 {
        guard distance < remaining else {
            throw .endOfInput(offset: offset, needed: distance + 1, available: remaining)
        }
        return bytes[offset + distance]
    }

    /// Reads a `bool`: 0 or 1, nothing else.
    public mutating func decodeBool() throws(BorshError) -> Bool {
        let start = offset
        switch try decodeUInt8() {
        case 0: return false
        case 1: return true
        case let tag: throw .unknownTag(offset: start, type: "bool", tag: tag)
        }
    }

    /// Reads a `u16`.
    public mutating func decodeUInt16() throws(BorshError) -> UInt16 {
        try decodeInteger()
    }

    /// Reads a `u32`.
    public mutating func decodeUInt32() throws(BorshError) -> UInt32 {
        try decodeInteger()
    }

    /// Reads a `u64`.
    public mutating func decodeUInt64() throws(BorshError) -> UInt64 {
        try decodeInteger()
    }

    /// Reads a `u128`.
    public mutating func decodeUInt128() throws(BorshError) -> UInt128 {
        try decodeInteger()
    }

    /// Reads exactly `count` bytes.
    public mutating func decodeFixed(_ count: Int) throws(BorshError) -> [UInt8] {
        try require(count)
        defer { offset += count }
        return Array(bytes[offset..<(offset + count)])
    }

    /// Reads a `Vec<u8>`.
    public mutating func decodeBytes() throws(BorshError) -> [UInt8] {
        try decodeFixed(try decodeLength(elementSize: 1))
    }

    /// Reads a string.
    public mutating func decodeString() throws(BorshError) -> String {
        let start = offset
        let count = try decodeLength(elementSize: 1)
        guard let text = String(validating: bytes[offset..<(offset + count)], as: UTF8.self) else {
            throw .invalidText(offset: start)
        }
        offset += count
        return text
    }

    /// Reads any other value.
    public mutating func decode<Value: BorshDecodable>(
        _ type: Value.Type = Value.self
    ) throws(BorshError) -> Value {
        try Value(from: &self)
    }

    /// Reads a `Vec<T>`.
    ///
    /// No type of Borsh in this package is shorter than one byte, so a length can't be more than what is left of the
    /// input.
    public mutating func decodeArray<Value: BorshDecodable>(
        of type: Value.Type = Value.self
    ) throws(BorshError) -> [Value] {
        let count = try decodeLength(elementSize: 1)
        var values: [Value] = []
        values.reserveCapacity(min(count, Self.reservedElements))
        for _ in 0..<count {
            values.append(try Value(from: &self))
        }
        return values
    }

    /// Reads a `Vec<String>`.
    public mutating func decodeStrings() throws(BorshError) -> [String] {
        let count = try decodeLength(elementSize: 4)
        var values: [String] = []
        values.reserveCapacity(min(count, Self.reservedElements))
        for _ in 0..<count {
            values.append(try decodeString())
        }
        return values
    }

    /// Reads an `Option<T>`.
    public mutating func decodeOptional<Value: BorshDecodable>(
        _ type: Value.Type = Value.self
    ) throws(BorshError) -> Value? {
        try decodeOptionTag() ? try Value(from: &self) : nil
    }

    /// Reads an `Option<String>`.
    public mutating func decodeOptionalString() throws(BorshError) -> String? {
        try decodeOptionTag() ? try decodeString() : nil
    }

    /// Reads a `u32` length prefix and checks it against what is left, where each element takes `elementSize` bytes
    /// or more.
    mutating func decodeLength(elementSize: Int) throws(BorshError) -> Int {
        let start = offset
        let length = try decodeUInt32()
        guard Int(length) <= remaining / elementSize else {
            throw .lengthOutOfBounds(offset: start, length: length)
        }
        return Int(length)
    }

    private mutating func decodeOptionTag() throws(BorshError) -> Bool {
        let start = offset
        switch try decodeUInt8() {
        case 0: return false
        case 1: return true
        case let tag: throw .unknownTag(offset: start, type: "Option", tag: tag)
        }
    }

    private func require(_ count: Int) throws(BorshError) {
        guard count <= remaining else {
            throw .endOfInput(offset: offset, needed: count, available: remaining)
        }
    }

    @inline(__always)
    private mutating func decodeInteger<Value: FixedWidthInteger>() throws(BorshError) -> Value {
        let size = MemoryLayout<Value>.size
        try require(size)
        let start = offset
        offset += size
        return bytes.withUnsafeBytes { Value(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: Value.self)) }
    }
}
