// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARDevnet

/// `devnet_snapshot` and `devnet_restore`.
@Suite struct SnapshotMethodTests {
    @Test func chainGoesBackToASnapshotAsOftenAsOneLikes() async throws {
        try await withDevnet { devnet, client in
            let carol = try AccountId("carol.near")
            func hasCarol() -> Bool { devnet.host.chain.state.account(carol) != nil }
            let taken = try await client.result("devnet_snapshot", [:])
            #expect(taken["height"] == .count(devnet.host.chain.head.height))
            let head = devnet.host.chain.head.hash
            for params: JSONValue in [["id": try #require(taken["id"])], [try #require(taken["id"])]] {
                _ = try await client.result("devnet_faucet", ["account_id": "carol.near"])
                try await devnet.produceBlock()
                #expect(hasCarol())
                #expect(devnet.host.chain.head.hash != head)
                #expect(try await client.result("devnet_restore", params) == ["height": try #require(taken["height"])])
                #expect(!hasCarol())
                #expect(devnet.host.chain.head.hash == head)
            }
        }
    }

    @Test func lastSnapshotsAreKept() async throws {
        try await withDevnet { _, client in
            for expected in 1...(KeptChains.limit + 1) {
                #expect(try await client.result("devnet_snapshot", [])["id"] == .count(UInt64(expected)))
            }
            let error = try await client.error("devnet_restore", ["id": 1])
            #expect(error["cause"]?["name"] == "UNKNOWN_SNAPSHOT")
            #expect(error["data"]?.stringValue?.contains("there is no snapshot 1") == true)
            for id: JSONValue in [2, .count(UInt64(KeptChains.limit + 1))] {
                _ = try await client.result("devnet_restore", ["id": id])
            }
        }
    }

    @Test(arguments: ["{}", #"{"id":"1"}"#, #"{"id":-1}"#, #"{"id":null}"#, "[]", "[1,2]"])
    func whatIsNoNumberIsRefused(_ params: String) async throws {
        try await withDevnet { _, client in
            let error = try await client.error("devnet_restore", try JSONValue.parse(params))
            #expect(error["cause"]?["name"] == "PARSE_ERROR")
        }
    }
}
