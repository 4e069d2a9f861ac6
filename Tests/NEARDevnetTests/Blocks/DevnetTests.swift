// SPDX-License-Identifier: MIT

import NEARDevnet
import NEARPrimitives
import Testing

/// A devnet as Swift code sees it.
@Suite struct DevnetTests {
    @Test func keysComeFromTheSeed() async throws {
        try await withDevnet { first, _ in
            try await withDevnet { second, _ in
                #expect(first.accounts[0].publicKey == second.accounts[0].publicKey)
                #expect(first.rpcURL != second.rpcURL)
            }
            try await withDevnet {
                $0.seed = "other"
            } _: { third, _ in
                #expect(first.accounts[0].publicKey != third.accounts[0].publicKey)
            }
        }
    }

    @Test func accountOfAnyNameIsCreated() async throws {
        try await withDevnet { devnet, client in
            let key = try DevnetAccount.secretKey(of: AccountId("carol.near"), seed: "mine")
            let id = try AccountId("carol.near")
            try await devnet.createAccount(id, balance: NEARToken.near(5), publicKey: key.publicKey)
            let view = try await client.result(
                "query", ["request_type": "view_account", "finality": "final", "account_id": "carol.near"])
            #expect(view["amount"] == "5000000000000000000000000")
            #expect(view["storage_usage"] == 182)
            await #expect(
                throws: DevnetError.transactionFailed(ActionError(index: 0, kind: .accountAlreadyExists(accountId: id)))
            ) {
                try await devnet.createAccount(id, balance: .zero, publicKey: key.publicKey)
            }
            let huge = NEARToken(yoctoNEAR: .max)
            await #expect(throws: DevnetError.self) {
                try await devnet.createAccount(try AccountId("dave.near"), balance: huge, publicKey: key.publicKey)
            }
            let head = try await client.result("block", ["finality": "final"])
            try await devnet.produceBlock()
            let next = try await client.result("block", ["finality": "final"])
            #expect(head["header"]?["total_supply"] == next["header"]?["total_supply"])
        }
    }

    @Test func snapshotBringsEverythingBack() async throws {
        try await withDevnet { devnet, client in
            let snapshot = await devnet.snapshot()
            let before = try await client.result("block", ["finality": "final"])
            let signed = try await client.sign(
                devnet.accounts[0], to: devnet.accounts[1].id, [.transfer(NEARToken.near(1))])
            let first = try await client.result("broadcast_tx_commit", [.string(signed.base64)])
            try await devnet.restore(snapshot)
            #expect(try await client.result("block", ["finality": "final"]) == before)
            let again = try await client.result("broadcast_tx_commit", [.string(signed.base64)])
            #expect(first == again)
        }
    }

    @Test func timeIsForwarded() async throws {
        try await withDevnet { devnet, client in
            try await devnet.fastForward(1_000)
            #expect(try await client.result("block", ["finality": "final"])["header"]?["height"] == 1_000)
            let signed = try await client.sign(
                devnet.accounts[0], to: devnet.accounts[1].id, [.transfer(NEARToken.near(1))])
            #expect(
                try await client.result("broadcast_tx_commit", [.string(signed.base64)])["status"] == [
                    "SuccessValue": ""
                ])
        }
    }
}
