// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARDevnet

/// Methods that read the chain.
@Suite struct ViewMethodTests {
    private func query(_ type: String, _ id: String = "alice.test.near", with more: JSONValue = [:]) -> JSONValue {
        let members: JSONValue.Members = [
            "request_type": .string(type), "finality": "final", "account_id": .string(id),
        ]
        return .object(members.merging(more.objectValue ?? [:]) { _, last in last })
    }

    @Test func accountAndItsKeys() async throws {
        try await withDevnet { devnet, client in
            let account = try await client.result("query", query("view_account"))
            #expect(account["amount"] == "10000000000000000000000000000")
            #expect(account["locked"] == "0")
            #expect(account["code_hash"] == "11111111111111111111111111111111")
            #expect(account["storage_usage"] == 182)
            #expect(account["block_height"] == 0)
            let key = JSONValue.string(devnet.accounts[0].publicKey.description)
            let one = try await client.result(
                "query", query("view_access_key", "alice.test.near", with: ["public_key": key]))
            #expect(one["nonce"] == 0)
            #expect(one["permission"] == "FullAccess")
            let all = try await client.result("query", query("view_access_key_list"))
            #expect(all["keys"] == [["public_key": key, "access_key": ["nonce": 0, "permission": "FullAccess"]]])
        }
    }

    @Test func unknownAccount() async throws {
        try await withDevnet { _, client in
            let error = try await client.error("query", query("view_account", "nobody.near"))
            #expect(error["name"] == "HANDLER_ERROR")
            #expect(error["cause"]?["name"] == "UNKNOWN_ACCOUNT")
            #expect(error["cause"]?["info"]?["requested_account_id"] == "nobody.near")
            #expect(error["cause"]?["info"]?["block_height"] == 0)
            #expect(error["data"] == "account nobody.near does not exist while viewing")
        }
    }

