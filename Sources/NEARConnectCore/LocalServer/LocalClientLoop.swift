// SPDX-License-Identifier: MIT

internal import Glibc

/// The work of a client's thread: sends calls, takes answers and ends calls at their deadlines.
struct LocalClientLoop {
    let socket: SocketDescriptor
    let thread: SocketThread
    let calls: LocalClientCalls
    private var reader: LineReader
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    /// True if the server reads nothing any more; what it has sent is still read.
    private var isBroken = false

    init(socket: SocketDescriptor, thread: SocketThread, calls: LocalClientCalls, limit: Int) {
        self.socket = socket
        self.thread = thread
        self.calls = calls
        reader = LineReader(limit: limit)
    }

    /// Runs until the connection ends or the client is closed.
    mutating func run() {
        while !thread.isStopping, !calls.hasEnded { turn() }
        calls.end(.ended)
    }

    private mutating func turn() {
        let timeout = Self.milliseconds(until: calls.expire(at: .now))
        let sending = !isBroken && calls.waitingBytes > 0
        var waits = [
            pollfd(fd: thread.wakeUp.waiting.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket.number, events: Int16(POLLIN) | (sending ? Int16(POLLOUT) : 0), revents: 0),
        ]
        guard poll(&waits, nfds_t(waits.count), timeout) > 0 else { return }
        if waits[0].revents != 0 { thread.wakeUp.clear() }
        if !isBroken { isBroken = !calls.flush(to: socket) }
        if waits[1].revents & ~Int16(POLLOUT) != 0 { read() }
    }

    private mutating func read() {
        let count = socket.receive(into: &buffer)
        guard count > 0 else {
            if count == 0 || errno != EAGAIN { calls.end(.ended) }
            return
        }
        reader.append(buffer[..<count])
        do throws(LineReader.TooLongError) {
            while !calls.hasEnded, let line = try reader.next() { calls.take(line) }
        } catch {
            calls.end(.unreadable(reason: LocalCallError.lineTooLong(limit: reader.limit).message))
        }
    }

    /// Returns the time for `poll`, rounded up: before the deadline there is nothing to do.
    private static func milliseconds(until due: ContinuousClock.Instant?) -> CInt {
        guard let due else { return -1 }
        let (seconds, attoseconds) = max(.zero, ContinuousClock.now.duration(to: due)).components
        guard seconds < 1_000_000 else { return 1_000_000_000 }
        return CInt(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
