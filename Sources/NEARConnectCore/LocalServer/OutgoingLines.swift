// SPDX-License-Identifier: MIT

internal import Glibc

/// The bytes that wait until the other side of a socket reads.
struct OutgoingLines {
    /// The state of a socket after it was given what it takes.
    enum Progress {
        case emptied
        case full
        case broken
    }

    private let limit: Int
    private var bytes: [UInt8] = []
    /// The place of the first byte that isn't sent.
    private var start = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// The number of bytes that wait.
    var count: Int { bytes.count - start }

    /// Adds a line.
    ///
    /// - Returns: False if there is no room for it; then nothing is added.
    mutating func append(_ line: [UInt8]) -> Bool {
        guard count + line.count + 1 <= limit else { return false }
        if start > bytes.count / 2 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes += line
        bytes.append(0x0A)
        return true
    }

    /// Sends as much as the socket takes now.
    mutating func send(to socket: SocketDescriptor) -> Progress {
        while count > 0 {
            let sent = bytes.withUnsafeBytes { socket.send(UnsafeRawBufferPointer(rebasing: $0[start...])) }
            if sent < 0 && errno == EINTR { continue }
            if sent < 0 { return errno == EAGAIN ? .full : .broken }
            start += sent
        }
        removeAll()
        return .emptied
    }

    /// Drops all that waits, and its memory.
    mutating func removeAll() {
        bytes = []
        start = 0
    }
}
