// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARDevnet

/// nearcore takes the parameters of most methods by position, too, and old clients send them so.
@Suite struct PositionalParameterTests {
    /// Methods with the names of their parameters in nearcore's order.
    private static let methods: [(String, [ExactText])] = [
        ("EXPERIMENTAL_receipt", ["receipt_id"]), ("EXPERIMENTAL_receipt_to_tx", ["receipt_id"]),
        ("EXPERIMENTAL_light_client_block_proof", ["block_hash", "light_client_head"]),
        ("next_light_client_block", ["last_block_hash"]), ("EXPERIMENTAL_validators_ordered", ["block_id"]),
        ("gas_price", ["block_id"]), ("block", ["block_id"]), ("chunk", ["block_id", "shard_id"]),
        ("tx", ["tx_hash", "sender_account_id"]), ("EXPERIMENTAL_tx_status", ["tx_hash", "sender_account_id"]),
    ]

    @Test func positionsAndNamesAreAnsweredTheSame() async throws {
        try await withDevnet { devnet, client in
            let alice = devnet.accounts[0]
            let transfer = try await client.sign(alice, to: devnet.accounts[1].id, [.transfer(NEARToken.test(1))])
            let sent = try await client.result("broadcast_tx_commit", [.string(transfer.base64)])
            for _ in 0..<4 { try await devnet.produceBlock() }
            let chain = devnet.host.chain
            let values: [ExactText: JSONValue] = [
                "receipt_id": try #require(sent["transaction_outcome"]?["outcome"]?["receipt_ids"]?[0]),
                "block_hash": .hash(chain.genesis.hash), "light_client_head": .hash(chain.head.hash),
                "last_block_hash": .hash(chain.genesis.hash), "block_id": 1, "shard_id": 0,
                "tx_hash": .hash(transfer.hash), "sender_account_id": .id(alice.id),
            ]
            for (method, names) in Self.methods {
                let named = JSONValue.object(values.filter { names.contains($0.key) })
                let positional = JSONValue.array(names.compactMap { values[$0] })
                let answer = try await client.result(method, positional)
                #expect(try await client.result(method, named) == answer, "\(method)")
            }
        }
    }

    /// Methods that change the chain take positions, too.
    @Test func theSandboxTakesPositions() async throws {
        try await withDevnet { devnet, client in
            let height = devnet.host.chain.head.height
            _ = try await client.result("sandbox_fast_forward", [10])
            #expect(devnet.host.chain.head.height == height + 10)
            let account: JSONValue = ["amount": "7", "locked": "0", "code_hash": .hash(.zero), "storage_usage": 182]
            _ = try await client.result(
                "sandbox_patch_state", [[["Account": ["account_id": "rich.near", "account": account]]]])
            #expect(devnet.host.chain.state.account(try AccountId("rich.near"))?.amount == 7)
        }
    }

    @Test(arguments: [
        "EXPERIMENTAL_receipt", "EXPERIMENTAL_receipt_to_tx", "EXPERIMENTAL_light_client_block_proof",
        "next_light_client_block", "sandbox_patch_state", "sandbox_fast_forward",
    ])
    func tooFewAndTooManyAreRefused(_ method: String) async throws {
        try await withDevnet { devnet, client in
            let hash = JSONValue.hash(devnet.host.chain.genesis.hash)
            for positions in [[], [hash, hash, hash]] {
                let error = try await client.error(method, .array(positions))
                #expect(error["cause"]?["name"] == "PARSE_ERROR")
                #expect(error["code"] == -32_700)
            }
        }
    }
}
