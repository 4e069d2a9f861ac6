// SPDX-License-Identifier: MIT

import NEARPrimitives
import NEARRPC
import Testing

@testable import NEARDevnet

/// Contracts as clients meet them, over HTTP.
@Suite struct ContractMethodTests {
    private func query(_ id: AccountId, _ method: String, arguments: String = "{}") -> JSONValue {
        [
            "request_type": "call_function", "finality": "final", "account_id": .id(id),
            "method_name": .string(method), "args_base64": .bytes(Array(arguments.utf8)),
        ]
    }

    @Test func aQueryRunsAMethod() async throws {
        try await withDevnet { devnet, client in
            let id = try AccountId("book.near")
            try await devnet.deploy(.guestBook, to: id)
            let answer = try await client.result("query", query(id, "total_messages"))
            #expect(answer["result"] == [48])
            #expect(answer["logs"] == [])
            #expect(answer["block_height"] != nil)
            #expect(answer["block_hash"] != nil)
            let refused = try await client.result("query", query(id, "add_message", arguments: #"{"text":"x"}"#))
            #expect(
                refused["error"]
                    == "wasm execution failed with error: HostError(ProhibitedInView { method_name: \"predecessor_account_id\" })"
            )
            #expect(refused["logs"] == [])
            let missing = try await client.result("query", query(id, "nothing"))
            #expect(missing["error"] == "wasm execution failed with error: MethodResolveError(MethodNotFound)")
        }
    }

    @Test func theTypedClientCallsAndReads() async throws {
        try await withDevnet { devnet, raw in
            let id = try AccountId("token.near")
            let alice = devnet.accounts[0]
            try await devnet.deploy(.fungibleToken(owner: alice.id, totalSupply: "1000"), to: id)
            let client = try devnet.patientClient()
            let call = FunctionCallAction(
                methodName: "storage_deposit", args: Array(#"{"account_id":"bob.test.near"}"#.utf8), gas: .tera(30),
                deposit: .test(1))
            let signed = try await raw.sign(alice, to: id, [.functionCall(call)])
            let result = try await client.sendTransaction(signed, waitUntil: .final)
            let outcome = try #require(result.outcome)
            #expect(outcome.failure == nil)
            let profile = outcome.receiptsOutcome.first?.outcome.metadata?.gasProfile ?? []
            #expect(profile.contains { $0.cost == "STORAGE_WRITE_BASE" && $0.gasUsed.gas == 64_196_736_000 })
            #expect(profile.contains { $0.costCategory == "ACTION_COST" && $0.cost == "NEW_ACTION_RECEIPT" })
            await #expect(throws: DevnetError.self) {
                try await devnet.deploy(.fungibleToken(owner: alice.id, totalSupply: "1"), to: id)
            }
        }
    }

    /// A query that runs until its gas is gone delays no other request.
    @Test func anEndlessQueryHoldsUpNobody() async throws {
        try await withDevnet { devnet, client in
            let id = devnet.accounts[1].id
            try await devnet.deploy(code: WAT.module(#"(module (func (export "spin") (loop (br 0))))"#), to: id)
            async let spinning = client.result("query", query(id, "spin"))
            for _ in 0..<20 { _ = try await client.result("status") }
            let answer = try await spinning
            #expect(
                answer["error"] == "wasm execution failed with error: HostError(GasLimitExceeded)")
        }
    }
}
