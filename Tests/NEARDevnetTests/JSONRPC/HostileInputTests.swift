// SPDX-License-Identifier: MIT

import FlyingSocks
import Foundation
import NEARPrimitives
import Testing

@testable import NEARDevnet

/// Bytes made to break it don't.
@Suite struct HostileInputTests {
    /// Random bytes, and real transactions with a few bytes changed, which get further.
    @Test func randomTransactionsAreRefusedOneByOne() async throws {
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

    @Test func manyClientsAtOnceAreAllAnswered() async throws {
        try await withDevnet { _, client in
            try await withThrowingTaskGroup(of: JSONValue.self) { group in
                for _ in 0..<200 { group.addTask { try await client.result("status", []) } }
                for try await status in group { #expect(status["chain_id"] == "devnet") }
            }
        }
    }
}
