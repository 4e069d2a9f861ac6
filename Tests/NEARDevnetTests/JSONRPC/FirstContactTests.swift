// SPDX-License-Identifier: MIT

import NEARDevnet
import NEARPrimitives
import Testing

/// A client that knows only HTTP and JSON finds its way about.
@Suite struct FirstContactTests {
    @Test func statusNamesTheChain() async throws {
        try await withDevnet { devnet, client in
            let status = try await client.result("status", [])
            #expect(status["chain_id"] == "devnet")
            #expect(status["sync_info"]?["syncing"] == false)
            #expect(status["sync_info"]?["latest_block_height"] == 0)
            let http = try await client.send("GET", path: "status")
            #expect(try http.json()["chain_id"] == "devnet")
        }
    }

    @Test func transferMovesTokensAndIsFinal() async throws {
        try await withDevnet { devnet, client in
            let signed = try await client.sign(
                devnet.accounts[0], to: devnet.accounts[1].id, [.transfer(NEARToken.near(1))])
            let outcome = try await client.result(
                "send_tx", ["signed_tx_base64": .string(signed.base64), "wait_until": "FINAL"])
            #expect(outcome["final_execution_status"] == "FINAL")
            #expect(outcome["status"] == ["SuccessValue": ""])
            #expect(outcome["transaction"]?["hash"]?.stringValue == signed.hash.description)
            let bob = try await client.result(
                "query", ["request_type": "view_account", "finality": "final", "account_id": "bob.test.near"])
            #expect(bob["amount"] == "10001000000000000000000000000")
        }
    }
}
