// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import MainLoopTesting
import XCTest

/// A server that takes connections and never answers by itself.
final class SilentNode {
    let url: URL
    private let listener: Int32

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                XCTAssertEqual(bind(descriptor, $0, length), 0)
                XCTAssertEqual(listen(descriptor, 64), 0)
                XCTAssertEqual(getsockname(descriptor, $0, &length), 0)
            }
        }
        url = try XCTUnwrap(URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"))
    }

    /// Takes a connection, reads what comes first, and returns the descriptor, which the caller closes.
    @MainActor
    func take() async -> Int32 {
        await waitUntil("a connection") { Self.hasInput(self.listener) }
        let visitor = accept(listener, nil, nil)
        await waitUntil("a request") { Self.hasInput(visitor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        XCTAssertGreaterThan(recv(visitor, &bytes, bytes.count, 0), 0)
        return visitor
    }

    /// Waits for a connection for ten seconds at most, in which the caller's loop doesn't turn.
    func isVisited() -> Bool { Self.hasInput(listener, within: 10_000) }

    private static func hasInput(_ descriptor: Int32, within milliseconds: Int32 = 0) -> Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wanted, 1, milliseconds) > 0
    }

    /// Sends a part of an answer.
    static func send(_ text: String, to visitor: Int32) {
        XCTAssertEqual(Glibc.send(visitor, text, text.utf8.count, Int32(MSG_NOSIGNAL)), text.utf8.count)
    }

    deinit { close(listener) }
}
