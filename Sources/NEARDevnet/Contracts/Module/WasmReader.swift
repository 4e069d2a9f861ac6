// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Reads WebAssembly's binary format.
///
/// Everything that isn't well formed is nearcore's `Deserialization`.
struct WasmReader {
    let bytes: [UInt8]
    /// The place of the next byte.
    private(set) var offset: Int
    /// The place behind the last byte.
    let end: Int

    init(_ bytes: [UInt8]) {
        self.init(bytes, 0..<bytes.count)
    }

    /// Reads a part of the bytes.
    ///
    /// - Precondition: The range is inside of them.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { offset == end }

    mutating func byte() throws(PrepareError) -> UInt8 {
        guard offset < end else { throw .deserialization }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// The byte after the ones read, or `nil` at the end.
    var nextByte: UInt8? { offset < end ? bytes[offset] : nil }

    /// Takes `count` bytes and says where they are.
    mutating func range(_ count: UInt32) throws(PrepareError) -> Range<Int> {
        guard Int(count) <= end - offset else { throw .deserialization }
        defer { offset += Int(count) }
        return offset..<(offset + Int(count))
    }

    /// An unsigned LEB128 number of 32 bits.
    mutating func u32() throws(PrepareError) -> UInt32 {
        UInt32(truncatingIfNeeded: try unsigned(bits: 32))
    }

    /// A signed LEB128 number of 32 bits.
    mutating func s32() throws(PrepareError) -> Int32 {
        Int32(truncatingIfNeeded: try signed(bits: 32))
    }

    /// A signed LEB128 number of 64 bits.
    mutating func s64() throws(PrepareError) -> Int64 {
        try signed(bits: 64)
    }

    /// A name: its length and that many bytes of UTF-8.
    mutating func name() throws(PrepareError) -> String {
        let range = try range(u32())
        guard let name = String(validating: bytes[range], as: UTF8.self) else { throw .deserialization }
        return name
    }

    private mutating func unsigned(bits: Int) throws(PrepareError) -> UInt64 {
        var result: UInt64 = 0
        var shift = 0
        while true {
            let byte = try byte()
            let left = bits - shift
            if left < 7, byte >> left != 0 { throw .deserialization }
            result |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return result }
            shift += 7
            if shift >= bits { throw .deserialization }
        }
    }

    private mutating func signed(bits: Int) throws(PrepareError) -> Int64 {
        var result: Int64 = 0
        var shift = 0
        while true {
            let byte = try byte()
            let left = bits - shift
            if left < 7 {
                // The bits beyond the number have to repeat its sign, and no byte may follow.
                let extra = Int8(bitPattern: byte << 1) >> left
                guard byte & 0x80 == 0, extra == 0 || extra == -1 else { throw .deserialization }
            }
            result |= Int64(byte & 0x7F) << shift
            shift += 7
            if byte & 0x80 == 0 {
                if shift < 64, byte & 0x40 != 0 { result |= -1 << shift }
                return result
            }
            if shift >= bits { throw .deserialization }
        }
    }
}
