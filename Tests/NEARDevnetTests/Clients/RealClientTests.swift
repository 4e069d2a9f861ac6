// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

@testable import NEARDevnet

/// Other projects' clients for NEAR do with the program what they do with a network.
///
/// They run where `NEAR_CONNECT_PYTHON` names a Python with `Scripts/python/clients.txt`.
@Suite(.enabled(if: ClientScript.isPossible, ClientScript.reason)) struct RealClientTests {
    /// Blocks on demand, and such a short time between blocks that transactions sent at once come into several.
    static let modes: [[String]] = [[], ["--block-time", "20"]]

    @Test(arguments: ["check_near_api.py", "check_near_kit.py", "check_py_near.py"], modes)
    func clientDoesItsOrdinaryFlows(_ script: String, _ mode: [String]) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "clients-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (book, token) = (folder.appending(path: "book.wasm"), folder.appending(path: "token.wasm"))
        try Data(SampleContract.guestBook.code()).write(to: book)
        let owner = try AccountId("alice.test.near")
        try Data(SampleContract.fungibleToken(owner: owner, totalSupply: "0").code()).write(to: token)
        let credentials = folder.appending(path: "credentials")
        let program = try await DevnetProgram(in: folder, ["--credentials", credentials.path] + mode)
        defer { program.kill() }
        let output = try await ClientScript.run(
            script, [program.url.absoluteString, credentials.path, book.path, token.path])
        try await Self.compare(JSONValue.parse(output), with: RawClient(program.url))
    }

    /// Compares what a client says of the chain with what the chain says.
    private static func compare(_ report: JSONValue, with client: RawClient) async throws {
        let final: JSONValue.Members = ["finality": "final"]
        let balances = try #require(report["balances"]?.objectValue)
        #expect(balances.count >= 5)
        for (id, balance) in balances {
            let query: JSONValue.Members = ["request_type": "view_account", "account_id": .string(id.text)]
            let view = try await client.result("query", .object(query.merging(final) { $1 }))
            #expect(view["amount"] == balance, "\(id)")
        }
        for id in try #require(report["gone"]?.arrayValue) {
            let query: JSONValue.Members = ["request_type": "view_account", "account_id": id]
            let error = try await client.error("query", .object(query.merging(final) { $1 }))
            #expect(error["cause"]?["name"] == "UNKNOWN_ACCOUNT")
        }
        // What was sent at once went in as it was first signed: no nonce was left out.
        let (signer, key) = (try #require(report["signer"]), try #require(report["key"]))
        let nonce = try #require(report["nonce"]?.integerValue(as: UInt64.self))
        var nonces: Set<UInt64> = []
        for hash in try #require(report["sent"]?.arrayValue) {
            let status = try await client.result("tx", [hash, signer])
            #expect(status["final_execution_status"] == "FINAL")
            #expect(status["status"] == ["SuccessValue": ""])
            #expect(status["transaction"]?["signer_id"] == signer)
            #expect(status["transaction"]?["public_key"] == key)
            nonces.insert(try #require(status["transaction"]?["nonce"]?.integerValue(as: UInt64.self)))
        }
        #expect(nonces == Set(nonce + 1...nonce + 100))
        let query: JSONValue.Members = [
            "request_type": "view_access_key", "account_id": signer, "public_key": key,
        ]
        let view = try await client.result("query", .object(query.merging(final) { $1 }))
        #expect(view["nonce"] == .integer(Int128(nonce + 100)))
    }
}
