// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARDevnet

/// Sending transactions and asking what became of them.
@Suite struct TransactionMethodTests {
    static let one: [Action] = [.transfer(NEARToken.test(1))]

    @Test(arguments: TxExecutionStatus.allCases)
    func everyGoalIsReachedAtOnceOnDemand(_ goal: TxExecutionStatus) async throws {
        try await withDevnet { devnet, client in
            let signed = try await client.sign(devnet.accounts[0], to: devnet.accounts[1].id, Self.one)
            let result = try await client.result(
                "send_tx", ["signed_tx_base64": .string(signed.base64), "wait_until": .string(goal.rawValue)])
            if goal == .none {
                #expect(result == ["final_execution_status": "NONE"])
            } else {
                #expect(result["final_execution_status"] == "FINAL")
            }
            let status = try await client.result(
                "tx", ["tx_hash": .string(signed.hash.description), "sender_account_id": "alice.test.near"])
            #expect(status["status"] == ["SuccessValue": ""])
        }
    }

    @Test func outcomeHasNearcoresShape() async throws {
        try await withDevnet { devnet, client in
            let signed = try await client.sign(devnet.accounts[0], to: devnet.accounts[1].id, Self.one)
            let result = try await client.result("broadcast_tx_commit", [.string(signed.base64)])
            let transaction = try #require(result["transaction"])
            #expect(transaction["signer_id"] == "alice.test.near")
            #expect(transaction["actions"] == [["Transfer": ["deposit": "1000000000000000000000000"]]])
            #expect(transaction["nonce"] == 1)
            #expect(transaction["signature"]?.stringValue == signed.signature.description)
            let outcome = try #require(result["transaction_outcome"])
            #expect(outcome["id"]?.stringValue == signed.hash.description)
            #expect(outcome["outcome"]?["executor_id"] == "alice.test.near")
            #expect(outcome["outcome"]?["gas_burnt"] == 223_182_562_500)
            #expect(outcome["outcome"]?["tokens_burnt"] == "22318256250000000000")
            let receiptId = try #require(outcome["outcome"]?["receipt_ids"]?[0])
            #expect(outcome["outcome"]?["status"] == ["SuccessReceiptId": receiptId])
            let receipt = try #require(result["receipts_outcome"]?[0])
            #expect(receipt["id"] == receiptId)
            #expect(receipt["outcome"]?["executor_id"] == "bob.test.near")
            #expect(receipt["outcome"]?["metadata"] == ["version": 3, "gas_profile": []])

            let full = try await client.result(
                "EXPERIMENTAL_tx_status", [.string(signed.hash.description), "alice.test.near"])
            #expect(full["receipts"]?[0]?["receipt_id"] == receiptId)
            #expect(full["receipts"]?[0]?["receipt"]?["Action"]?["signer_id"] == "alice.test.near")
            let alone = try await client.result("EXPERIMENTAL_receipt", ["receipt_id": receiptId])
            #expect(alone == full["receipts"]?[0])
        }
    }

    @Test func failedActionIsInTheStatusAndNoError() async throws {
        try await withDevnet { devnet, client in
            let signed = try await client.sign(devnet.accounts[0], to: try AccountId("nobody.near"), Self.one)
            let result = try await client.result(
                "send_tx", ["signed_tx_base64": .string(signed.base64), "wait_until": "FINAL"])
            let kind: JSONValue = ["AccountDoesNotExist": ["account_id": "nobody.near"]]
            #expect(result["status"] == ["Failure": ["ActionError": ["index": 0, "kind": kind]]])
            #expect(result["receipts_outcome"]?.arrayValue?.count == 2)
        }
    }

