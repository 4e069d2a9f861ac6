// SPDX-License-Identifier: MIT

package import FoundationEssentials
internal import Glibc

/// Reads files of a profile's folders, in whose place other programs may have put something else.
///
/// A pipe would hold the reader up for ever, a link could lead anywhere (`/dev/zero` has no end), and a large file takes the memory of whoever reads
/// it. None of these is read.
package enum RegularFile {
    /// The limit of documents that this program writes itself, in bytes. They have a few thousand.
    package static let documentLimit = 4 << 20

    /// Why a file isn't read.
    package enum Fault: Error, Hashable, CustomStringConvertible, LocalizedError {
        /// It is a pipe, a device, a folder, …
        case notRegular
        /// It is a link, and links are not followed here.
        case link
        /// It is larger than its reader takes, in bytes.
        case tooLarge(Int, limit: Int)

        package var description: String {
            switch self {
            case .notRegular: "it is not a regular file; move it away"
            case .link: "it is a link, which is not followed; put the file itself there"
            case .tooLarge(let size, let limit):
                "it has \(size) bytes, and at most \(limit) are taken; move it away"
            }
        }

        package var errorDescription: String? { description }
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - limit: The largest file that is read, in bytes.
    ///   - followsLinks: Whether the name may be a link. Only for names that a person has given.
    /// - Returns: `nil` when there is nothing of this name.
    /// - Throws: ``Fault``, ``AtomicFile/Failure``.
    package static func read(_ url: URL, limit: Int, followsLinks: Bool = false) throws -> [UInt8]? {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
        let descriptor = open(url.path, flags)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            if errno == ELOOP && !followsLinks { throw Fault.link }
            throw AtomicFile.Failure(call: "open", path: url.path, errno: errno)
        }
        defer { close(descriptor) }
        try check(descriptor, limit: limit, path: url.path)
        return try contents(descriptor, limit: limit, path: url.path)
    }

    /// Makes sure that an open file is a regular one, and not too large.
    ///
    /// - Returns: What the system says of it.
    @discardableResult
    static func check(_ descriptor: CInt, limit: Int, path: String) throws -> stat {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else {
            throw AtomicFile.Failure(call: "fstat", path: path, errno: errno)
        }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw Fault.notRegular }
        guard facts.st_size <= limit else { throw Fault.tooLarge(Int(facts.st_size), limit: limit) }
        return facts
    }

    /// Reads an open file from where it stands to its end, also of one that grows meanwhile.
    static func contents(_ descriptor: CInt, limit: Int, path: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw AtomicFile.Failure(call: "read", path: path, errno: errno) }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= limit else { throw Fault.tooLarge(bytes.count, limit: limit) }
        }
    }
}
