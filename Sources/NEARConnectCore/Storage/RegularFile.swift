// SPDX-License-Identifier: MIT

package import FoundationEssentials
internal import Glibc

/// Reads regular files of a profile's folders, where other programs may have put something else.
///
/// A pipe would block the reader for ever, a link could lead anywhere (`/dev/zero` has no end), and a large file takes
/// the reader's memory. None of these is read.
package enum RegularFile {
    /// The largest document that this program writes itself, in bytes.
    ///
    /// Real ones have a few thousand.
    package static let documentLimit = 4 << 20

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - limit: The largest file that is read, in bytes.
    ///   - followsLinks: True if the name may be a link. Only for names that the user has given.
    /// - Returns: The content; `nil` if nothing has this name.
    /// - Throws: ``RegularFileError``, ``SystemCallError``.
    package static func read(_ url: URL, limit: Int, followsLinks: Bool = false) throws -> [UInt8]? {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
        let descriptor = open(url.path, flags)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            if errno == ELOOP && !followsLinks { throw RegularFileError.link }
            throw SystemCallError(call: "open", path: url.path, errno: errno)
        }
        defer { close(descriptor) }
        try check(descriptor, limit: limit, path: url.path)
        return try contents(descriptor, limit: limit, path: url.path)
    }

    /// Checks that an open file is a regular one, and not too large.
    ///
    /// - Returns: The system's facts about the file.
    @discardableResult
    static func check(_ descriptor: CInt, limit: Int, path: String) throws -> stat {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else {
            throw SystemCallError(call: "fstat", path: path, errno: errno)
        }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw RegularFileError.notRegular }
        guard facts.st_size <= limit else { throw RegularFileError.tooLarge(Int(facts.st_size), limit: limit) }
        return facts
    }

    /// Reads an open file from its current position to its end, also while the file grows.
    static func contents(_ descriptor: CInt, limit: Int, path: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw SystemCallError(call: "read", path: path, errno: errno) }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= limit else { throw RegularFileError.tooLarge(bytes.count, limit: limit) }
        }
    }
}
