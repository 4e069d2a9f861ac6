// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARDevnet

/// The changes in a block.
@Suite struct ChangesMethodTests {
    @Test func changesSayWhatAndWhy() async throws {
        try await withDevnet { devnet, client in
            let signed = try await client.sign(
                devnet.accounts[0], to: devnet.accounts[1].id, [.transfer(NEARToken.test(1))])
            _ = try await client.result("broadcast_tx_commit", [.string(signed.base64)])
            let keys = try await client.result(
                "changes",
                ["changes_type": "all_access_key_changes", "block_id": 1, "account_ids": ["alice.test.near"]])
            #expect(keys["changes"]?.arrayValue?.count == 1)
            #expect(keys["changes"]?[0]?["type"] == "access_key_update")
            #expect(
                keys["changes"]?[0]?["cause"]
                    == ["type": "transaction_processing", "tx_hash": .string(signed.hash.description)])
            #expect(keys["changes"]?[0]?["change"]?["access_key"] == ["nonce": 1, "permission": "FullAccess"])
            let one = try await client.result(
                "EXPERIMENTAL_changes",
                [
                    "changes_type": "single_access_key_changes", "block_id": 1,
                    "keys": [
                        [
                            "account_id": "alice.test.near",
                            "public_key": .string(devnet.accounts[0].publicKey.description),
                        ]
                    ],
                ])
            #expect(one == keys)
            let accounts = try await client.result(
                "changes", ["changes_type": "account_changes", "block_id": 2, "account_ids": ["bob.test.near"]])
            #expect(accounts["changes"]?[0]?["change"]?["amount"] == "10001000000000000000000000000")
            #expect(accounts["changes"]?[0]?["cause"]?["type"] == "receipt_processing")
            let effects = try await client.result("block_effects", ["block_id": 2])
            #expect(effects["changes"] == [["type": "account_touched", "account_id": "bob.test.near"]])
        }
    }

    @Test func deletionListsEverythingThatIsGone() async throws {
        try await withDevnet { devnet, client in
            let alice = devnet.accounts[0]
            let signed = try await client.sign(
                alice, to: alice.id,
                [
                    .deployContract(DeployContractAction(code: [1, 2])),
                    .deleteAccount(DeleteAccountAction(beneficiaryId: devnet.accounts[1].id)),
                ])
            _ = try await client.result("broadcast_tx_commit", [.string(signed.base64)])
            for (type, expected) in [
                ("account_changes", "account_deletion"), ("all_access_key_changes", "access_key_deletion"),
                ("contract_code_changes", "contract_code_deletion"),
            ] {
                let changes = try await client.result(
                    "changes",
                    ["changes_type": .string(type), "block_id": 1, "account_ids": ["alice.test.near"]])
                #expect(changes["changes"]?.arrayValue?.last?["type"]?.stringValue == expected)
            }
        }
    }

    @Test(arguments: [
        #"{"block_id":0}"#, #"{"block_id":0,"changes_type":"nonsense","account_ids":[]}"#,
        #"{"block_id":0,"changes_type":"account_changes"}"#,
        #"{"block_id":0,"changes_type":"account_changes","account_ids":["NO"]}"#,
        #"{"block_id":0,"changes_type":"data_changes","account_ids":[]}"#,
        #"{"block_id":0,"changes_type":"single_access_key_changes","keys":[{}]}"#,
        #"{"changes_type":"account_changes","account_ids":[]}"#,
    ])
    func malformedRequests(_ params: String) async throws {
        try await withDevnet { _, client in
            let error = try await client.error("changes", try JSONValue.parse(params))
            #expect(error["cause"]?["name"] == "PARSE_ERROR")
        }
    }
}
