// SPDX-License-Identifier: MIT

import NEARPrimitives
import NEARRPC
import Testing

@Suite("Forwarding", .timeLimit(.minutes(5))) struct ForwardTests {
    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func aCallAndItsAnswerPassByteForByte() async throws {
        let answer = "{ \"jsonrpc\":\"2.0\",\"result\":{\"a\":1.50,\"b\":\"\\u00e9\"} ,\"id\":7 }"
        let body = "{\"id\": 7,\"jsonrpc\":\"2.0\" ,\"method\":\"status\",\"params\":[]}"
        try await FakeNode.run(answering: { _, _ in .http(200, body: answer) }) { node in
            let reply = try await makeClient(node).forward(body: Self.bytes(body))
            #expect(reply == Self.bytes(answer))
            #expect(node.calls.first?.body == Self.bytes(body))
        }
    }

    @Test func anErrorOfTheNodeIsAnAnswer() async throws {
        try await FakeNode.run(answering: { _, _ in .error(makeHandlerError("UNKNOWN_ACCOUNT")) }) { node in
            let reply = try await makeClient(node).forward(
                body: Self.bytes("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"query\",\"params\":{}}"))
            let json = try JSONValue.parse(reply)
            #expect(json["error"]?["cause"]?["name"] == "UNKNOWN_ACCOUNT")
            #expect(json["id"] == "x")
        }
    }

    @Test(arguments: [
        "", "nonsense", "[]", "7", "null", "{}", "{\"jsonrpc\":\"2.0\",\"id\":1}",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"status\"}", "{\"jsonrpc\":\"2.0\",\"method\":\"status\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"status\"}", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"status\",\"params\":\"x\"}",
        "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"status\"}]",
    ]) func whatIsNoCallIsRefused(body: String) async throws {
        try await FakeNode.run(answering: { _, _ in .result(nil) }) { node in
            let client = try makeClient(node)
            let error = await #expect(throws: RPCError.self) { try await client.forward(body: Self.bytes(body)) }
            #expect(error?.code == "invalidRequest")
            #expect(node.calls.isEmpty)
        }
    }

    @Test func aCallThatIsTooLargeIsRefused() async throws {
        let client = try makeClient(endpoints: [makeClosedEndpoint()]) { $0.maximumRequestBytes = 100 }
        let error = await #expect(throws: RPCError.self) {
            try await client.forward(body: [UInt8](repeating: 0x20, count: 101))
        }
        #expect(error == .requestTooLarge(size: 101, limit: 100))
    }

    @Test func aReadFailsOver() async throws {
        try await FakeNode.run(answering: { _, _ in .http(500) }) { broken in
            try await FakeNode.run(answering: { _, _ in .result(["ok": true]) }) { good in
                let reply = try await makeClient(broken, good).forward(
                    body: Self.bytes("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"EXPERIMENTAL_changes\",\"params\":{}}")
                )
                #expect(try JSONValue.parse(reply)["result"] == ["ok": true])
                #expect(broken.calls.count == 1)
            }
        }
    }

    @Test(arguments: ["broadcast_tx_async", "EXPERIMENTAL_broadcast_tx_sync", "sandbox_patch_state", "unheard_of"])
    func whatMayChangeSomethingIsNotSentTwice(method: String) async throws {
        try await FakeNode.run(answering: { _, _ in .http(500) }) { broken in
            try await FakeNode.run(answering: { _, _ in .result("done") }) { good in
                let client = try makeClient(broken, good)
                let error = await #expect(throws: RPCError.self) {
                    try await client.forward(
                        body: Self.bytes(
                            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(method)\",\"params\":[\"AA==\"]}"))
                }
                #expect(error?.code == "uncertain")
                #expect(good.calls.isEmpty)
            }
        }
    }

    @Test func aTransactionThatTheNodeStoppedWaitingForIsLookedUp() async throws {
        let transaction = try makeSignedTransaction()
        let outcome = makeOutcome(of: transaction, stage: .final)
        let body: JSONValue = [
            "jsonrpc": "2.0", "id": 1, "method": "send_tx",
            "params": ["signed_tx_base64": .string(transaction.base64), "wait_until": "FINAL"],
        ]
        let answer: @Sendable (FakeNode.Call, Int) async -> FakeNode.Answer = { call, _ in
            call.method == "tx" ? .result(outcome) : .error(makeHandlerError("TIMEOUT_ERROR"), status: 408)
        }
        try await FakeNode.run(answering: answer) { node in
            let reply = try JSONValue.parse(try await makeClient(node).forward(body: body.bytes))
            #expect(reply["result"] == outcome)
            #expect(node.methods == ["send_tx", "tx"])
        }
    }

    @Test func whatTheNodeSaidIsGivenWhenTheTransactionIsNotFound() async throws {
        let transaction = try makeSignedTransaction()
        let body: JSONValue = [
            "jsonrpc": "2.0", "id": 1, "method": "send_tx",
            "params": ["signed_tx_base64": .string(transaction.base64)],
        ]
        let answer: @Sendable (FakeNode.Call, Int) async -> FakeNode.Answer = { call, _ in
            .error(makeHandlerError(call.method == "tx" ? "UNKNOWN_TRANSACTION" : "TIMEOUT_ERROR"), status: 408)
        }
        try await FakeNode.run(answering: answer) { node in
            let clock = ManualClock()
            let client = try makeClient(node, clock: clock) {
                $0.retryPolicy = RetryPolicy(initialBackoff: .seconds(1), maximumBackoff: .seconds(1))
            }
            let forwarding = Task { try await client.forward(body: body.bytes, deadline: .milliseconds(1500)) }
            await clock.waitForSleeper(of: .seconds(1))
            clock.advance(by: .seconds(1))
            let reply = try JSONValue.parse(try await forwarding.value)
            #expect(reply["error"]?["cause"]?["name"] == "TIMEOUT_ERROR")
            #expect(node.methods == ["send_tx", "tx", "tx"])
        }
    }

    @Test(arguments: ["send_tx", "broadcast_tx_commit"]) func aLostTransactionIsAnsweredFromItsLookUp(
        method: String
    ) async throws {
        let transaction = try makeSignedTransaction()
        let outcome = makeOutcome(of: transaction, stage: .final)
        let params: JSONValue =
            method == "send_tx"
            ? ["signed_tx_base64": .string(transaction.base64), "wait_until": "FINAL"] : [.string(transaction.base64)]
        let body: JSONValue = .object(["jsonrpc": "2.0", "id": 42, "method": .string(method), "params": params])
        let answer: @Sendable (FakeNode.Call, Int) async -> FakeNode.Answer = { call, _ in
            call.method == "tx" ? .result(outcome) : .http(504)
        }
        try await FakeNode.run(answering: answer) { node in
            let reply = try JSONValue.parse(try await makeClient(node).forward(body: body.bytes))
            #expect(reply["result"] == outcome)
            #expect(reply["id"] == 42)
            #expect(node.methods == [method, "tx"])
        }
    }

    @Test func aRefusalOfOneNodeIsPutToAnother() async throws {
        let transaction = try makeSignedTransaction()
        let outcome = makeOutcome(of: transaction, stage: .final)
        let refusal = makeHandlerError(
            "INVALID_TRANSACTION", data: ["TxExecutionError": ["InvalidTxError": "InvalidSignature"]])
        let body: JSONValue = [
            "jsonrpc": "2.0", "id": 1, "method": "send_tx",
            "params": ["signed_tx_base64": .string(transaction.base64), "wait_until": "FINAL"],
        ]
        try await FakeNode.run(answering: { _, _ in .error(refusal) }) { liar in
            try await FakeNode.run(answering: { _, _ in .result(outcome) }) { honest in
                let reply = try JSONValue.parse(try await makeClient(liar, honest).forward(body: body.bytes))
                #expect(reply["result"] == outcome)
                #expect(liar.methods == ["send_tx"])
                #expect(honest.methods == ["send_tx"])
            }
        }
    }

    @Test func aTransactionGoesToTheNextEndpointWhenNothingReachedTheFirst() async throws {
        let transaction = try makeSignedTransaction()
        try await FakeNode.run(answering: { _, _ in .result(["final_execution_status": "NONE"]) }) { node in
            let client = try makeClient(endpoints: [makeClosedEndpoint(), node.endpoint])
            _ = try await client.forward(
                body: Self.bytes(
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"send_tx\",\"params\":"
                        + "{\"signed_tx_base64\":\"\(transaction.base64)\"}}"))
            #expect(node.methods == ["send_tx"])
        }
    }
}
