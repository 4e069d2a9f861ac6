// SPDX-License-Identifier: MIT

internal import Glibc

/// Ends the wait of a thread that polls its sockets.
final class SocketWakeUp: Sendable {
    /// The descriptor to poll.
    let waiting: SocketDescriptor
    private let ringing: SocketDescriptor

    init(for path: LocalSocketPath) throws(SystemCallError) {
        var pair: (CInt, CInt) = (-1, -1)
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let made = withUnsafeMutablePointer(to: &pair) {
            $0.withMemoryRebound(to: CInt.self, capacity: 2) { socketpair(AF_UNIX, type, 0, $0) }
        }
        guard made == 0 else { throw SystemCallError(call: "socketpair", path: path.text, errno: errno) }
        (waiting, ringing) = (SocketDescriptor(owning: pair.0), SocketDescriptor(owning: pair.1))
    }

    /// Wakes the thread, now or when it waits next.
    func ring() {
        // Where there is no room, enough has been said.
        _ = withUnsafeBytes(of: UInt8(1)) { ringing.send($0) }
    }

    /// Takes all that was rung.
    func clear() {
        var buffer = [UInt8](repeating: 0, count: 512)
        while waiting.receive(into: &buffer) > 0 {}
    }
}
