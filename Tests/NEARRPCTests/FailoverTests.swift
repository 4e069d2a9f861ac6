// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARPrimitives
import Testing

@testable import NEARRPC

@Suite("Failover", .timeLimit(.minutes(5))) struct FailoverTests {
    private static let price: FakeNode.Answer = .result(["gas_price": "100000000"])

    @Test func anEndpointThatRefusesConnectionsIsPassedOver() async throws {
        try await FakeNode.run(answering: { _, _ in Self.price }) { node in
            let client = try makeClient(endpoints: [makeClosedEndpoint(), node.endpoint])
            #expect(try await client.gasPrice().yoctoNEAR == 100_000_000)
        }
    }

    @Test func anEndpointThatFailedStandsBehindTheOthersForAWhile() async throws {
        try await FakeNode.run(answering: { _, _ in .http(500, body: "oops") }) { broken in
            try await FakeNode.run(answering: { _, _ in Self.price }) { good in
                let clock = ManualClock()
                let client = try makeClient(broken, good, clock: clock)
                _ = try await client.gasPrice()
                _ = try await client.gasPrice()
                #expect(broken.calls.count == 1)
                #expect(good.calls.count == 2)
                clock.advance(by: .seconds(31))
                _ = try await client.gasPrice()
                #expect(broken.calls.count == 2)
            }
        }
    }

    static let badAnswers: [FakeNode.Answer] = [
        .http(500, body: "oops"), .http(502, body: "<html>Bad gateway</html>"), .http(401), .http(404, body: "nothing"),
        .http(200, body: ""), .http(200, body: "{\"jsonrpc\":\"2.0\",\"id\":\"near-con"),
        .http(200, body: "[1]"), .http(200, body: "{\"jsonrpc\":\"2.0\",\"id\":\"near-connect\"}"),
        .http(200, body: "{\"jsonrpc\":\"2.0\",\"id\":\"other\",\"result\":{\"gas_price\":\"7\"}}"),
        .error(makeHandlerError("NOT_SYNCED_YET")), .error(makeHandlerError("NO_SYNCED_BLOCKS")),
        .error(makeHandlerError("UNKNOWN_BLOCK")),
        .error(
            [
                "name": "INTERNAL_ERROR", "code": -32000, "message": "Server error",
                "cause": ["name": "INTERNAL_ERROR", "info": ["error_message": "database"]],
            ], status: 500),
        .error(makeHandlerError("TIMEOUT_ERROR"), status: 408),
    ]

    @Test(arguments: badAnswers.indices) func aReadGoesToTheNextEndpoint(after index: Int) async throws {
        try await FakeNode.run(answering: { _, _ in Self.badAnswers[index] }) { broken in
            try await FakeNode.run(answering: { _, _ in Self.price }) { good in
                let client = try makeClient(broken, good)
                #expect(try await client.gasPrice().yoctoNEAR == 100_000_000)
                #expect(broken.calls.count == 1)
            }
        }
    }

    @Test func whatANodeSaidCountsMoreThanASilentOne() async throws {
        try await FakeNode.run(answering: { _, _ in .error(makeHandlerError("UNKNOWN_BLOCK")) }) { node in
            let client = try makeClient(endpoints: [node.endpoint, makeClosedEndpoint()]) {
                $0.retryPolicy.maximumAttempts = 2
            }
            let error = await #expect(throws: RPCError.self) { try await client.block(.height(1)) }
            #expect(error?.cause == .unknownBlock(reference: nil))
        }
    }

    @Test func theAttemptsAreCountedOverAllEndpoints() async throws {
        try await FakeNode.run(answering: { _, _ in .http(503) }) { first in
            try await FakeNode.run(answering: { _, _ in .http(503) }) { second in
                let client = try makeClient(first, second) { $0.retryPolicy.maximumAttempts = 3 }
                let error = await #expect(throws: RPCError.self) { try await client.gasPrice() }
                #expect(first.calls.count == 2)
                #expect(second.calls.count == 1)
                guard case .unavailable(let failures) = error else {
                    Issue.record("not unavailable: \(String(describing: error))")
                    return
                }
                #expect(failures.map(\.reason) == Array(repeating: .http(status: 503), count: 3))
                #expect(failures[0].endpoint == first.endpoint.description)
            }
        }
    }

    @Test func theWaitsGrowAndAreJittered() {
        let policy = RetryPolicy(initialBackoff: .seconds(1), maximumBackoff: .seconds(5))
        #expect((1...5).map { policy.backoff(round: $0, random: 1) } == [1, 2, 4, 5, 5].map { .seconds($0) })
        #expect(policy.backoff(round: 1, random: 0) == .milliseconds(500))
        #expect(policy.backoff(round: .max, random: 1) == .seconds(5))
    }

    @Test func theSameEndpointIsAskedAgainAfterTheWait() async throws {
        try await FakeNode.run(answering: { _, number in number == 0 ? .http(503) : Self.price }) { node in
            let clock = ManualClock()
            let client = try makeClient(node, clock: clock) { $0.retryPolicy.initialBackoff = .seconds(2) }
            async let price = client.gasPrice()
            // The random number of tests is 1, the upper end of the jitter; the longest wait is the policy's.
            await clock.waitForSleeper(of: .milliseconds(2))
            #expect(node.calls.count == 1)
            clock.advance(by: .milliseconds(2))
            #expect(try await price.yoctoNEAR == 100_000_000)
        }
    }

    @Test func anEndpointThatIsNoWebAddressIsRefusedAtOnce() {
        #expect(throws: RPCError.self) { try NEARRPCClient(url: "file:///etc/passwd") }
        #expect(throws: RPCError.self) { try NEARRPCClient(url: "http://") }
        #expect(throws: RPCError.self) { try NEARRPCClient(endpoints: []) }
    }

    @Test func anApiKeyIsSentAndNeverPrinted() async throws {
        try await FakeNode.run(answering: { _, _ in Self.price }) { node in
            let keyed = RPCEndpoint(url: node.endpoint.url.appending(path: "v1/secret"), apiKey: "s3cret")
            let bearer = RPCEndpoint(url: node.endpoint.url, apiKey: "s3cret", header: "Authorization")
            _ = try await makeClient(endpoints: [keyed]).gasPrice()
            _ = try await makeClient(endpoints: [bearer]).gasPrice()
            #expect(node.calls[0].headers["x-api-key"] == "s3cret")
            #expect(node.calls[1].headers["authorization"] == "Bearer s3cret")
            var dumped = ""
            dump(keyed, to: &dumped)
            for text in ["\(keyed)", String(reflecting: keyed), dumped] {
                #expect(!text.contains("s3cret") && !text.contains("v1"))
            }
        }
    }
}
