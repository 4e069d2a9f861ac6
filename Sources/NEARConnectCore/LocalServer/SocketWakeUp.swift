// SPDX-License-Identifier: MIT

internal import Glibc

/// Ends the wait of a thread that polls its sockets.
final class SocketWakeUp: Sendable {
    /// The descriptor to poll.
    let waiting: SocketDescriptor
    private let ringing: SocketDescriptor

    init(for path: LocalSocketPath?) throws(SystemCallError) {
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        (waiting, ringing) = try SocketDescriptor.pair(type, for: path)
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
