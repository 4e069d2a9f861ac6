// SPDX-License-Identifier: MIT

/// A value with a Borsh form (https://borsh.io), the binary format in which NEAR hashes and sends transactions.
public protocol BorshEncodable {
    /// Appends the value's Borsh form.
    ///
    /// Never fails: a value that exists can be encoded.
    func encode(to encoder: inout BorshEncoder)

    /// About how many bytes `encode(to:)` appends.
    ///
    /// One allocation of this size should suffice; too low costs a reallocation, never a wrong result.
    var borshCapacityHint: Int { get }
}

extension BorshEncodable {
    /// 64 bytes, which is right for a key or a small action.
    public var borshCapacityHint: Int { 64 }

    /// The value's Borsh form.
    public var borshBytes: [UInt8] {
        var encoder = BorshEncoder(capacity: borshCapacityHint)
        encode(to: &encoder)
        return encoder.bytes
    }
}

/// Writes Borsh: little-endian integers, `u32` length prefixes, one tag byte for an enum, no padding, no names.
///
/// Append-only; it allocates nothing but its output.
public struct BorshEncoder: Sendable {
    /// The bytes that were written so far.
    public private(set) var bytes: [UInt8]

    /// An empty encoder that holds `capacity` bytes before it must grow.
    public init(capacity: Int = 256) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Appends one byte: a `u8`, or the tag of an enum.
    public mutating func encode(_ value: UInt8) {
        bytes.append(value)
    }

    /// Appends a `bool` as 0 or 1.
    public mutating func encode(_ value: Bool) {
        bytes.append(value ? 1 : 0)
    }

    /// Appends a `u16`.
    public mutating func encode(_ value: UInt16) {
        appendInteger(value)
    }

    /// Appends a `u32`.
    public mutating func encode(_ value: UInt32) {
        appendInteger(value)
    }

    /// Appends a `u64`.
    public mutating func encode(_ value: UInt64) {
        appendInteger(value)
    }

    /// Appends a `u128`.
    public mutating func encode(_ value: UInt128) {
        appendInteger(value)
    }

    /// Appends a string as its UTF-8 with a length prefix.
    public mutating func encode(_ value: String) {
        let utf8 = value.utf8
        appendLength(utf8.count)
        if utf8.withContiguousStorageIfAvailable({ bytes.append(contentsOf: $0) }) == nil {
            bytes.append(contentsOf: utf8)
        }
    }

    /// Appends bytes with a length prefix: a `Vec<u8>`.
    public mutating func encode(_ value: [UInt8]) {
        appendLength(value.count)
        bytes.append(contentsOf: value)
    }

    /// Appends bytes as they are: an array of fixed length such as `[u8; 32]`.
    public mutating func encodeFixed(_ value: [UInt8]) {
        bytes.append(contentsOf: value)
    }

    /// Appends bytes as they are.
    public mutating func encodeFixed(_ value: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: value)
    }

    /// Appends any other value.
    public mutating func encode<Value: BorshEncodable>(_ value: Value) {
        value.encode(to: &self)
    }

    /// Appends values with a length prefix: a `Vec<T>`.
    public mutating func encode<Value: BorshEncodable>(_ values: [Value]) {
        appendLength(values.count)
        for value in values {
            value.encode(to: &self)
        }
    }

    /// Appends strings with a length prefix: a `Vec<String>`.
    public mutating func encode(_ values: [String]) {
        appendLength(values.count)
        for value in values {
            encode(value)
        }
    }

    /// Appends an `Option<T>`: 0, or 1 and the value.
    public mutating func encode<Value: BorshEncodable>(_ value: Value?) {
        encode(value != nil)
        value?.encode(to: &self)
    }

    /// Appends an `Option<String>`: 0, or 1 and the string.
    public mutating func encode(_ value: String?) {
        encode(value != nil)
        if let value {
            encode(value)
        }
    }

    /// Appends a `u32` length prefix.
    ///
    /// A collection of more than 4,294,967,295 elements has no Borsh form; none such fits into a transaction by three
    /// orders of magnitude, so it's a programmer's error.
    private mutating func appendLength(_ count: Int) {
        precondition(count <= UInt32.max, "Borsh lengths are 32 bits")
        appendInteger(UInt32(truncatingIfNeeded: count))
    }

    @inline(__always)
    private mutating func appendInteger<Value: FixedWidthInteger>(_ value: Value) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
