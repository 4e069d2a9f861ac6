// SPDX-License-Identifier: MIT

import NEARPrimitives
import NEARRPC
import Testing

/// Transactions that one node refuses, or doesn't know, where another one can be asked.
@Suite("Second opinions", .timeLimit(.minutes(5))) struct SecondOpinionTests {
    private static let poor = makeHandlerError(
        "INVALID_TRANSACTION", data: ["TxExecutionError": ["InvalidTxError": "InvalidSignature"]])

    /// A node that refuses what the chain takes gets nobody to send another transaction beside this one.
    @Test func aRefusalOfOneNodeIsPutToAnother() async throws {
        let transaction = try makeSignedTransaction()
        let outcome = makeOutcome(of: transaction, stage: .executed)
        try await FakeNode.run(answering: { _, _ in .error(Self.poor) }) { liar in
            try await FakeNode.run(answering: { _, _ in .result(outcome) }) { honest in
                let result = try await makeClient(liar, honest).sendTransaction(transaction)
                #expect(result.outcome?.isSuccess == true)
                #expect(liar.methods == ["send_tx"])
                #expect(honest.methods == ["send_tx"])
                #expect(honest.calls.first?.params == liar.calls.first?.params, "the same bytes")
            }
        }
    }

    @Test func aRefusalOfTwoNodesIsOne() async throws {
        try await FakeNode.run(answering: { _, _ in .error(Self.poor) }) { first in
            try await FakeNode.run(answering: { _, _ in .error(Self.poor) }) { second in
                let error = await #expect(throws: RPCError.self) {
                    try await makeClient(first, second).sendTransaction(try makeSignedTransaction())
                }
                #expect(error?.cause == .invalidTransaction(.invalidSignature))
                let methods = first.methods + second.methods
                #expect(methods.filter { $0 == "send_tx" }.count == 2)
                #expect(methods.contains("tx"), "one of them may have executed it first")
            }
        }
    }

    /// The second node can't be asked, is behind, or asks to be left alone: it has nothing to say.
    @Test(arguments: 0..<3) func aRefusalStandsWhereNoOtherNodeAnswers(_ kind: Int) async throws {
        let answers: [FakeNode.Answer] = [.error(makeHandlerError("NOT_SYNCED_YET")), .http(429), .http(500)]
        try await FakeNode.run(answering: { _, _ in .error(Self.poor) }) { first in
            try await FakeNode.run(answering: { _, _ in answers[kind] }) { second in
                let other = kind == 2 ? try makeClosedEndpoint() : second.endpoint
                let error = await #expect(throws: RPCError.self) {
                    try await makeClient(endpoints: [first.endpoint, other])
                        .sendTransaction(try makeSignedTransaction(), deadline: .seconds(2))
                }
                #expect(error?.cause == .invalidTransaction(.invalidSignature))
                #expect(first.methods.filter { $0 == "send_tx" }.count == 1)
            }
        }
    }

    /// The second node may have taken it: then the first one's word isn't the last.
    @Test(arguments: 0..<3) func aRefusalIsDoubtedWhereAnotherNodeMayHaveTakenIt(_ kind: Int) async throws {
        let transaction = try makeSignedTransaction()
        let outcome = makeOutcome(of: transaction, stage: .executed)
        let answers: [FakeNode.Answer] = [
            .error(makeHandlerError("TIMEOUT_ERROR")), .http(502), .http(200, body: "{"),
        ]
        let answer: @Sendable (FakeNode.Call, Int) async -> FakeNode.Answer = { call, _ in
            call.method == "tx" ? .result(outcome) : answers[kind]
        }
        try await FakeNode.run(answering: { _, _ in .error(Self.poor) }) { first in
            try await FakeNode.run(answering: answer) { second in
                let result = try await makeClient(first, second).sendTransaction(transaction)
                #expect(result.outcome?.isSuccess == true)
            }
        }
    }

    /// Of two nodes one doesn't know the transaction: it says nothing, or the other one hangs or has it.
    @Test(arguments: [true, false]) func aTransactionIsLookedForAtEachNode(_ hangs: Bool) async throws {
        let transaction = try makeSignedTransaction()
        let outcome = makeOutcome(of: transaction, stage: .final)
        try await FakeNode.run(answering: { _, _ in .error(makeHandlerError("UNKNOWN_TRANSACTION")) }) { first in
            let arrived = Latch()
            let answer: @Sendable (FakeNode.Call, Int) async -> FakeNode.Answer = { _, _ in
                arrived.open()
                return hangs ? .silence : .result(outcome)
            }
            try await FakeNode.run(answering: answer) { second in
                let clock = ManualClock()
                let client = try makeClient(first, second, clock: clock)
                let asking = Task {
                    try await client.transaction(transaction.hash, signerId: transaction.transaction.signerId)
                }
                guard hangs else {
                    #expect(try await asking.value.outcome?.isSuccess == true)
                    return
                }
                await clock.waitForSleeper(of: .seconds(5))
                await arrived.wait()
                clock.advance(by: .seconds(5))
                let error = await #expect(throws: RPCError.self) { try await asking.value }
                guard case .unknownTransaction? = error?.cause else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(second.calls.count == 1)
            }
        }
    }

    /// A gateway that lets nobody in says nothing, and a node that is behind is passed over.
    @Test(arguments: [0, 1]) func anotherNodeIsAskedWhereOneHasNothingToSay(_ kind: Int) async throws {
        let transaction = try makeSignedTransaction()
        let outcome = makeOutcome(of: transaction, stage: .executed)
        let answer: FakeNode.Answer = kind == 0 ? .http(403) : .error(makeHandlerError("NOT_SYNCED_YET"))
        try await FakeNode.run(answering: { _, _ in kind == 0 ? .error(Self.poor) : answer }) { first in
            try await FakeNode.run(answering: { _, _ in kind == 0 ? answer : .result(outcome) }) { second in
                try await FakeNode.run(answering: { _, _ in .result(outcome) }) { third in
                    let result = try await makeClient(first, second, third).sendTransaction(transaction)
                    #expect(result.outcome?.isSuccess == true)
                    #expect(third.calls.count == (kind == 0 ? 1 : 0))
                }
            }
        }
    }

    /// A node that executes it and says that its nonce was used before is found out.
    @Test func aSpentNonceMayBeTheTransactionsOwn() async throws {
        let transaction = try makeSignedTransaction()
        let outcome = makeOutcome(of: transaction, stage: .executedOptimistic)
        let used = makeHandlerError(
            "INVALID_TRANSACTION",
            data: ["TxExecutionError": ["InvalidTxError": ["InvalidNonce": ["ak_nonce": 7, "tx_nonce": 7]]]])
        let answer: @Sendable (FakeNode.Call, Int) async -> FakeNode.Answer = { call, _ in
            call.method == "tx" ? .result(outcome) : .error(used)
        }
        try await FakeNode.run(answering: answer) { node in
            let result = try await makeClient(node).sendTransaction(transaction)
            #expect(result.outcome?.isSuccess == true)
            #expect(node.methods == ["send_tx", "tx"])
        }
    }
}
