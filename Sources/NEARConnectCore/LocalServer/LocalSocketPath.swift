// SPDX-License-Identifier: MIT

internal import Glibc
internal import SafeText

/// A path that a UNIX socket can have.
struct LocalSocketPath: Sendable, Hashable {
    /// The longest path in bytes: the kernel's 108 with the zero at the end.
    static let limit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    let text: String

    /// Checks a path.
    init(_ text: String) throws(LocalSocketPathError) {
        guard text.hasPrefix("/") else { throw .relative(path: text) }
        guard !text.utf8.contains(0) else { throw .zeroByte(path: text) }
        guard text.utf8.count <= Self.limit else { throw .tooLong(path: text, limit: Self.limit) }
        self.text = text
    }

    /// The folder that the socket is in.
    var folder: String {
        let end = text.lastIndex(of: "/") ?? text.startIndex
        return end == text.startIndex ? "/" : String(text[..<end])
    }

    /// Runs `body` with the path as the system's calls take it.
    func withAddress<Value>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: text.utf8) }
        return withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// The reasons for which a path can't be a socket's.
package enum LocalSocketPathError: Error, Sendable, Hashable, CustomStringConvertible {
    case relative(path: String)
    case zeroByte(path: String)
    case tooLong(path: String, limit: Int)

    package var description: String {
        switch self {
        case .relative(let path):
            localized("%1$s: the path of a socket begins with “/”", DisplayText.line(path))
        case .zeroByte(let path):
            localized("%1$s: the path has a zero byte in it", DisplayText.line(path))
        case .tooLong(let path, let limit):
            localized(
                "%1$s: the path of a socket may have %2$s bytes, this one has %3$s; use a shorter folder",
                DisplayText.line(path), "\(limit)", "\(path.utf8.count)")
        }
    }
}
