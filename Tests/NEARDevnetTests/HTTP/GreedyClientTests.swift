// SPDX-License-Identifier: MIT

import FlyingSocks
import Foundation
import Logging
import NEARPrimitives
import NIOCore
import Testing
import ThreadTesting

@testable import NEARDevnet

/// Clients that send and don't read, and those that make the server hold much.
@Suite(.ownThread) struct GreedyClientTests {
    /// A server with limits of a test's own.
    private static func withServer(
        patience: TimeAmount = .seconds(60), memory: BodyMemory = BodyMemory(limit: RPCServer.maxBodyMemory),
        _ body: (ChainHost, URL) async throws -> Void
    ) async throws {
        let local = try LocalChain()
        let logger = Logger(label: "test")
        let host = ChainHost(local.chain, production: .onDemand, logger: logger)
        let service = RPCService(
            host: host, settings: local.chain.settings, seed: "", rootAccountId: local.setup.root.id,
            waitLimit: .seconds(10), startedAt: .now, logger: logger)
        let routes = HTTPRoutes(service: service, access: try PageAccess(allowing: []))
        let server = try await RPCServer.start(routes, port: 0, patience: patience, memory: memory)
        do {
            try await body(host, try #require(URL(string: "http://127.0.0.1:\(server.port)")))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private static func text(_ method: String, _ params: JSONValue, headers: String = "") -> String {
        let body: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
        let count = body.bytes.count
        return "POST / HTTP/1.1\r\nHost: localhost\r\n\(headers)Content-Length: \(count)\r\n\r\n"
            + String(decoding: body.bytes, as: UTF8.self)
    }

    /// A block a request shows how many are answered while nobody reads: as many as the system's buffers hold.
    @Test func whoDoesNotReadIsNotAnsweredAndThenCutOff() async throws {
        try await Self.withServer(patience: .milliseconds(500)) { host, url in
            let connection = try RawConnection(url)
            let page = "GET /explorer.js HTTP/1.1\r\nHost: localhost\r\nX-Filler: "
            let filler = String(repeating: "x", count: 8_000)
            let pair = "\(page)\(filler)\r\n\r\n" + Self.text("sandbox_fast_forward", ["delta_height": 1])
            var sent = 0
            // The server reads no more, and in the end closes the connection.
            #expect(throws: SocketError.self) {
                while sent < 8_000 {
                    try connection.send(pair)
                    sent += 1
                }
            }
            #expect(host.chain.head.height < 1_500)
            #expect(sent < 8_000)
            try connection.close()
        }
    }

    /// Patience is with each part of an answer, not with the whole.
    @Test func whoReadsSlowlyGetsTheWholeAnswer() async throws {
        try await Self.withServer(patience: .seconds(1)) { host, url in
            let size = 9_000_000
            try await host.patch([
                .contractCodeUpdate(AccountId("alice.root"), ContractCode(.init(repeating: 7, count: size)))
            ])
            try await host.patch([
                .accountUpdate(
                    AccountId("alice.root"),
                    AccountRecord(
                        amount: 1, contract: .local(ContractCode(.init(repeating: 7, count: size)).hash),
                        storageUsage: 1))
            ])
            let connection = try RawConnection(url, receiveBuffer: 4_096)
            try connection.send(
                Self.text("query", ["request_type": "view_code", "finality": "final", "account_id": "alice.root"]))
            let begin = ContinuousClock.now
            var count = 0
            while count < size * 4 / 3 {
                count += try connection.read(atMost: 65_536).count
                if begin.duration(to: .now) < .seconds(3) { try await Task.sleep(for: .milliseconds(20)) }
            }
            #expect(begin.duration(to: .now) > .seconds(3))
            try connection.close()
        }
    }

    /// The bodies that connections keep back count together; small requests go on, and what ends gives its share back.
    @Test(arguments: [false, true]) func unfinishedBodiesAreLimitedTogether(_ announcesLength: Bool) async throws {
        let memory = BodyMemory(limit: 4_000_000)
        try await Self.withServer(memory: memory) { host, url in
            let part = String(repeating: " ", count: 1_000_000)
            var open: [RawConnection] = []
            for _ in 0..<4 {
                let connection = try RawConnection(url)
                let length =
                    announcesLength ? "Content-Length: 9000000\r\n\r\n" : "Transfer-Encoding: chunked\r\n\r\nF4240\r\n"
                try connection.send("POST / HTTP/1.1\r\nHost: localhost\r\n\(length)\(part)")
                open.append(connection)
            }
            while memory.taken < 4 * BodyMemory.share(of: part.utf8.count) { await Task.yield() }
            let large = try RawConnection(url)
            for _ in 0..<3 {
                #expect(try large.call("status", [], headers: ["Host: localhost"]).status == 200)
                #expect(try large.request("POST /", ["Host: localhost"], body: Array(part.utf8)).status == 503)
            }
            for connection in open { try connection.close() }
            while memory.taken > 0 { await Task.yield() }
            #expect(try large.request("POST /", ["Host: localhost"], body: Array(part.utf8)).status == 400)
            try large.close()
        }
    }

    /// Answers that nobody reads count, too.
    @Test func unreadAnswersAreLimitedTogether() async throws {
        let memory = BodyMemory(limit: 14_000_000)
        try await Self.withServer(memory: memory) { host, url in
            let code = ContractCode(.init(repeating: 7, count: 4_500_000))
            let id = try AccountId("alice.root")
            try await host.patch([
                .contractCodeUpdate(id, code),
                .accountUpdate(id, AccountRecord(amount: 1, contract: .local(code.hash), storageUsage: 1)),
            ])
            let view: JSONValue = ["request_type": "view_code", "finality": "final", "account_id": "alice.root"]
            var open: [RawConnection] = []
            var statuses: Set<Int> = []
            for _ in 0..<4 {
                let connection = try RawConnection(url, receiveBuffer: 4_096)
                try connection.send(Self.text("query", view))
                // The first line is enough to know.
                statuses.insert(try connection.head().status)
                open.append(connection)
            }
            #expect(statuses == [200, 503])
            for connection in open { try connection.close() }
            while memory.taken > 0 { await Task.yield() }
            let last = try RawConnection(url)
            #expect(try last.call("query", view, headers: ["Host: localhost"]).status == 200)
            try last.close()
        }
    }

    /// Shares are given back whatever becomes of the request.
    @Test func nothingIsLeftBehind() async throws {
        let memory = BodyMemory(limit: 1_000_000)
        try await Self.withServer(memory: memory) { _, url in
            let body = [UInt8](repeating: 0x20, count: 900_000)
            let connection = try RawConnection(url)
            for _ in 0..<20 {
                #expect(try connection.request("POST /", ["Host: localhost"], body: body).status == 400)
                #expect(try connection.request("POST /", ["Host: evil.example"], body: body).status == 403)
                #expect(try connection.request("POST /nothing", ["Host: localhost"], body: body).status == 404)
                #expect(
                    try connection.request("POST /", ["Host: localhost"], body: body + body).status == 503)
            }
            #expect(memory.taken == 0)
            try connection.close()
        }
    }
}
