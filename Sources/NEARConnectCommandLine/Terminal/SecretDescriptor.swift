// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import Glibc
internal import SafeText

/// An open descriptor that a secret comes from or goes to, named `fd:3`.
///
/// It is a pipe, a socket or a regular file. A key or words that come so are in no file, no command line and no
/// variable.
package struct SecretDescriptor: Sendable {
    private let number: CInt

    /// Takes a descriptor for this process alone: children don't inherit it.
    ///
    /// - Parameters:
    ///   - name: The option's value.
    ///   - option: The option, for the error.
    /// - Returns: `nil` if the value names no descriptor but a file.
    /// - Throws: `ValidationError` if nothing that a key can come from is open under this number.
    package init?(_ name: String, option: String = "--key") throws(ValidationError) {
        guard let number = try Self.number(name, option) else { return nil }
        guard fcntl(number, F_SETFD, FD_CLOEXEC) == 0 else { throw Self.notOpen(number) }
        self.number = number
    }

    /// Makes sure that a value names a descriptor, and leaves that to the program which this process executes.
    ///
    /// - Throws: `ValidationError`.
    package static func check(_ name: String, option: String) throws(ValidationError) {
        guard try number(name, option) != nil else {
            throw ValidationError(
                localized(
                    "%1$s is no descriptor. Write its number after %2$s, from 3 on, for example fd:3.",
                    DisplayText.quotation(name, limit: 60), option))
        }
    }

    private static func number(_ name: String, _ option: String) throws(ValidationError) -> CInt? {
        guard name.hasPrefix(prefix) else { return nil }
        let digits = name.dropFirst(prefix.count)
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = CInt(digits), number > STDERR_FILENO
        else {
            throw ValidationError(
                localized(
                    "%1$s is no descriptor. Write its number, from 3 on, for example fd:3; - is standard input.",
                    DisplayText.quotation(name, limit: 60)))
        }
        var facts = stat()
        guard fstat(number, &facts) == 0 else { throw notOpen(number) }
        guard [S_IFIFO, S_IFREG, S_IFSOCK].contains(facts.st_mode & S_IFMT) else {
            throw ValidationError(
                localized(
                    "Descriptor %1$s is neither a pipe nor a regular file. Name one that is, or leave %2$s out.",
                    "\(number)", option))
        }
        return number
    }

    private static func notOpen(_ number: CInt) -> ValidationError {
        ValidationError(
            localized(
                "Nothing is open as descriptor %1$s. Open it where the command is started, for example by %1$s<FILE.",
                "\(number)"))
    }

    /// Reads to the end, and closes the descriptor.
    ///
    /// - Parameter limit: The most bytes that are taken.
    /// - Returns: The bytes; one more than the limit where there are more.
    /// - Throws: ``ReadError``.
    package func read(limit: Int) throws(ReadError) -> [UInt8] {
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

    /// Writes all bytes, and closes the descriptor.
    ///
    /// - Throws: ``ReadError``.
    package func write(_ bytes: [UInt8]) throws(ReadError) {
        defer { close(number) }
        var left = bytes[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
            if count > 0 { left = left.dropFirst(count) } else if errno != EINTR { throw ReadError(number: errno) }
        }
    }

    /// An error of the system.
    package struct ReadError: Error {
        package let number: CInt

        package init(number: CInt) { self.number = number }

        /// The system's words.
        package var words: String { String(cString: strerror(number)) }
    }

    private static let prefix = "fd:"
}
