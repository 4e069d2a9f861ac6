// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARDevnet

/// The explorer page and the methods behind it.
@Suite struct ExplorerTests {
    @Test(arguments: [("", "text/html"), ("explorer.js", "text/javascript"), ("explorer.css", "text/css")])
    func pageIsServedWithAPolicyOfItsOwn(_ path: String, _ type: String) async throws {
        try await withDevnet { devnet, client in
            #expect(devnet.explorerURL == devnet.rpcURL)
            let answer = try await client.send("GET", path: path)
            #expect(answer.status == 200)
            #expect(answer.body.count > 500)
            #expect(answer.headers["content-type"] == "\(type); charset=utf-8")
            #expect(
                answer.headers["content-security-policy"]?.hasPrefix("default-src 'none'; script-src 'self'") == true)
            // No other page reads it as its own.
            #expect(answer.headers["access-control-allow-origin"] == nil)
        }
    }

    /// Text from the chain must reach the page as text.
    @Test func scriptMakesNoMarkupFromText() {
        let script = String(decoding: ExplorerFile.script.bytes, as: UTF8.self)
        for name in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
            #expect(!script.contains(name))
        }
    }

    @Test func faucetCreatesAndFunds() async throws {
        try await withDevnet { devnet, client in
            let supply = try await client.result("block", ["finality": "final"])["header"]?["total_supply"]
            let created = try await client.result("devnet_faucet", ["account_id": "carol.near"])
            #expect(created["created"] == true)
            #expect(created["amount"] == "100000000000000000000000000")
            let key = try SecretKey(try #require(created["private_key"]?.stringValue))
            #expect(created["public_key"]?.stringValue == key.publicKey.description)
            let view: JSONValue = [
                "request_type": "view_access_key_list", "finality": "final", "account_id": "carol.near",
            ]
            #expect(try await client.result("query", view)["keys"]?[0]?["public_key"] == created["public_key"])
            let funded = try await client.result("devnet_faucet", ["account_id": "carol.near", "amount": "5"])
            #expect(funded["created"] == false)
            #expect(funded["private_key"] == nil)
            #expect(funded["amount"] == "100000000000000000000000005")
            let own = try await client.result(
                "devnet_faucet", ["account_id": "dave.near", "public_key": .key(devnet.accounts[0].publicKey)])
            #expect(own["private_key"] == nil)
            #expect(try await client.result("block", ["finality": "final"])["header"]?["total_supply"] == supply)
        }
    }

    @Test(arguments: [
        #"{"account_id":"carol.near","amount":"0"}"#, #"{"account_id":"carol.near","amount":5}"#,
        #"{"account_id":"NO"}"#, #"{"account_id":"carol.near","public_key":"x"}"#, #"{}"#,
    ])
    func faucetRefusesWhatMakesNoSense(_ params: String) async throws {
        try await withDevnet { _, client in
            let error = try await client.error("devnet_faucet", try JSONValue.parse(params))
            #expect(error["cause"]?["name"] == "PARSE_ERROR")
        }
    }

    @Test func faucetThatIsEmptySaysSo() async throws {
        try await withDevnet { _, client in
            let params: JSONValue = ["account_id": "carol.near", "amount": .yocto(.max)]
            let error = try await client.error("devnet_faucet", params)
            #expect(error["cause"]?["name"] == "FAUCET_ERROR")
        }
    }

    @Test func blocksAndAccountsComeInPages() async throws {
        try await withDevnet { devnet, client in
            for _ in 0..<5 { try await devnet.produceBlock() }
            func heights(_ params: JSONValue) async throws -> [Int128?] {
                let blocks = try await client.result("devnet_blocks", params)["blocks"]?.arrayValue ?? []
                return blocks.map { $0["height"]?.integerValue(as: Int128.self) }
            }
            #expect(try await heights(["limit": 3]) == [5, 4, 3])
            #expect(try await heights(["limit": 3, "before": 3]) == [2, 1, 0])
            #expect(try await heights([:]) == [5, 4, 3, 2, 1, 0])
            func ids(_ params: JSONValue) async throws -> [String?] {
                let accounts = try await client.result("devnet_accounts", params)["accounts"]?.arrayValue ?? []
                return accounts.map { $0["account_id"]?.stringValue }
            }
            #expect(try await ids(["limit": 2]) == ["alice.test.near", "bob.test.near"])
            #expect(try await ids(["after": "bob.test.near"]) == ["test.near"])
        }
    }
}
