// SPDX-License-Identifier: MIT

import Glibc
import NEARPrimitives

@testable import NEARConnectCore

/// A client that sends any bytes, in any pieces, and reads when the test says so.
///
/// It blocks its thread, no longer than ``patience``.
final class RawLocalClient {
    enum RawClientError: Error {
        case system(String, CInt)
        case noLine(soFar: String)
    }

    private static let patience: CInt = 20_000

    private let socket: SocketDescriptor
    private var received: [UInt8] = []

    init(_ path: String) throws {
        let path = try LocalSocketPath(path)
        socket = try SocketDescriptor.make(for: path)
        guard path.withAddress({ connect(socket.number, $0, $1) }) == 0 else {
            throw RawClientError.system("connect", errno)
        }
    }

    /// Sends all bytes, or as many as the server takes before it closes.
    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { socket.send($0) }
            guard sent > 0 else { return }
            rest = rest.dropFirst(sent)
        }
    }

    func send(line: String) { send(Array(line.utf8) + [0x0A]) }

    /// Sends nothing any more.
    func finish() { shutdown(socket.number, CInt(SHUT_WR)) }

    /// Returns the next line; `nil` if the server has closed.
    func line() throws -> String? {
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
    func json() throws -> JSONValue? {
        try line().map { try JSONValue.parse($0) }
    }

    /// Returns the number of lines until the server closes.
    func linesToEnd() throws -> Int {
        var count = 0
        while try line() != nil { count += 1 }
        return count
    }
}
