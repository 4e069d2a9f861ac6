// SPDX-License-Identifier: MIT

internal import Glibc

/// One connection on the server's thread: its socket, and what came of a line so far.
struct LocalServerConnection {
    let socket: SocketDescriptor
    let caller: LocalCaller
    private var reader: LineReader
    private let limit: Int

    init(socket: SocketDescriptor, caller: LocalCaller, limit: Int) {
        self.socket = socket
        self.caller = caller
        self.limit = limit
        reader = LineReader(limit: limit)
    }

    /// The events that the thread waits for; an end of both sides is always among them.
    var events: Int16 {
        (caller.hasHeardAll ? 0 : Int16(POLLIN)) | (caller.waitingBytes > 0 ? Int16(POLLOUT) : 0)
    }

    /// Reads and writes what is possible now.
    ///
    /// - Returns: False if the connection is over.
    mutating func serve(_ events: Int16, buffer: inout [UInt8]) -> Bool {
        if events & Int16(POLLIN) != 0 {
            guard read(into: &buffer) else { return false }
        } else if events & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
            return false
        }
        guard !caller.hasEnded, caller.flush() else { return false }
        // A client that only listens may still be waiting for answers.
        return !caller.hasHeardAll || !caller.isIdle || caller.waitingBytes > 0
    }

    private mutating func read(into buffer: inout [UInt8]) -> Bool {
        let count = socket.receive(into: &buffer)
        guard count != 0 else {
            // A line without its newline was cut off, and is not acted on.
            caller.endListening()
            return true
        }
        guard count > 0 else { return errno == EAGAIN }
        reader.append(buffer[..<count])
        do throws(LineReader.TooLongError) {
            while !caller.hasEnded, let line = try reader.next() { caller.take(line) }
            return true
        } catch {
            caller.refuse(.null, .lineTooLong(limit: limit))
            _ = caller.flush()
            return false
        }
    }
}
