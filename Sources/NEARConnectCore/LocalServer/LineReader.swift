// SPDX-License-Identifier: MIT

internal import Glibc

/// Cuts what comes over a socket into lines.
///
/// Each byte is looked at once, however small the pieces are. At most one line and one piece are stored.
package struct LineReader {
    /// A line that is longer than the limit; where the next one begins is not looked for.
    package struct TooLongError: Error {}

    let limit: Int
    private var bytes: [UInt8] = []
    /// The place where the next line begins.
    private var start = 0
    /// The place up to which no newline was found.
    private var searched = 0

    package init(limit: Int) {
        self.limit = limit
    }

    /// The bytes that are stored.
    package var count: Int { bytes.count - start }

    /// Takes bytes that came; call ``next()`` until it returns `nil` after that.
    package mutating func append(_ piece: ArraySlice<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            (searched, start) = (searched - start, 0)
        }
        bytes += piece
    }

    /// Returns the next whole line without its newline, or `nil` until more has come.
    package mutating func next() throws(TooLongError) -> [UInt8]? {
        let end = bytes.withUnsafeBytes { all -> Int? in
            guard let base = all.baseAddress, searched < all.count,
                let found = memchr(base + searched, 0x0A, all.count - searched)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
        searched = end ?? bytes.count
        guard searched - start <= limit else { throw TooLongError() }
        guard let end else { return nil }
        defer { (start, searched) = (end + 1, end + 1) }
        return Array(bytes[start..<end])
    }
}
