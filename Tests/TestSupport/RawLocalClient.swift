// SPDX-License-Identifier: MIT

internal import Glibc
internal import NEARConnectCore
package import NEARPrimitives

/// A client of a local server that sends any bytes, in any pieces, and reads when the test says so.
///
/// It blocks its thread, no longer than ``patience``.
package final class RawLocalClient {
    package enum RawClientError: Error {
        case system(String, CInt)
        case noLine(soFar: String)
    }

    private static let patience: CInt = 20_000

    private let socket: SocketDescriptor
    private var received: [UInt8] = []

    /// Takes over a descriptor that is connected.
    package init(owning number: CInt) {
        socket = SocketDescriptor(owning: number)
    }

    /// Connects.
    package init(_ path: String) throws {
        let number = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw RawClientError.system("socket", errno) }
        socket = SocketDescriptor(owning: number)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let isConnected = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isConnected else { throw RawClientError.system("connect", errno) }
    }

    /// Sends all bytes, or as many as the server takes before it closes.
    ///
    /// - Returns: True if the server took all.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { socket.send($0) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Sends bytes again and again until none is taken for half a second, or the server has closed.
    ///
    /// - Returns: The number that was taken; at most about `most`.
    package func sendUntilNothingIsTaken(_ bytes: [UInt8], most: Int) -> Int {
        var taken = 0
        while taken < most {
            var wait = pollfd(fd: socket.number, events: Int16(POLLOUT), revents: 0)
            guard poll(&wait, 1, 500) > 0 else { break }
            let sent = bytes.withUnsafeBytes {
                Glibc.send(socket.number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
            }
            guard sent > 0 else { break }
            taken += sent
        }
        return taken
    }

    package func send(line: String) { send(Array(line.utf8) + [0x0A]) }

    /// Sends nothing any more.
    package func finish() { shutdown(socket.number, CInt(SHUT_WR)) }

    /// Reads nothing any more: who writes to this client is told that nobody listens.
    package func stopListening() { shutdown(socket.number, CInt(SHUT_RD)) }

    /// Returns the next line; `nil` if the server has closed.
    package func line() throws -> String? {
        while true {
            if let end = received.firstIndex(of: 0x0A) {
                defer { received.removeFirst(end + 1) }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            var wait = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, Self.patience) > 0 else {
                throw RawClientError.noLine(soFar: String(decoding: received, as: UTF8.self))
            }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = socket.receive(into: &buffer)
            guard count > 0 else { return nil }
            received += buffer[..<count]
        }
    }

    /// Returns the next line's JSON; `nil` if the server has closed.
    package func json() throws -> JSONValue? {
        try line().map { try JSONValue.parse($0) }
    }

    /// Returns the number of lines until the server closes.
    package func linesToEnd() throws -> Int {
        var count = 0
        while try line() != nil { count += 1 }
        return count
    }
}
