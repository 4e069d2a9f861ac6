// SPDX-License-Identifier: MIT

import FlyingSocks
import Foundation
import NEARRPC
import Synchronization

/// A loopback server below HTTP: a test writes and closes as no proper server would.
final class RawServer: Sendable {
    /// One connection of a client.
    struct Connection: Sendable {
        fileprivate let socket: AsyncSocket
        /// The number of the connection, from 0.
        let number: Int

        /// Reads one request, header and body.
        func readRequest() async throws {
            var header: [UInt8] = []
            while !header.suffix(4).elementsEqual("\r\n\r\n".utf8) { header.append(try await socket.read()) }
            let lines = String(decoding: header, as: UTF8.self).lowercased().split(separator: "\r\n")
            let length = lines.first { $0.hasPrefix("content-length:") }
                .flatMap { Int($0.dropFirst("content-length:".count).trimmingCharacters(in: .whitespaces)) }
            if let length, length > 0 { _ = try await socket.read(bytes: length) }
        }

        func write(_ text: String) async throws { try await socket.write(Data(text.utf8)) }
        func close() throws { try socket.close() }

        /// Returns once the client has closed its side.
        func waitForClose() async {
            do {
                while true { _ = try await socket.read() }
            } catch {
                return
            }
        }
    }

    let endpoint: RPCEndpoint
    private let counter: Counter

    private final class Counter: Sendable {
        let requests = Mutex(0)
    }

    private init(endpoint: RPCEndpoint, counter: Counter) {
        self.endpoint = endpoint
        self.counter = counter
    }

    /// The number of requests that `count()` was called for.
    var requests: Int { counter.requests.withLock { $0 } }

    /// Runs `body` with a server that treats each connection by `serve`.
    ///
    /// `serve` calls its second argument once for each request it has read.
    @discardableResult static func run<Result: Sendable>(
        serving serve: @escaping @Sendable (Connection, _ count: @Sendable () -> Void) async throws -> Void,
        _ body: @Sendable (RawServer) async throws -> Result
    ) async throws -> Result {
        let socket = try Socket(domain: AF_INET)
        try socket.setValue(true, for: .localAddressReuse)
        try socket.bind(to: .inet(ip4: "127.0.0.1", port: 0))
        try socket.listen()
        guard case .ip4(_, let port) = try socket.sockname(), let url = URL(string: "http://127.0.0.1:\(port)") else {
            throw FakeNodeError.notListening
        }
        let pool = SocketPool.make()
        try await pool.prepare()
        let listener = try AsyncSocket(socket: socket, pool: pool)
        let counter = Counter()
        let running = Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await pool.run() }
                group.addTask {
                    try await withThrowingDiscardingTaskGroup { connections in
                        var number = 0
                        while !Task.isCancelled {
                            let connection = Connection(socket: try await listener.accept(), number: number)
                            number += 1
                            connections.addTask {
                                do {
                                    try await serve(connection) { counter.requests.withLock { $0 += 1 } }
                                } catch is SocketError {
                                    // The client has gone, which many of these tests are about.
                                }
                            }
                        }
                    }
                }
                try await group.next()
            }
        }
        defer { running.cancel() }
        return try await body(RawServer(endpoint: RPCEndpoint(url: url), counter: counter))
    }
}