    /// nearcore answers these as results that have an error.
    @Test func unknownKeyAndFailedCallAreResults() async throws {
        try await withDevnet { devnet, client in
            let key = JSONValue.string(devnet.accounts[1].publicKey.description)
            let missing = try await client.result(
                "query", query("view_access_key", "alice.test.near", with: ["public_key": key]))
            #expect(
                missing["error"]?.stringValue
                    == "access key \(devnet.accounts[1].publicKey) does not exist while viewing")
            #expect(missing["logs"] == [])
            let call = try await client.result(
                "query", query("call_function", "alice.test.near", with: ["method_name": "get", "args_base64": ""]))
            #expect(
                call["error"]
                    == "wasm execution failed with error: CompilationError(CodeDoesNotExist { account_id: AccountId(\"alice.test.near\") })"
            )
        }
    }

    @Test func codeAndState() async throws {
        try await withDevnet { devnet, client in
            let error = try await client.error("query", query("view_code"))
            #expect(error["cause"]?["name"] == "NO_CONTRACT_CODE")
            #expect(
                error["data"] == "Contract code for contract ID #alice.test.near has never been observed on the node")
            let code: [UInt8] = [0, 97, 115, 109, 1, 0, 0, 0]
            let signed = try await client.sign(
                devnet.accounts[0], to: devnet.accounts[0].id, [.deployContract(DeployContractAction(code: code))])
            let outcome = try await client.result("broadcast_tx_commit", [.string(signed.base64)])
            #expect(outcome["status"] == ["SuccessValue": ""])
            // Views name deployed code by its hash.
            #expect(
                outcome["transaction"]?["actions"]
                    == [["DeployContract": ["code": .string(Base64.encode(CryptoHash.sha256(code).bytes))]]])
            let view = try await client.result("query", query("view_code"))
            #expect(view["code_base64"]?.stringValue == Base64.encode(code))
            #expect(view["hash"]?.stringValue == CryptoHash.sha256(code).description)
            let state = try await client.result(
                "query", query("view_state", "alice.test.near", with: ["prefix_base64": ""]))
            #expect(state["values"] == [])
        }
    }

    @Test func globalCodeIsViewedByHashAndByAccount() async throws {
        try await withDevnet { devnet, client in
            let alice = devnet.accounts[0]
            let (byHash, byAccount): ([UInt8], [UInt8]) = ([0, 97, 115, 109, 1, 0, 0, 0], [0, 97, 115, 109])
            let hash: JSONValue = .hash(.sha256(byHash))
            func named(_ name: ExactText, _ value: JSONValue, at block: JSONValue.Members) -> JSONValue {
                let type: JSONValue =
                    name == "code_hash" ? "view_global_contract_code" : "view_global_contract_code_by_account_id"
                return .object(block.merging([name: value, "request_type": type]) { first, _ in first })
            }
            let now: JSONValue.Members = ["finality": "final"]
            for (name, value, identifier) in [
                ("code_hash", hash, ["hash": hash]),
                ("account_id", "alice.test.near", ["account_id": "alice.test.near"]),
            ] as [(ExactText, JSONValue, JSONValue)] {
                let error = try await client.error("query", named(name, value, at: now))
                #expect(error["cause"]?["name"] == "NO_GLOBAL_CONTRACT_CODE")
                #expect(error["cause"]?["info"]?["identifier"] == identifier)
                #expect(error["cause"]?["info"]?["block_height"] == 0)
            }
            for (code, mode) in [(byHash, GlobalContractDeployMode.codeHash), (byAccount, .accountId)] {
                let signed = try await client.sign(
                    alice, to: alice.id,
                    [.deployGlobalContract(DeployGlobalContractAction(code: code, deployMode: mode))])
                _ = try await client.result("broadcast_tx_commit", [.string(signed.base64)])
            }
            for (name, value, code) in [
                ("code_hash", hash, byHash), ("account_id", "alice.test.near", byAccount),
            ] as [(ExactText, JSONValue, [UInt8])] {
                let view = try await client.result("query", named(name, value, at: now))
                #expect(view["code_base64"]?.stringValue == Base64.encode(code))
                #expect(view["hash"] == .hash(.sha256(code)))
                #expect(view["block_height"] != 0)
                // Before it was there, it wasn't.
                let error = try await client.error("query", named(name, value, at: ["block_id": 0]))
                #expect(error["cause"]?["name"] == "NO_GLOBAL_CONTRACT_CODE")
            }
        }
    }

    @Test func oldFormOfQueries() async throws {
        try await withDevnet { devnet, client in
            let account = try await client.result("query", ["account/alice.test.near", ""])
            #expect(account["amount"] == "10000000000000000000000000000")
            let key = devnet.accounts[0].publicKey
            let access = try await client.result("query", [.string("access_key/alice.test.near/\(key)"), ""])
            #expect(access["nonce"] == 0)
            let list = try await client.result("query", ["access_key/alice.test.near", ""])
            #expect(list["keys"]?.arrayValue?.count == 1)
        }
    }

    @Test func blocksByHeightHashAndFinality() async throws {
        try await withDevnet { devnet, client in
            let signed = try await client.sign(
                devnet.accounts[0], to: devnet.accounts[1].id, [.transfer(NEARToken.test(1))])
            let outcome = try await client.result("broadcast_tx_commit", [.string(signed.base64)])
            let head = try await client.result("block", ["finality": "final"])
            #expect(head["header"]?["height"] == 2)
            let hash = try #require(head["header"]?["hash"])
            #expect(try await client.result("block", ["block_id": hash]) == head)
            #expect(try await client.result("block", ["block_id": 2]) == head)
            #expect(try await client.result("block", [2]) == head)
            #expect(try await client.result("block", ["finality": "optimistic"]) == head)
            let genesis = try await client.result("block", ["sync_checkpoint": "genesis"])
            #expect(genesis["header"]?["height"] == 0)
            #expect(genesis["header"]?["total_supply"] == "1000030000000000000000000000000000")
            let first = try await client.result("block", ["block_id": 1])
            #expect(outcome["transaction_outcome"]?["block_hash"] == first["header"]?["hash"])
            #expect(head["header"]?["prev_hash"] == first["header"]?["hash"])

            let chunk = try await client.result("chunk", ["block_id": 1, "shard_id": 0])
            #expect(chunk["transactions"]?[0]?["hash"]?.stringValue == signed.hash.description)
            let chunkHash = try #require(first["chunks"]?[0]?["chunk_hash"])
            #expect(try await client.result("chunk", [chunkHash]) == chunk)
            #expect(try await client.result("chunk", [1, 0]) == chunk)
            #expect(chunk["header"] == first["chunks"]?[0])
        }
    }

    @Test func blocksThatAreNotThere() async throws {
        try await withDevnet { _, client in
            let byHeight = try await client.error("block", ["block_id": 99])
            #expect(byHeight["cause"] == ["name": "UNKNOWN_BLOCK", "info": [:]])
            #expect(byHeight["data"] == "DB Not Found Error: BLOCK HEIGHT: 99 \n Cause: Unknown")
            let hash = "11111111111111111111111111111111"
            let byHash = try await client.error("block", ["block_id": .string(hash)])
            #expect(byHash["data"]?.stringValue == "DB Not Found Error: BLOCK HEADER: \(hash)")
            let inQuery = try await client.error(
                "query", ["request_type": "view_account", "block_id": 99, "account_id": "test.near"])
            #expect(inQuery["cause"]?["info"] == ["block_reference": ["block_id": 99]])
            let shard = try await client.error("chunk", ["block_id": 0, "shard_id": 7])
            #expect(shard["cause"] == ["name": "INVALID_SHARD_ID", "info": ["shard_id": 7]])
            let chunk = try await client.error("chunk", [.string(hash)])
            #expect(chunk["cause"]?["name"] == "UNKNOWN_CHUNK")
            let receipt = try await client.error("EXPERIMENTAL_receipt", ["receipt_id": .string(hash)])
            #expect(receipt["cause"] == ["name": "UNKNOWN_RECEIPT", "info": ["receipt_id": .string(hash)]])
        }
    }

    @Test func queriesOfThePast() async throws {
        try await withDevnet {
            $0.stateHistoryLength = 3
        } _: { devnet, client in
            let signed = try await client.sign(
                devnet.accounts[0], to: devnet.accounts[1].id, [.transfer(NEARToken.test(1))])
            _ = try await client.result("broadcast_tx_commit", [.string(signed.base64)])
            let past: JSONValue = ["request_type": "view_account", "block_id": 0, "account_id": "bob.test.near"]
            #expect(try await client.result("query", past)["amount"] == "10000000000000000000000000000")
            for _ in 0..<3 { try await devnet.produceBlock() }
            let error = try await client.error("query", past)
            #expect(error["cause"]?["name"] == "GARBAGE_COLLECTED_BLOCK")
            #expect(error["cause"]?["info"]?["block_height"] == 0)
        }
    }

    @Test func nodeAndNetwork() async throws {
        try await withDevnet { _, client in
            #expect(try await client.result("health", []) == .null)
            #expect(try await client.result("gas_price", [nil]) == ["gas_price": "100000000"])
            #expect(try await client.result("gas_price", [0]) == ["gas_price": "100000000"])
            #expect(try await client.result("network_info", [])["num_active_peers"] == 0)
            let validators = try await client.result("validators", [nil])
            #expect(validators["current_validators"]?[0]?["account_id"] == "test.near")
            let config = try await client.result("EXPERIMENTAL_protocol_config", ["finality": "final"])
            #expect(config["protocol_version"] == 83)
            #expect(config["runtime_config"]?["storage_amount_per_byte"] == "10000000000000000000")
        }
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000000000Z"), (1_767_225_600_000_000_001, "2026-01-01T00:00:00.000000001Z"),
            (1_709_164_799_999_999_999, "2024-02-28T23:59:59.999999999Z"),
            (1_709_164_800_000_000_000, "2024-02-29T00:00:00.000000000Z"),
            (4_107_542_400_000_000_000, "2100-03-01T00:00:00.000000000Z"),
        ] as [(UInt64, String)])
    func timesAreWrittenAsNearcoreDoes(_ nanoseconds: UInt64, _ text: String) {
        #expect(Timestamp(nanoseconds: nanoseconds).text == text)
    }
}
