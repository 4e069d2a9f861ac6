// SPDX-License-Identifier: MIT

import FlyingSocks
import Foundation
import Glibc
import Logging
import NEARPrimitives
import NIOCore
import Testing
import ThreadTesting

@testable import NEARDevnet

/// Bytes that are made to break the server don't break it.
@Suite(.ownThread) struct HostileInputTests {
    /// Random bytes, and real transactions with a few bytes changed, which get further.
    @Test func randomTransactionsAreRefusedOneByOne() throws {
        var random = ConservationTests.Generator(state: 99)
        var chain = try LocalChain()
        let honest = try chain.sign("alice.root", to: "bob.root", [.transfer(NEARToken.test(1)), .functionCall("m")])
        let pattern = honest.signed.borshBytes
        let verifier = TransactionVerifier(parameters: chain.chain.settings.parameters)
        var accepted = 0
        for round in 0..<10_000 {
            var bytes = pattern
            if round.isMultiple(of: 2) {
                bytes = (0..<Int.random(in: 0...400, using: &random)).map { _ in .random(in: 0...255, using: &random) }
            } else {
                for _ in 0...Int.random(in: 0...3, using: &random) {
                    bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
                }
            }
            guard bytes != pattern else { continue }
            do {
                let transaction = try PendingTransaction(bytes: bytes)
                try verifier.checkWellFormed(transaction)
                try chain.chain.accept(transaction)
                accepted += 1
            } catch {
                continue
            }
        }
        #expect(accepted == 0)
    }

    @Test func connectionThatSaysLittleHoldsNobodyUp() async throws {
        try await withDevnet { devnet, client in
            let port = UInt16(try #require(devnet.rpcURL.port))
            var sockets: [Socket] = []
            for _ in 0..<50 {
                let socket = try Socket(domain: AF_INET)
                try socket.connect(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
                _ = try socket.write(Data("POST / HTTP/1.1\r\nContent-Length: 1000\r\n".utf8))
                sockets.append(socket)
            }
            #expect(try await client.result("status", [])["chain_id"] == "devnet")
            for socket in sockets { try socket.close() }
        }
    }

    @Test(arguments: ["GARBAGE\r\n\r\n", "\u{0}\u{1}\u{2}", "POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n"])
    func connectionThatSpeaksNoHTTPIsClosed(_ text: String) async throws {
        try await withDevnet { devnet, client in
            let socket = try Socket(domain: AF_INET)
            let port = UInt16(try #require(devnet.rpcURL.port))
            try socket.connect(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
            _ = try socket.write(Data(text.utf8))
            #expect(try await client.result("status", [])["chain_id"] == "devnet")
            try socket.close()
        }
    }

    /// A client that sends nothing, or a little now and then, doesn't keep its connection open.
    @Test(arguments: ["", "POST / HTTP/1.1\r\n", "POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\n{"])
    func clientThatTakesTooLongIsCutOff(_ text: String) async throws {
        let chain = try LocalChain()
        let service = RPCService(
            host: ChainHost(chain.chain, production: .onDemand, logger: Logger(label: "test")),
            settings: chain.chain.settings, seed: "", rootAccountId: chain.setup.root.id, waitLimit: .seconds(1),
            startedAt: .now, logger: Logger(label: "test"))
        let server = try await RPCServer.start(
            HTTPRoutes(service: service, access: PageAccess(allowing: [])), port: 0, patience: .milliseconds(100))
        let port = server.port
        let socket = try Socket(domain: AF_INET)
        try socket.connect(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
        _ = try socket.write(Data(text.utf8))
        // Blocks until the server closes the connection.
        #expect(throws: SocketError.self) { try socket.read(atMost: 1) }
        try socket.close()
        await server.stop()
    }

    /// A head without an end is refused long before it fills the memory.
    @Test func headWithoutEndIsRefused() async throws {
        try await withDevnet { devnet, client in
            let port = UInt16(try #require(devnet.rpcURL.port))
            let socket = try Socket(domain: AF_INET)
            try socket.connect(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
            _ = try socket.write(Data("POST / HTTP/1.1\r\n".utf8))
            let line = Data("X-Filler: \(String(repeating: "x", count: 4_000))\r\n".utf8)
            var sent = 0
            // The kernel may hold some 36 MiB of it, whatever the server reads.
            #expect(throws: SocketError.self) {
                while sent < 64 * 1024 * 1024 { sent += try socket.write(line) }
            }
            try socket.close()
            #expect(try await client.result("status", [])["chain_id"] == "devnet")
        }
    }

    /// JSON that is nothing but brackets is refused, however many there are.
    @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
    func deepJSONIsRefused(_ bracket: String) async throws {
        try await withDevnet { _, client in
            let depth = RPCServer.maxBodySize / 2 / bracket.utf8.count
            let answer = try await client.send(body: Array(String(repeating: bracket, count: depth).utf8))
            #expect(answer.status == 400)
            #expect(try answer.json()["error"]?["cause"]?["name"] == "PARSE_ERROR")
            let nested = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
            let body = #"{"jsonrpc":"2.0","id":1,"method":"query","params":\#(nested)}"#
            #expect(try await client.send(body: Array(body.utf8)).status == 400)
            #expect(try await client.result("status", [])["chain_id"] == "devnet")
        }
    }

    /// Requests that come all at once, the last of them from a client that then says nothing more.
    @Test(arguments: [false, true])
    func requestsInOnePieceAreAnsweredInTheirOrder(_ closesItsSide: Bool) async throws {
        try await withDevnet { devnet, _ in
            let port = UInt16(try #require(devnet.rpcURL.port))
            let count = 300
            var requests = ""
            for id in 0..<count {
                let body = #"{"jsonrpc":"2.0","id":\#(id),"method":"status","params":[]}"#
                let isLast = id == count - 1 && !closesItsSide
                requests += "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n"
                requests += (isLast ? "Connection: close\r\n" : "") + "\r\n" + body
            }
            let text = requests
            let socket = try Socket(domain: AF_INET)
            try socket.connect(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
            var rest = Data(text.utf8)
            while !rest.isEmpty { rest = rest.dropFirst(try socket.write(rest)) }
            if closesItsSide { Glibc.shutdown(socket.file.rawValue, Int32(SHUT_WR)) }
            var bytes: [UInt8] = []
            while let part = try Self.read(socket) { bytes += part }
            try socket.close()
            let answers = String(decoding: bytes, as: UTF8.self)
            let ids = answers.matches(of: /"id":(\d+)/).compactMap { Int($0.output.1) }
            #expect(ids == Array(0..<count))
        }
    }

    /// The bytes that have come, or `nil` at the end.
    private static func read(_ socket: Socket) throws -> [UInt8]? {
        do {
            return try socket.read(atMost: 65_536)
        } catch SocketError.disconnected {
            return nil
        }
    }
}
