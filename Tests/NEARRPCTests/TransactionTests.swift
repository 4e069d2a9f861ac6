// SPDX-License-Identifier: MIT

import NEARPrimitives
import NEARRPC
import Testing

@Suite("Transactions", .timeLimit(.minutes(5))) struct TransactionTests {
    private static let unknown = makeHandlerError(
        "UNKNOWN_TRANSACTION",
        info: ["requested_transaction_hash": "9MjpcnwW3TSdzGweNfPbkx8M74q1XzUcT1PAN8G5bNDz"])

    @Test(arguments: TxExecutionStatus.allCases) func aTransactionIsSentOnce(waitUntil: TxExecutionStatus) async throws
    {
        let transaction = try makeSignedTransaction()
        let outcome = makeOutcome(of: transaction, stage: waitUntil)
        try await FakeNode.run(answering: { _, _ in .result(outcome) }) { node in
            let client = try makeClient(node)
            let result = try await client.sendTransaction(transaction, waitUntil: waitUntil)
            #expect(result.finalExecutionStatus == waitUntil)
            #expect(result.outcome?.isSuccess == true)
            #expect(result.outcome?.transactionHash == transaction.hash)
            let call = try #require(node.calls.first)
            #expect(call.params["signed_tx_base64"] == .string(transaction.base64))
            #expect(call.params["wait_until"] == .string(waitUntil.rawValue))
            #expect(node.methods == ["send_tx"])
        }
    }

    @Test func aTransactionThatNobodyWaitedForHasNoOutcomeYet() async throws {
        try await FakeNode.run(answering: { _, _ in .result(["final_execution_status": "NONE"]) }) { node in
            let result = try await makeClient(node).sendTransaction(try makeSignedTransaction(), waitUntil: .none)
            #expect(result.finalExecutionStatus == .none)
            #expect(result.outcome == nil)
        }
    }

    @Test func aTransactionThatTimedOutIsLookedUpAndNotSentTwice() async throws {
        let transaction = try makeSignedTransaction()
        let outcome = makeOutcome(of: transaction, stage: .final)
        let arrived = Latch()
        let answer: @Sendable (FakeNode.Call, Int) async -> FakeNode.Answer = { call, number in
            arrived.open()
            switch (call.method, number) {
            case ("send_tx", _): return .silence
            case (_, 1): return .error(Self.unknown)
            default: return .result(outcome)
            }
        }
        try await FakeNode.run(answering: answer) { node in
            let clock = ManualClock()
            let client = try makeClient(node, clock: clock)
            async let result = client.sendTransaction(transaction, waitUntil: .final)
            await clock.waitForSleeper(of: .seconds(15))
            await arrived.wait()
            clock.advance(by: .seconds(15))
            await clock.waitForSleeper(of: .milliseconds(1))
            clock.advance(by: .milliseconds(1))
            #expect(try await result.finalExecutionStatus == .final)
            #expect(node.methods == ["send_tx", "tx", "tx"])
            let lookUp = node.calls[1].params
            #expect(lookUp["tx_hash"] == .string(transaction.hash.description))
            #expect(lookUp["sender_account_id"] == "alice.testnet")
            #expect(lookUp["wait_until"] == "FINAL")
        }
    }

    static let lostAnswers: [FakeNode.Answer] = [
        .error(makeHandlerError("TIMEOUT_ERROR", data: "Timeout"), status: 408),
        .error(makeHandlerError("REQUEST_ROUTED")), .error(makeHandlerError("DOES_NOT_TRACK_SHARD")),
        .error(unknown), .http(500, body: "oops"), .http(504), .http(200, body: "{\"jsonrpc"), .http(200, body: ""),
        .result(["unexpected": true]),
    ]

    @Test(arguments: lostAnswers.indices) func aLostAnswerIsLookedUp(index: Int) async throws {
        let transaction = try makeSignedTransaction()
        let outcome = makeOutcome(of: transaction, stage: .executed)
        let answer: @Sendable (FakeNode.Call, Int) async -> FakeNode.Answer = { call, _ in
            call.method == "send_tx" ? Self.lostAnswers[index] : .result(outcome)
        }
        try await FakeNode.run(answering: answer) { first in
            try await FakeNode.run(answering: answer) { second in
                let client = try makeClient(first, second)
                let result = try await client.sendTransaction(transaction)
                #expect(result.outcome?.isSuccess == true)
                #expect((first.methods + second.methods).sorted() == ["send_tx", "tx"])
            }
        }
    }

    @Test func aTransactionGoesToTheNextEndpointWhenNothingReachedTheFirst() async throws {
        let transaction = try makeSignedTransaction()
        let outcome = makeOutcome(of: transaction, stage: .executedOptimistic)
        try await FakeNode.run(answering: { _, _ in .result(outcome) }) { node in
            let client = try makeClient(endpoints: [makeClosedEndpoint(), node.endpoint])
            #expect(try await client.sendTransaction(transaction).outcome?.isSuccess == true)
            #expect(node.methods == ["send_tx"])
        }
    }

    @Test func aTransactionThatReachedNobodyIsNotLookedUp() async throws {
        let client = try makeClient(endpoints: [makeClosedEndpoint()])
        let error = await #expect(throws: RPCError.self) {
            try await client.sendTransaction(try makeSignedTransaction())
        }
        #expect(error?.code == "unavailable")
    }

    @Test func aTransactionThatNobodyEverKnowsIsReportedAsUnknown() async throws {
        let transaction = try makeSignedTransaction()
        let answer: @Sendable (FakeNode.Call, Int) async -> FakeNode.Answer = { call, _ in
            .error(call.method == "send_tx" ? makeHandlerError("TIMEOUT_ERROR") : Self.unknown)
        }
        try await FakeNode.run(answering: answer) { node in
            let clock = ManualClock()
            let client = try makeClient(node, clock: clock) {
                $0.retryPolicy = RetryPolicy(initialBackoff: .seconds(1), maximumBackoff: .seconds(1))
            }
            let sending = Task { try await client.sendTransaction(transaction, deadline: .milliseconds(2500)) }
            for _ in 1...2 {
                await clock.waitForSleeper(of: .seconds(1))
                clock.advance(by: .seconds(1))
            }
            let error = await #expect(throws: RPCError.self) { try await sending.value }
            #expect(error == .transactionUnknown(hash: transaction.hash))
            #expect(node.methods == ["send_tx", "tx", "tx", "tx"])
        }
    }

    @Test func aRefusedTransactionIsATypedError() async throws {
        let refusal = makeHandlerError(
            "INVALID_TRANSACTION",
            data: ["TxExecutionError": ["InvalidTxError": ["InvalidNonce": ["ak_nonce": 9, "tx_nonce": 7]]]])
        try await FakeNode.run(answering: { _, _ in .error(refusal) }) { node in
            let error = await #expect(throws: RPCError.self) {
                try await makeClient(node).sendTransaction(try makeSignedTransaction())
            }
            #expect(error?.cause == .invalidTransaction(.invalidNonce(transactionNonce: 7, accessKeyNonce: 9)))
            #expect(node.methods == ["send_tx", "tx"], "the transaction itself may have used its nonce")
        }
    }

    @Test func aTransactionIsSentAgainOnlyWhenItWasRefusedAndNobodyKnowsIt() async throws {
        let transaction = try makeSignedTransaction()
        let outcome = makeOutcome(of: transaction, stage: .executedOptimistic)
        let answer: @Sendable (FakeNode.Call, Int) async -> FakeNode.Answer = { _, number in
            let answers: [FakeNode.Answer] = [
                .http(429, headers: ["Retry-After": "2"]), .error(Self.unknown), .result(outcome),
            ]
            return number < answers.count ? answers[number] : .http(500)
        }
        try await FakeNode.run(answering: answer) { node in
            let clock = ManualClock()
            let client = try makeClient(node, clock: clock)
            async let result = client.sendTransaction(transaction)
            await clock.waitForSleeper(of: .seconds(2))
            clock.advance(by: .seconds(2))
            #expect(try await result.outcome?.isSuccess == true)
            #expect(node.methods == ["send_tx", "tx", "send_tx"])
        }
    }

    @Test func anEndpointThatGoesOnRefusingIsNotPestered() async throws {
        let answer: @Sendable (FakeNode.Call, Int) async -> FakeNode.Answer = { call, _ in
            call.method == "tx" ? .error(Self.unknown) : .http(429, headers: ["Retry-After": "0"])
        }
        try await FakeNode.run(answering: answer) { node in
            let client = try makeClient(node) { $0.retryPolicy.maximumAttempts = 3 }
            let transaction = try makeSignedTransaction()
            let error = await #expect(throws: RPCError.self) {
                try await client.sendTransaction(transaction, deadline: .seconds(3))
            }
            // An endpoint that refuses a call has it: nobody may be told to send the money again.
            #expect(error == .transactionUnknown(hash: transaction.hash))
            #expect(node.methods.filter { $0 == "send_tx" }.count == 3)
        }
    }

    @Test func anOlderSubmissionIsFoundWhenTheRepetitionsNonceIsUsed() async throws {
        let transaction = try makeSignedTransaction()
        let outcome = makeOutcome(of: transaction, stage: .executedOptimistic)
        let used = makeHandlerError(
            "INVALID_TRANSACTION",
            data: ["TxExecutionError": ["InvalidTxError": ["InvalidNonce": ["ak_nonce": 7, "tx_nonce": 7]]]])
        let answer: @Sendable (FakeNode.Call, Int) async -> FakeNode.Answer = { _, number in
            let answers: [FakeNode.Answer] = [
                .http(429, headers: ["Retry-After": "0"]), .error(Self.unknown), .error(used), .result(outcome),
            ]
            return number < answers.count ? answers[number] : .http(500)
        }
        try await FakeNode.run(answering: answer) { node in
            let result = try await makeClient(node).sendTransaction(transaction)
            #expect(result.outcome?.isSuccess == true)
            #expect(node.methods == ["send_tx", "tx", "send_tx", "tx"])
        }
    }

    @Test func cancellationEndsALookUp() async throws {
        let looking = Latch()
        let answer: @Sendable (FakeNode.Call, Int) async -> FakeNode.Answer = { call, _ in
            if call.method == "send_tx" { return .error(makeHandlerError("TIMEOUT_ERROR")) }
            looking.open()
            return .silence
        }
        try await FakeNode.run(answering: answer) { node in
            let client = try makeClient(node, clock: ManualClock())
            let transaction = try makeSignedTransaction()
            let task = Task { try await client.sendTransaction(transaction) }
            await looking.wait()
            task.cancel()
            let error = await #expect(throws: RPCError.self) { try await task.value }
            #expect(error == .transactionUnknown(hash: transaction.hash), "it was sent, whoever gives up waiting")
        }
    }

    @Test func theOlderMethodsWorkToo() async throws {
        let transaction = try makeSignedTransaction()
        let outcome = makeOutcome(of: transaction, stage: nil)
        let answer: @Sendable (FakeNode.Call, Int) async -> FakeNode.Answer = { call, _ in
            switch call.method {
            case "broadcast_tx_async": .result(.string(transaction.hash.description))
            default: .result(outcome)
            }
        }
        try await FakeNode.run(answering: answer) { node in
            let client = try makeClient(node)
            #expect(try await client.broadcastTransactionAsync(transaction) == transaction.hash)
            #expect(try await client.broadcastTransactionCommit(transaction).isSuccess)
            #expect(node.calls.map(\.params) == Array(repeating: [.string(transaction.base64)], count: 2))
        }
    }

    @Test func aLostCommitIsLookedUp() async throws {
        let transaction = try makeSignedTransaction()
        let outcome = makeOutcome(of: transaction, stage: .executed)
        let answer: @Sendable (FakeNode.Call, Int) async -> FakeNode.Answer = { call, _ in
            call.method == "tx" ? .result(outcome) : .http(502)
        }
        try await FakeNode.run(answering: answer) { node in
            let outcome = try await makeClient(node).broadcastTransactionCommit(transaction)
            #expect(outcome.isSuccess)
            #expect(node.methods == ["broadcast_tx_commit", "tx"])
        }
    }

    @Test(arguments: [502, 429, 200]) func anAnswerOfBroadcastAsyncThatIsLostIsReportedAndNotSentAgain(
        status: Int
    ) async throws {
        let transaction = try makeSignedTransaction()
        try await FakeNode.run(answering: { _, _ in .http(status) }) { node in
            let error = await #expect(throws: RPCError.self) {
                try await makeClient(node).broadcastTransactionAsync(transaction)
            }
            #expect(error == .transactionUnknown(hash: transaction.hash))
            #expect(node.calls.count == 1)
        }
    }

    // MARK: Once a node has it

    /// Answers that prove nothing of a transaction that was posted.
    static let proofless: [FakeNode.Answer] = [
        .error(["code": -32000, "message": "Too many requests"]), .error(["code": 1, "message": ""]),
        .error(["code": -32005, "message": "daily quota exceeded"], status: 403),
        .error(makeHandlerError("INTERNAL_ERROR"), status: 500), .error(makeHandlerError("SOMETHING_NEW")),
        .error(makeHandlerError("UNKNOWN_ACCOUNT")), .http(403), .http(503, body: "busy"),
        .http(200, body: String(repeating: " ", count: 6_000)),
    ]

    @Test(arguments: proofless.indices) func whatIsPostedIsNeverSaidToHaveDoneNothing(index: Int) async throws {
        let transaction = try makeSignedTransaction()
        try await FakeNode.run(answering: { _, _ in Self.proofless[index] }) { node in
            let clock = ManualClock()
            let client = try makeClient(node, clock: clock) {
                $0.retryPolicy = RetryPolicy(
                    maximumAttempts: 1, initialBackoff: .seconds(1), maximumBackoff: .seconds(1))
                $0.maximumResponseBytes = 5_000
            }
            let sending = Task { try await client.sendTransaction(transaction, deadline: .milliseconds(1_500)) }
            await clock.waitForSleeper(of: .seconds(1))
            clock.advance(by: .seconds(1))
            let error = await #expect(throws: RPCError.self) { try await sending.value }
            #expect(error == .transactionUnknown(hash: transaction.hash))
            #expect(node.methods == ["send_tx", "tx", "tx"], "it is looked up, and not sent again")
        }
    }
}
