// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import NEARPrimitives
import Synchronization
import Testing

/// A node that answers one call of one method, with an error, and hangs up on all other calls.
final class ForgetfulNode: Sendable {
    let url: URL
    /// True once it has given its answer.
    var hasAnswered: Bool { answered.withLock(\.self) }

    private let listener: Int32
    private let method: String
    private let error: String
    private let answered = Mutex(false)

    /// - Parameters:
    ///   - method: The call that is answered.
    ///   - error: The answer's `error`, as JSON.
    init(method: String, error: String) throws {
        self.method = method
        self.error = error
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let results = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                [bind(descriptor, $0, length), listen(descriptor, 64), getsockname(descriptor, $0, &length)]
            }
        }
        #expect(results == [0, 0, 0])
        url = try #require(URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"))
        // The thread ends with the listener: accepting fails then.
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else { return }
                self?.serve(connection)
                close(connection)
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private func serve(_ connection: Int32) {
        guard let call = Self.call(from: connection), call["method"]?.stringValue == method else { return }
        let isFirst = answered.withLock { answered in
            defer { answered = true }
            return !answered
        }
        guard isFirst else { return }
        let body = "{\"jsonrpc\":\"2.0\",\"id\":\(call["id"]?.text ?? "null"),\"error\":\(error)}"
        let answer =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        _ = answer.utf8CString.withUnsafeBytes {
            send(connection, $0.baseAddress, $0.count - 1, Int32(MSG_NOSIGNAL))
        }
    }

    /// The JSON of a request's body; `nil` when the client goes before it is there.
    private static func call(from connection: Int32) -> JSONValue? {
        var text = ""
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            if let start = text.range(of: "\r\n\r\n")?.upperBound {
                do { return try JSONValue.parse(String(text[start...])) } catch {
                    // There is more to come.
                }
            }
            let count = recv(connection, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            text += String(decoding: chunk[..<count], as: UTF8.self)
        }
    }
}
