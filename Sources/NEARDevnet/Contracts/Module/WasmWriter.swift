// SPDX-License-Identifier: MIT

/// Writes WebAssembly's binary format.
struct WasmWriter {
    private(set) var bytes: [UInt8] = []

    mutating func byte(_ value: UInt8) {
        bytes.append(value)
    }

    mutating func append(_ other: some Sequence<UInt8>) {
        bytes.append(contentsOf: other)
    }

    /// A constant of 64 bits, with its operator.
    mutating func f64(_ value: Double) {
        bytes.append(WasmOpcode.f64Const)
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// An unsigned LEB128 number.
    mutating func u32(_ value: UInt32) {
        var value = value
        while value >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
            value >>= 7
        }
        bytes.append(UInt8(value))
    }

    /// A count or an index.
    mutating func u32(_ value: Int) {
        u32(UInt32(value))
    }

    /// A signed LEB128 number.
    mutating func s64(_ value: Int64) {
        var value = value
        while true {
            let byte = UInt8(truncatingIfNeeded: value) & 0x7F
            value >>= 7
            if value == (byte & 0x40 == 0 ? 0 : -1) {
                bytes.append(byte)
                return
            }
            bytes.append(byte | 0x80)
        }
    }

    /// A name: its length and its UTF-8.
    mutating func name(_ text: String) {
        u32(text.utf8.count)
        append(text.utf8)
    }

    /// A function's signature.
    mutating func type(_ type: WasmFunctionType) {
        byte(0x60)
        u32(type.parameters.count)
        append(type.parameters.lazy.map(\.rawValue))
        u32(type.result == nil ? 0 : 1)
        if let result = type.result { byte(result.rawValue) }
    }

    /// Writes a block: its length and what `body` writes.
    mutating func block(_ body: (inout WasmWriter) -> Void) {
        var inner = WasmWriter()
        body(&inner)
        u32(inner.bytes.count)
        append(inner.bytes)
    }

    /// A section with its number and length.
    mutating func section(_ id: WasmSection, _ body: (inout WasmWriter) -> Void) {
        byte(id.rawValue)
        block(body)
    }
}
