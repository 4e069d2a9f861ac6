// SPDX-License-Identifier: MIT

import NEARPrimitives
import NEARRPC
import Testing

/// Answers in nearcore's form, with its names, and the views that are read from them.
@Suite("Typed results", .timeLimit(.minutes(5))) struct ViewTests {
    private static let hashText = "9MjpcnwW3TSdzGweNfPbkx8M74q1XzUcT1PAN8G5bNDz"
    private static let keyText = "ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp"
    private static let hash = JSONValue.string(hashText)

    /// The parameters that were sent and the result that was read when a node answers `result`.
    private func ask<Value: Sendable>(
        _ result: String, _ call: @Sendable (NEARRPCClient) async throws -> Value
    ) async throws -> (params: JSONValue, method: String, value: Value) {
        let json = try JSONValue.parse(
            result.replacing("HASH", with: Self.hashText).replacing("KEY", with: Self.keyText))
        return try await FakeNode.run(answering: { _, _ in .result(json) }) { node in
            let value = try await call(try makeClient(node))
            let sent = try #require(node.calls.first)
            return (sent.params, sent.method, value)
        }
    }

    @Test func status() async throws {
        let (params, method, status) = try await ask(
            """
            {"chain_id":"testnet","genesis_hash":"HASH","latest_protocol_version":80,"protocol_version":80,
            "node_key":null,"node_public_key":"KEY","rpc_addr":"0.0.0.0:3030","sync_info":{"earliest_block_hash":"HASH",
            "earliest_block_height":1,"earliest_block_time":"2026-11-20T00:00:00.1Z","epoch_id":"HASH",
            "epoch_start_height":5,"latest_block_hash":"HASH","latest_block_height":187310138,
            "latest_block_time":"2026-11-20T00:00:00.123456789Z","latest_state_root":"HASH","syncing":false},
            "uptime_sec":10,"validator_account_id":null,"validator_public_key":null,
            "validators":[{"account_id":"node0"}],"version":{"build":"2.9.0","commit":"abc","rustc_version":"1.86.0",
            "version":"2.9.0"},"detailed_debug_status":null}
            """
        ) { try await $0.status() }
        #expect(method == "status")
        #expect(params == [])
        #expect(status.chainId == "testnet")
        #expect(status.syncInfo.latestBlockHeight == 187_310_138)
        #expect(!status.syncInfo.isSyncing)
        #expect(status.nodeVersion == "2.9.0")
        #expect(status.json["validators"]?[0]?["account_id"] == "node0")
    }

    @Test func block() async throws {
        let (params, _, block) = try await ask(
            """
            {"author":"node0","header":{"height":187310138,"prev_height":187310137,"epoch_id":"HASH","next_epoch_id":"HASH",
            "hash":"HASH","prev_hash":"HASH","prev_state_root":"HASH","timestamp":1700000000123456789,
            "timestamp_nanosec":"1700000000123456789","gas_price":"100000000","total_supply":"1154116387153871836384528390112461",
            "last_final_block":"HASH","latest_protocol_version":80,"approvals":[null],"chunk_mask":[true]},
            "chunks":[{"chunk_hash":"HASH","prev_block_hash":"HASH","outcome_root":"HASH","prev_state_root":"HASH",
            "encoded_merkle_root":"HASH","encoded_length":8,"height_created":187310138,"height_included":187310138,
            "shard_id":0,"gas_used":0,"gas_limit":1000000000000000,"rent_paid":"0","validator_reward":"0",
            "balance_burnt":"0","outgoing_receipts_root":"HASH","tx_root":"HASH","validator_proposals":[],
            "signature":"ed25519:x"}]}
            """
        ) { try await $0.block(.final) }
        #expect(params == ["finality": "final"])
        #expect(block.author == (try AccountId("node0")))
        #expect(block.header.timestampNanoseconds == 1_700_000_000_123_456_789)
        #expect(block.header.totalSupply.yoctoNEAR == 1_154_116_387_153_871_836_384_528_390_112_461)
        #expect(block.chunks[0].gasLimit == Gas.tera(1000))
    }

    private static let references: [(BlockReference, JSONValue)] = [
        (.optimistic, ["finality": "optimistic"]), (.finality(.nearFinal), ["finality": "near-final"]),
        (.height(7), ["block_id": 7]), (.genesis, ["sync_checkpoint": "genesis"]),
        (.earliestAvailable, ["sync_checkpoint": "earliest_available"]),
    ]

    @Test(arguments: references) func blocksAreNamedAsNearcoreNamesThem(reference: BlockReference, expected: JSONValue)
        async throws
    {
        try await FakeNode.run(answering: { _, _ in .result("nothing") }) { node in
            let client = try makeClient(node)
            await #expect(throws: RPCError.self) { try await client.block(reference) }
            #expect(node.calls.first?.params == expected)
        }
    }

    @Test func chunk() async throws {
        let (params, _, chunk) = try await ask(
            """
            {"author":"node0","header":{"chunk_hash":"HASH","prev_block_hash":"HASH","height_created":1,"height_included":1,
            "shard_id":3,"gas_used":5,"gas_limit":7},"transactions":[],"receipts":[]}
            """
        ) { try await $0.chunk(.shard(3, height: 1)) }
        #expect(params == ["block_id": 1, "shard_id": 3])
        #expect(chunk.header.shardId == 3)
        #expect(chunk.transactions.isEmpty && chunk.receipts.isEmpty)
    }

    @Test func gasPrice() async throws {
        let (params, _, price) = try await ask("{\"gas_price\":\"100000000\"}") { try await $0.gasPrice() }
        #expect(params == [nil])
        #expect(price.yoctoNEAR == 100_000_000)
    }

    @Test func validators() async throws {
        let (params, _, validators) = try await ask(
            """
            {"current_fishermen":[],"current_proposals":[],"current_validators":[{"account_id":"node0","is_slashed":false,
            "num_expected_blocks":10,"num_produced_blocks":9,"public_key":"KEY","shards":[0],"stake":"5"}],
            "epoch_height":3,"epoch_start_height":1000,"next_fishermen":[],"next_validators":[{"account_id":"node1",
            "public_key":"KEY","shards":[0],"stake":"6","validator_stake_struct_version":"V1"}],"prev_epoch_kickout":[]}
            """
        ) { try await $0.validators() }
        #expect(params == ["latest": nil])
        #expect(validators.currentValidators[0].numProducedBlocks == 9)
        #expect(validators.nextValidators[0].stake.yoctoNEAR == 6)
        #expect(validators.nextValidators[0].numProducedBlocks == nil)
    }

    @Test func accessKeys() async throws {
        let (params, _, key) = try await ask(
            """
            {"nonce":85,"permission":{"FunctionCall":{"allowance":"18501534631167209000000000","receiver_id":"cosmose.near",
            "method_names":["store_data"]}},"block_height":19884918,"block_hash":"HASH"}
            """
        ) { try await $0.viewAccessKey(PublicKey(Self.keyText), of: AccountId("client.near"), at: .optimistic) }
        #expect(params["request_type"] == "view_access_key")
        #expect(params["public_key"] == .string(Self.keyText))
        #expect(params["finality"] == "optimistic")
        #expect(key.value.nonce == 85)
        guard case .functionCall(let permission) = key.value.permission else {
            Issue.record("not a function-call key")
            return
        }
        #expect(permission.receiverId == "cosmose.near")
        #expect(permission.allowance?.yoctoNEAR == 18_501_534_631_167_209_000_000_000)

        let (_, _, list) = try await ask(
            """
            {"keys":[{"public_key":"KEY","access_key":{"nonce":17,"permission":"FullAccess"}},
            {"public_key":"KEY","access_key":{"nonce":18,"permission":{"FunctionCall":{"allowance":null,
            "receiver_id":"a.near","method_names":[]}}}},
            {"public_key":"KEY","access_key":{"nonce":0,"permission":{"GasKeyFullAccess":{"balance":"5","num_nonces":2}}}},
            {"public_key":"KEY","access_key":{"nonce":0,"permission":{"FuturePermission":{}}}}],
            "block_height":1,"block_hash":"HASH"}
            """
        ) { try await $0.viewAccessKeyList(of: AccountId("client.near")) }
        #expect(list.value.keys.map(\.accessKey.permission.isFullAccess) == [true, false, true, false])
        #expect(list.value.keys[3].accessKey.permission == .unrecognized(["FuturePermission": [:]]))
    }

    @Test func contractCodeAndState() async throws {
        let (_, _, code) = try await ask(
            "{\"code_base64\":\"AGFzbQ==\",\"hash\":\"HASH\",\"block_height\":1,\"block_hash\":\"HASH\"}"
        ) { try await $0.viewCode(of: AccountId("a.near")) }
        #expect(code.value.code == [0, 0x61, 0x73, 0x6D])

        let (params, _, state) = try await ask(
            """
            {"values":[{"key":"U1RBVEU=","value":"AQ=="}],"proof":["AwA="],"block_height":1,"block_hash":"HASH"}
            """
        ) { try await $0.viewState(of: AccountId("a.near"), prefix: Array("ST".utf8), includeProof: true) }
        #expect(params["prefix_base64"] == "U1Q=")
        #expect(params["include_proof"] == true)
        #expect(state.value.values.first?.key == Array("STATE".utf8))
        #expect(state.value.proof == [[3, 0]])
    }

    @Test func aViewCallsResult() async throws {
        let (params, _, result) = try await ask(
            "{\"result\":[34,104,105,34],\"logs\":[\"ABC\"],\"block_height\":1,\"block_hash\":\"HASH\"}"
        ) { try await $0.callFunction("get", of: AccountId("a.near"), arguments: ["id": 1]) }
        #expect(params["args_base64"] == .string(Base64.encode(Array("{\"id\":1}".utf8))))
        #expect(try result.value.decode(as: String.self) == "hi")
        #expect(try result.value.decode(as: JSONValue.self) == "hi")
        #expect(throws: SuccessValueError.self) { try result.value.decode(as: Int.self) }
        #expect(result.value.logs == ["ABC"])
    }

    /// nearcore answers these two as results, as it did before errors had types.
    @Test func theOldErrorsInsideOfResultsAreTyped() async throws {
        let method = "{\"error\":\"wasm execution failed\",\"logs\":[],\"block_height\":1,\"block_hash\":\"HASH\"}"
        let position = RPCBlockPosition(height: 1, hash: try CryptoHash(Self.hashText))
        let failed = await #expect(throws: RPCError.self) {
            try await ask(method) { try await $0.callFunction("get", of: AccountId("a.near")) }
        }
        #expect(failed?.cause == .contractExecutionError(error: "wasm execution failed", at: position))
        let gone = await #expect(throws: RPCError.self) {
            try await ask(method) { try await $0.viewAccessKey(PublicKey(Self.keyText), of: AccountId("a.near")) }
        }
        #expect(gone?.cause == .unknownAccessKey(publicKey: try PublicKey(Self.keyText), at: position))
    }

    @Test func receiptAndProtocolConfig() async throws {
        let (params, method, receipt) = try await ask(
            """
            {"predecessor_id":"system","receiver_id":"a.near","receipt_id":"HASH","priority":0,"receipt":{"Action":{
            "actions":[{"Transfer":{"deposit":"5"}}],"gas_price":"0","input_data_ids":[],"is_promise_yield":false,
            "output_data_receivers":[{"data_id":"HASH","receiver_id":"b.near"}],"signer_id":"a.near",
            "signer_public_key":"KEY"}}}
            """
        ) { try await $0.receipt(CryptoHash(Self.hashText)) }
        #expect(method == "EXPERIMENTAL_receipt")
        #expect(params == ["receipt_id": Self.hash])
        guard case .action(let action) = receipt.receipt else {
            Issue.record("not an action receipt")
            return
        }
        #expect(action.outputDataReceivers.first?.receiverId.text == "b.near")

        let (_, _, config) = try await ask(
            """
            {"chain_id":"testnet","protocol_version":80,"epoch_length":43200,"transaction_validity_period":86400,
            "min_gas_price":"100000000","runtime_config":{"storage_amount_per_byte":"10000000000000000000",
            "wasm_config":{"limit_config":{"max_total_prepaid_gas":300000000000000,"max_transaction_size":1572864}}}}
            """
        ) { try await $0.protocolConfig() }
        #expect(config.storageAmountPerByte == AccountView.bytePrice)
        #expect(config.maxTotalPrepaidGas == Gas.tera(300))
    }

    @Test func aResultOfAnotherShapeSaysWhereItDiffers() async throws {
        let error = await #expect(throws: RPCError.self) {
            try await ask("{\"amount\":\"1\",\"locked\":\"-5\",\"block_height\":1,\"block_hash\":\"HASH\"}") {
                try await $0.viewAccount(AccountId("a.near"))
            }
        }
        #expect(error == .unexpectedResult(method: "view_account", reason: "locked: expected a whole number"))
    }

    @Test func storageHoldsBackWhatItCosts() async throws {
        let (_, _, account) = try await ask(
            """
            {"amount":"5000000000000000000000000","locked":"0","code_hash":"HASH","storage_usage":100000,
            "storage_paid_at":0,"block_height":1,"block_hash":"HASH"}
            """
        ) { try await $0.viewAccount(AccountId("a.near")) }
        #expect(account.value.heldForStorage() == (try NEARToken.near(1)))
        #expect(account.value.spendable() == (try NEARToken.near(4)))
        #expect(account.value.hasContract)
    }
}
