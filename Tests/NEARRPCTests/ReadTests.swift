// SPDX-License-Identifier: MIT

import NEARPrimitives
import NEARRPC
import Testing

@Suite("Reads") struct ReadTests {
    @Test func anAccountIsReadWithItsBlock() async throws {
        let answer: JSONValue = [
            "amount": "399992611103597728750000000", "locked": "0",
            "code_hash": "11111111111111111111111111111111", "storage_usage": 642, "storage_paid_at": 0,
            "block_height": 17_795_474, "block_hash": "9MjpcnwW3TSdzGweNfPbkx8M74q1XzUcT1PAN8G5bNDz",
        ]
        try await FakeNode.run(answering: { _, _ in .result(answer) }) { node in
            let client = try makeClient(node)
            let account = try await client.viewAccount(try AccountId("nearkat.testnet"))
            #expect(account.value.amount.yoctoNEAR == 399_992_611_103_597_728_750_000_000)
            #expect(account.value.storageUsage == 642)
            #expect(!account.value.hasContract)
            #expect(account.value.heldForStorage() == .zero)
            #expect(account.blockHeight == 17_795_474)
            let call = try #require(node.calls.first)
            #expect(call.method == "query")
            #expect(call.params["request_type"] == "view_account")
            #expect(call.params["finality"] == "final")
            #expect(call.headers["content-type"] == "application/json")
        }
    }

    @Test func anUnknownAccountIsATypedError() async throws {
        let error = makeHandlerError(
            "UNKNOWN_ACCOUNT",
            info: [
                "block_hash": "9MjpcnwW3TSdzGweNfPbkx8M74q1XzUcT1PAN8G5bNDz", "block_height": 17,
                "requested_account_id": "nobody.testnet",
            ], data: "account nobody.testnet does not exist while viewing")
        try await FakeNode.run(answering: { _, _ in .error(error) }) { node in
            let client = try makeClient(node)
            let thrown = await #expect(throws: RPCError.self) {
                try await client.viewAccount(try AccountId("nobody.testnet"))
            }
            let position = RPCBlockPosition(
                height: 17, hash: try CryptoHash("9MjpcnwW3TSdzGweNfPbkx8M74q1XzUcT1PAN8G5bNDz"))
            #expect(thrown?.cause == .unknownAccount(accountId: try AccountId("nobody.testnet"), at: position))
            #expect(
                thrown?.description
                    == "The account nobody.testnet doesn’t exist on this network. Check the name and the network.")
            #expect(node.methods == ["query"])
        }
    }
}
