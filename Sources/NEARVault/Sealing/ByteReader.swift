// SPDX-License-Identifier: MIT

/// Reads the parts of a file's bytes in order, never beyond their end.
struct ByteReader {
    /// The bytes that were not read yet.
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// Reads a little-endian number.
    mutating func number<Number: FixedWidthInteger & UnsignedInteger>() throws(VaultContentError) -> Number {
        try bytes(Number.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Number($1) }
    }

    /// Reads `count` bytes.
    ///
    /// - Throws: ``VaultContentError/content`` if there are fewer.
    mutating func bytes(_ count: Int) throws(VaultContentError) -> [UInt8] {
        guard count <= rest.count else { throw .content }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }
}

extension [UInt8] {
    /// Appends a number, little-endian.
    mutating func append(number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