    @Test func invalidTransactionIsAnErrorWithItsReasonInData() async throws {
        try await withDevnet { devnet, client in
            let signed = try await client.sign(devnet.accounts[0], to: devnet.accounts[1].id, Self.one) {
                $0.nonce = 0
            }
            for method in ["send_tx", "broadcast_tx_commit"] {
                let error = try await client.error(method, [.string(signed.base64)])
                #expect(error["name"] == "HANDLER_ERROR")
                #expect(error["cause"] == ["name": "INVALID_TRANSACTION", "info": [:]])
                #expect(error["code"] == -32_000)
                #expect(error["message"] == "Server error")
                let reason: JSONValue = ["InvalidNonce": ["tx_nonce": 0, "ak_nonce": 0]]
                #expect(error["data"] == ["TxExecutionError": ["InvalidTxError": reason]])
            }
            // These don't wait, so they don't know.
            let hash = JSONValue.string(signed.hash.description)
            #expect(try await client.result("broadcast_tx_async", [.string(signed.base64)]) == hash)
            let error = try await client.error("tx", ["tx_hash": hash, "sender_account_id": "alice.test.near"])
            #expect(error["cause"]?["name"] == "UNKNOWN_TRANSACTION")
            #expect(error["cause"]?["info"]?["requested_transaction_hash"] == hash)
        }
    }

    @Test func sendingAgainAnswersWithTheFirstOutcome() async throws {
        try await withDevnet { devnet, client in
            let signed = try await client.sign(devnet.accounts[0], to: devnet.accounts[1].id, Self.one)
            let first = try await client.result("broadcast_tx_commit", [.string(signed.base64)])
            let second = try await client.result("broadcast_tx_commit", [.string(signed.base64)])
            #expect(first == second)
        }
    }

    @Test func transactionThatGetsNoBlockTimesOut() async throws {
        try await withDevnet {
            $0.blockProduction = .manual
            $0.waitLimit = .milliseconds(50)
        } _: { devnet, client in
            let signed = try await client.sign(devnet.accounts[0], to: devnet.accounts[1].id, Self.one)
            let request: JSONValue = [
                "jsonrpc": "2.0", "id": 1, "method": "send_tx", "params": [.string(signed.base64)],
            ]
            let answer = try await client.send(body: request.bytes)
            #expect(answer.status == 408)
            #expect(try answer.json()["error"]?["cause"] == ["name": "TIMEOUT_ERROR"])
            try await devnet.produceBlock()
            let included = try await client.result(
                "send_tx", ["signed_tx_base64": .string(signed.base64), "wait_until": "INCLUDED"])
            #expect(included["final_execution_status"] == "INCLUDED_FINAL")
            #expect(included["status"] == "Started")
            try await devnet.produceBlock()
            let done = try await client.result("tx", [.string(signed.hash.description), "alice.test.near"])
            #expect(done["final_execution_status"] == "FINAL")
        }
    }

    @Test func requestsWaitForBlocksThatCome() async throws {
        try await withDevnet {
            $0.blockProduction = .every(.milliseconds(10))
            // Blocks come by Swift's tasks, whose threads other tests may keep for a while.
            $0.waitLimit = .seconds(300)
        } _: { devnet, client in
            let signed = try await client.sign(devnet.accounts[0], to: devnet.accounts[1].id, Self.one)
            let result = try await client.result("broadcast_tx_commit", [.string(signed.base64)])
            #expect(result["final_execution_status"] == "FINAL")
        }
    }

    @Test func manyAtOnceAreAllExecuted() async throws {
        try await withDevnet { devnet, client in
            let alice = devnet.accounts[0]
            let first = try await client.sign(alice, to: devnet.accounts[1].id, Self.one)
            guard case .v0(let body) = first.transaction else { return }
            // Each with its own key, so that their order doesn't matter.
            try await withThrowingTaskGroup(of: JSONValue.self) { group in
                for index in 0..<30 {
                    let account = devnet.accounts[index % 2]
                    group.addTask {
                        var own = body
                        own.signerId = account.id
                        own.publicKey = account.publicKey
                        own.nonce = UInt64(1 + index / 2)
                        let signed = try SignedTransaction.sign(.v0(own), with: account.secretKey)
                        return try await client.response("broadcast_tx_commit", [.string(signed.base64)])
                    }
                }
                var refused = 0
                for try await response in group {
                    if response["result"] == nil {
                        // A higher nonce of the same key was first.
                        #expect(
                            response["error"]?["data"]?["TxExecutionError"]?["InvalidTxError"]?["InvalidNonce"] != nil)
                        refused += 1
                    }
                }
                #expect(refused < 29)
            }
        }
    }
}
