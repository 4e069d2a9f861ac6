// SPDX-License-Identifier: MIT

import Glibc
import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// The methods that nearcore's sandbox has besides.
@Suite struct SandboxMethodTests {
    @Test func stateIsPatchedAndTheSupplyWithIt() async throws {
        try await withDevnet { devnet, client in
            let key = try DevnetAccount.secretKey(of: AccountId("rich.near"), seed: "mine")
            let account: JSONValue = [
                "amount": "7000000000000000000000000", "locked": "0", "storage_usage": 182, "version": "V1",
                "code_hash": "11111111111111111111111111111111",
            ]
            let records: JSONValue = [
                ["Account": ["account_id": "rich.near", "account": account]],
                [
                    "AccessKey": [
                        "account_id": "rich.near", "public_key": .string(key.publicKey.description),
                        "access_key": ["nonce": 0, "permission": "FullAccess"],
                    ]
                ],
                ["Contract": ["account_id": "rich.near", "code": "AGFzbQ=="]],
                ["Data": ["account_id": "rich.near", "data_key": "aw==", "value": "dg=="]],
            ]
            #expect(try await client.result("sandbox_patch_state", ["records": records]) == [:])
            let view = try await client.result(
                "query", ["request_type": "view_account", "finality": "final", "account_id": "rich.near"])
            #expect(view["amount"] == "7000000000000000000000000")
            #expect(view["code_hash"]?.stringValue == CryptoHash.sha256([0, 97, 115, 109]).description)
            let state = try await client.result(
                "query",
                ["request_type": "view_state", "finality": "final", "account_id": "rich.near", "prefix_base64": ""])
            #expect(state["values"] == [["key": "aw==", "value": "dg=="]])
            try await devnet.produceBlock()
            let first = try await client.result("block", ["block_id": 0])["header"]?["total_supply"]?.stringValue
            let now = try await client.result("block", ["finality": "final"])["header"]?["total_supply"]?.stringValue
            let minted = try UInt128(#require(now)).map { $0 - (UInt128(first ?? "") ?? 0) }
            #expect(minted == NEARToken.test(7).yoctoNEAR)
        }
    }

    /// The time that this thread has computed, whatever else runs on the machine.
    private static func threadTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Time grows with the number of records.
    ///
    /// Were each to look through all before it, 32 times as many would take a thousand times as long.
    @Test(.ownThread, arguments: [false, true]) func patchesTakeTimeByTheirSize(_ repeatsAccounts: Bool) throws {
        let state = try LocalChain().state
        func elapsed(_ count: Int) throws -> Duration {
            var records: [StateRecord] = []
            for index in 0..<count {
                let id = try AccountId("a\(repeatsAccounts ? index % 10 : index).near")
                records.append(.account(id, amount: 1, locked: 0, storageUsage: 1))
                records.append(.contract(id, [1]))
            }
            let begin = Self.threadTime()
            var patch = StatePatch(of: state)
            for record in records { patch.add(record) }
            return Self.threadTime() - begin
        }
        let small = try (0..<3).map { _ in try elapsed(1_000) }.min()
        let large = try elapsed(32_000)
        #expect(large < (try #require(small)) * 32 * 6)
    }

    /// One block follows a patch for those who wait for it, and none where nobody does.
    @Test func whoWaitsForABlockAfterAPatchGetsOne() async throws {
        let local = try LocalChain()
        let service = local.service()
        let record: JSONValue = ["Data": ["account_id": "alice.root", "data_key": "aw==", "value": "dg=="]]
        func height() async throws -> UInt64 {
            let status = try await service.result("status", [])
            return try #require(status["sync_info"]?["latest_block_height"]?.integerValue(as: UInt64.self))
        }
        for _ in 0..<5 { #expect(try await height() == 0) }
        for expected in [UInt64(1), 3] {
            _ = try await service.result("sandbox_patch_state", ["records": [record]])
            let status: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": "status", "params": []]
            for _ in 0..<5 { _ = await service.answer(status.bytes, mayChange: false) }
            #expect(service.host.chain.head.height == expected)
            #expect(try await height() == expected)
            while try await height() == expected {}
            for _ in 0..<5 { #expect(try await height() == expected + 1) }
        }
        // A block that comes by itself is the one.
        _ = try await service.result("sandbox_patch_state", ["records": [record]])
        try await service.host.produceBlock()
        for _ in 0..<5 { #expect(try await height() == 6) }
    }

    /// A contract belongs to its account, before the account's record or after it.
    @Test func recordsSeeThoseBeforeThem() async throws {
        try await withDevnet { _, client in
            func account(_ amount: String) -> JSONValue {
                [
                    "Account": [
                        "account_id": "new.near",
                        "account": ["amount": .string(amount), "locked": "0", "storage_usage": 182],
                    ]
                ]
            }
            let contract: JSONValue = ["Contract": ["account_id": "new.near", "code": "AGFzbQ=="]]
            let records: JSONValue = [account("1"), contract, account("2")]
            _ = try await client.result("sandbox_patch_state", ["records": records])
            let view = try await client.result(
                "query", ["request_type": "view_account", "finality": "final", "account_id": "new.near"])
            #expect(view["amount"] == "2")
            #expect(view["code_hash"]?.stringValue == CryptoHash.sha256([0, 97, 115, 109]).description)
        }
    }

    @Test(arguments: [
        #"{}"#, #"{"records":[{}]}"#, #"{"records":[{"Nonsense":{"account_id":"a.near"}}]}"#,
        #"{"records":[{"Account":{"account_id":"a.near","account":{"amount":"-1","locked":"0","storage_usage":1}}}]}"#,
        #"{"records":[{"Data":{"account_id":"a.near","data_key":"*","value":""}}]}"#,
    ])
    func malformedPatchesChangeNothing(_ params: String) async throws {
        try await withDevnet { _, client in
            let error = try await client.error("sandbox_patch_state", try JSONValue.parse(params))
            #expect(error["cause"]?["name"] == "PARSE_ERROR")
            #expect(try await client.result("status", [])["sync_info"]?["latest_block_height"] == 0)
        }
    }

    /// More tokens than can be counted would break every sum after them.
    @Test func patchBeyondCountingIsRefusedAndForgotten() async throws {
        try await withDevnet { devnet, client in
            let account: JSONValue = ["amount": .string(String(UInt128.max)), "locked": "0", "storage_usage": 182]
            let records: JSONValue = [["Account": ["account_id": "rich.near", "account": account]]]
            let error = try await client.error("sandbox_patch_state", ["records": records])
            #expect(error["name"] == "INTERNAL_ERROR")
            let signed = try await client.sign(
                devnet.accounts[0], to: devnet.accounts[1].id, [.transfer(NEARToken.test(1))])
            let outcome = try await client.result("broadcast_tx_commit", [.string(signed.base64)])
            #expect(outcome["status"] == ["SuccessValue": ""])
        }
    }

    @Test func timeIsForwarded() async throws {
        try await withDevnet { _, client in
            #expect(try await client.result("sandbox_fast_forward", ["delta_height": 10_000]) == [:])
            let head = try await client.result("block", ["finality": "final"])
            #expect(head["header"]?["height"] == 10_000)
            #expect(head["header"]?["prev_height"] == 0)
            let error = try await client.error(
                "sandbox_fast_forward", ["delta_height": .integer(Int128(UInt64.max))])
            #expect(error["cause"]?["name"] == "PARSE_ERROR")
        }
    }

    @Test func oneKindOfQueryEach() async throws {
        try await withDevnet { devnet, client in
            let account = try await client.result(
                "EXPERIMENTAL_view_account", ["account_id": "alice.test.near", "finality": "final"])
            #expect(account["amount"] == "10000000000000000000000000000")
            let key = try await client.error(
                "EXPERIMENTAL_view_access_key",
                [
                    "account_id": "alice.test.near", "finality": "final",
                    "public_key": .string(devnet.accounts[1].publicKey.description),
                ])
            #expect(key["cause"]?["name"] == "UNKNOWN_ACCESS_KEY")
            let call = try await client.error(
                "EXPERIMENTAL_call_function",
                ["account_id": "alice.test.near", "finality": "final", "method_name": "m", "args_base64": ""])
            #expect(call["cause"]?["name"] == "CONTRACT_EXECUTION_ERROR")
            #expect(
                call["cause"]?["info"]?["vm_error"]
                    == ["CompilationError": ["CodeDoesNotExist": ["account_id": "alice.test.near"]]])
        }
    }
}
