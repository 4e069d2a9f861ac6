// SPDX-License-Identifier: MIT

import FlyingSocks
import Foundation
import NEARPrimitives
import Testing

/// A connection to a devnet on which a test writes every byte of a request itself.
///
/// Reading and writing block, so tests with one have the trait `ownThread`.
struct RawConnection {
    private let socket: Socket

    /// Connects.
    ///
    /// - Parameter receiveBuffer: Bytes that the system takes before the test reads them; `nil` for its own choice.
    init(_ url: URL, receiveBuffer: Int32? = nil) throws {
        socket = try Socket(domain: AF_INET)
        if var receiveBuffer {
            setsockopt(socket.file.rawValue, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        // A test fails where no answer comes.
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(socket.file.rawValue, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        try socket.connect(to: sockaddr_in.inet(ip4: "127.0.0.1", port: UInt16(try #require(url.port))))
    }

    func send(_ text: String) throws { try send(Data(text.utf8)) }

    func send(_ bytes: Data) throws {
        var sent = bytes.startIndex
        while sent < bytes.endIndex { sent = try socket.write(bytes, from: sent) }
    }

    /// Sends a request with exactly these lines in its head, and a length.
    func request(_ line: String, _ headers: [String], body: [UInt8] = []) throws -> Answer {
        let head = ([line + " HTTP/1.1"] + headers + ["Content-Length: \(body.count)"]).joined(separator: "\r\n")
        try send(Data((head + "\r\n\r\n").utf8) + body)
        return try answer()
    }

    /// Calls a method as a page does that asks no preflight for it.
    func call(_ method: String, _ params: JSONValue, headers: [String]) throws -> Answer {
        let body: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
        return try request("POST /", headers + ["Content-Type: text/plain"], body: body.bytes)
    }

    struct Answer {
        let status: Int
        /// The lines of the head in small letters.
        let lines: [String]
        let body: [UInt8]

        func has(_ line: String) -> Bool { lines.contains(line) }
        func json() throws -> JSONValue { try JSONValue.parse(body) }
    }

    /// Reads the head of an answer: its status, and its lines in small letters.
    func head() throws -> (status: Int, lines: [String]) {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) { head.append(try socket.read()) }
        let lines = String(decoding: head, as: UTF8.self).lowercased().components(separatedBy: "\r\n")
        return (try #require(lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) }), lines)
    }

    /// Reads what has come, at least a byte.
    func read(atMost count: Int) throws -> [UInt8] { try socket.read(atMost: count) }

    /// Reads one answer that names its length.
    func answer() throws -> Answer {
        let (status, lines) = try head()
        let length = lines.first { $0.hasPrefix("content-length: ") }.flatMap { Int($0.dropFirst(16)) } ?? 0
        var body: [UInt8] = []
        while body.count < length { body.append(contentsOf: try socket.read(atMost: length - body.count)) }
        return Answer(status: status, lines: lines, body: body)
    }

    func close() throws { try socket.close() }
}
