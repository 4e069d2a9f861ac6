// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// The least of an HTTP client: one blocking connection, one request after the other.
///
/// Its own cost is negligible.
final class BareClient {
    private let socket: Int32

    /// Connects to 127.0.0.1.
    init(port: UInt16) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { throw BenchError("no socket: \(errno)") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            let error = errno
            close(socket)
            throw BenchError("no connection: \(error)")
        }
    }

    deinit {
        close(socket)
    }

    /// Does blocking work on a thread of its own, so that it takes none from those that Swift's tasks share.
    static func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result(catching: work)) }.start()
        }
    }

    /// Sends a request and reads the body of the answer.
    func post(_ body: String) throws -> String {
        let head =
            "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        let request = Array((head + body).utf8)
        var sent = 0
        while sent < request.count {
            let count = request[sent...].withUnsafeBytes { send(socket, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { throw BenchError("sending failed: \(errno)") }
            sent += count
        }
        return try readBody()
    }

    private func readBody() throws -> String {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { throw BenchError("reading failed: \(errno)") }
            received.append(contentsOf: buffer[0..<count])
            guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
            let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
            guard let length = contentLength(head) else { throw BenchError(head) }
            if received.count - end.upperBound >= length {
                return String(decoding: received[end.upperBound...], as: UTF8.self)
            }
        }
    }

    private func contentLength(_ head: String) -> Int? {
        for line in head.utf8.split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
            guard parts.count == 2, String(parts[0])?.lowercased() == "content-length" else { continue }
            return String(parts[1])?.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) }
        }
        return nil
    }
}
