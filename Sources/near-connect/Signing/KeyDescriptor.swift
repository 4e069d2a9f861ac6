// SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc
import SafeText

/// An open descriptor that a key comes from, named `fd:3`: a pipe, a socket or a regular file.
///
/// A key that comes so is in no file, no command line and no variable.
struct KeyDescriptor {
    private let number: CInt

    /// Takes a descriptor for this process alone: children don't inherit it.
    ///
    /// - Parameter name: The option's value.
    /// - Returns: `nil` if the value names no descriptor but a file.
    /// - Throws: `ValidationError` if nothing that a key can come from is open under this number.
    init?(_ name: String) throws(ValidationError) {
        guard name.hasPrefix(Self.prefix) else { return nil }
        let digits = name.dropFirst(Self.prefix.count)
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = CInt(digits), number > STDERR_FILENO
        else {
            throw ValidationError(
                localized(
                    "%1$s is no descriptor. Write its number, from 3 on, for example fd:3; - is standard input.",
                    DisplayText.quotation(name, limit: 60)))
        }
        var facts = stat()
        guard fstat(number, &facts) == 0, fcntl(number, F_SETFD, FD_CLOEXEC) == 0 else {
            throw ValidationError(
                localized(
                    "Nothing is open as descriptor %1$s. Open it where the command is started, for example by 3<FILE.",
                    "\(number)"))
        }
        guard [S_IFIFO, S_IFREG, S_IFSOCK].contains(facts.st_mode & S_IFMT) else {
            throw ValidationError(
                localized(
                    "Descriptor %1$s is neither a pipe nor a regular file. Name one that is, or leave --key out.",
                    "\(number)"))
        }
        self.number = number
    }

    /// Reads to the end, and closes the descriptor.
    ///
    /// - Parameter limit: The most bytes that are taken.
    /// - Returns: The bytes; one more than the limit where there are more.
    /// - Throws: ``ReadError``.
    func read(limit: Int) throws(ReadError) -> [UInt8] {
        defer { close(number) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        defer { for index in chunk.indices { chunk[index] = 0 } }
        while bytes.count <= limit {
            let count = Glibc.read(number, &chunk, chunk.count)
            guard count != 0 else { break }
            if count > 0 {
                bytes += chunk[..<count]
            } else if errno == EAGAIN {
                var wanted = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
                poll(&wanted, 1, -1)
            } else if errno != EINTR {
                throw ReadError(number: errno)
            }
        }
        return Array(bytes.prefix(limit + 1))
    }

    /// An error of the system.
    struct ReadError: Error {
        let number: CInt

        /// The system's words.
        var words: String { String(cString: strerror(number)) }
    }

    private static let prefix = "fd:"
}
