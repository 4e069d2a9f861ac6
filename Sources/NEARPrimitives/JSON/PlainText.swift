// SPDX-License-Identifier: MIT

/// Finds how far a JSON text stands for itself: no escape, no end of the string, no control character.
///
/// Most strings are plain from end to end, and reading and writing them is most of what a message costs, so eight bytes
/// are looked at together.
enum PlainText {
    /// Returns where the plain bytes from `start` on end, and whether all of them are ASCII.
    static func prefix(of bytes: [UInt8], from start: Int) -> (end: Int, isASCII: Bool) {
        bytes.withUnsafeBytes { prefix(of: $0, from: start) }
    }

    /// Returns where the plain bytes from `start` on end, and whether all of them are ASCII.
    static func prefix(of bytes: UnsafeRawBufferPointer, from start: Int) -> (end: Int, isASCII: Bool) {
        var index = start
        var seen: UInt64 = 0
        while bytes.count - index >= 8 {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            guard isPlain(word) else { break }
            seen |= word
            index += 8
        }
        while index < bytes.count {
            let byte = bytes[index]
            guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { break }
            seen |= UInt64(byte)
            index += 1
        }
        return (index, seen & highBits == 0)
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Returns whether none of the eight bytes is below 0x20, a quotation mark or a backslash.
    ///
    /// A byte's highest bit is set where subtracting borrows, which only happens at a byte that is too small, or above
    /// one: whether there is one at all is exact.
    private static func isPlain(_ word: UInt64) -> Bool {
        let quotes = word ^ (ones &* 0x22)
        let strokes = word ^ (ones &* 0x5C)
        let controls = (word &- ones &* 0x20) & ~word
        return (controls | ((quotes &- ones) & ~quotes) | ((strokes &- ones) & ~strokes)) & highBits == 0
    }
}
