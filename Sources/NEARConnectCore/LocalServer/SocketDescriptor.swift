// SPDX-License-Identifier: MIT

internal import CLocalSocket
internal import Glibc

/// A socket's descriptor, closed with the last reference.
package final class SocketDescriptor: Sendable {
    /// The process at the other end.
    struct Peer: Sendable {
        let pid: pid_t
        let uid: uid_t
    }

    package let number: CInt

    /// Takes over a descriptor.
    package init(owning number: CInt) {
        self.number = number
    }

    /// Creates a UNIX socket that no started program inherits.
    static func make(for path: LocalSocketPath) throws(SystemCallError) -> SocketDescriptor {
        let number = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw SystemCallError(call: "socket", path: path.text, errno: errno) }
        return SocketDescriptor(owning: number)
    }

    /// Creates two sockets that are connected with each other.
    ///
    /// - Parameters:
    ///   - type: The type of both, with its flags.
    ///   - path: The path that errors name, if there is one.
    static func pair(
        _ type: CInt, for path: LocalSocketPath? = nil
    ) throws(SystemCallError) -> (SocketDescriptor, SocketDescriptor) {
        var pair: (CInt, CInt) = (-1, -1)
        let made = withUnsafeMutablePointer(to: &pair) {
            $0.withMemoryRebound(to: CInt.self, capacity: 2) { socketpair(AF_UNIX, type, 0, $0) }
        }
        guard made == 0 else { throw SystemCallError(call: "socketpair", path: path?.text ?? "", errno: errno) }
        return (SocketDescriptor(owning: pair.0), SocketDescriptor(owning: pair.1))
    }

    deinit {
        close(number)
    }

    /// The process that connected, or that listens, when it did so; `nil` where the system doesn't tell.
    ///
    /// The uid is the kernel's word. The process may have ended since, and another one may have its number.
    var peer: Peer? {
        var pid: pid_t = 0
        var uid: uid_t = 0
        return near_connect_peer(number, &pid, &uid) == 0 ? Peer(pid: pid, uid: uid) : nil
    }

    /// Makes calls return where they would wait.
    ///
    /// - Returns: False if the system refused that.
    package func stopBlocking() -> Bool {
        fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) == 0
    }

    /// Sends without SIGPIPE where nobody listens any more.
    package func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        Glibc.send(number, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
    }

    /// Reads what has come, as `read` does.
    package func receive(into buffer: inout [UInt8]) -> Int {
        while true {
            let count = recv(number, &buffer, buffer.count, 0)
            if count < 0 && errno == EINTR { continue }
            return count
        }
    }
}
