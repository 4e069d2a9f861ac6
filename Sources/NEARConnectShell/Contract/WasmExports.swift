// SPDX-License-Identifier: MIT

/// The functions that a WebAssembly module exports: a contract's methods.
enum WasmExports {
    /// The most exports that are read.
    private static let limit = 2_000
    /// The longest name that is read, in bytes.
    private static let nameLimit = 256

    /// Returns the names of the exported functions, in alphabetical order; `nil` for bytes that are no module.
    static func names(in code: [UInt8]) -> [String]? {
        guard code.starts(with: [0x00, 0x61, 0x73, 0x6D, 0x01, 0x00, 0x00, 0x00]) else { return nil }
        var reader = Reader(code[8...])
        while let kind = reader.byte() {
            guard let size = reader.number(), let section = reader.take(size) else { return nil }
            if kind == 7 { return exports(section) }
        }
        return []
    }

    private static func exports(_ section: ArraySlice<UInt8>) -> [String]? {
        var reader = Reader(section)
        guard let count = reader.number(), count <= limit else { return nil }
        var names: [String] = []
        for _ in 0..<count {
            guard let length = reader.number(), let bytes = reader.take(length), let kind = reader.byte(),
                reader.number() != nil
            else { return nil }
            guard kind == 0, length <= nameLimit, let name = String(validating: bytes, as: UTF8.self) else { continue }
            names.append(name)
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Reads the numbers of a module, in LEB128.
    private struct Reader {
        private var rest: ArraySlice<UInt8>

        init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

        mutating func byte() -> UInt8? { rest.popFirst() }

        mutating func number() -> Int? {
            var value: UInt64 = 0
            for shift in stride(from: UInt64(0), to: 35, by: 7) {
                guard let byte = byte() else { return nil }
                value |= UInt64(byte & 0x7F) << shift
                if byte & 0x80 == 0 { return value <= UInt64(UInt32.max) ? Int(value) : nil }
            }
            return nil
        }

        mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard count <= rest.count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
    }
}
