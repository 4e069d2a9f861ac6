// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARPrimitives
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// The packaged wallet's code before two servers of a public network, which it asks itself.
final class KeystoreServersTests: MainLoopTestCase {
    /// Has the wallet's code send a transaction, and returns what came of it and the calls, by server.
    ///
    /// - Parameter answers: JavaScript from a server's letter, the method and the call's number to its JSON-RPC answer.
    @MainActor
    private static func send(_ answers: String, in page: DAppPage) async throws -> JSONValue {
        let file = try XCTUnwrap(PackagedFile.path(ofRequest: "/Wallets/keystore.js"))
        let code = JSONValue.string(String(decoding: try PackagedFile.bytes(file), as: UTF8.self))
        let key = try SecretKey.generate()
        let transaction = Transaction.v0(
            TransactionV0(
                signerId: try AccountId("alice.near"), publicKey: key.publicKey, nonce: 1,
                receiverId: try AccountId("bob.near"), blockHash: .sha256([]), actions: [.transfer(.oneYocto)]))
        let signed = try SignedTransaction.sign(transaction, with: key)
        return try await page.run(
            """
            const calls = [];
            const done = { status: { SuccessValue: "" }, transaction_outcome: {} };
            const refused = (reason) => ({ error: { name: "HANDLER_ERROR", cause: { name: "INVALID_TRANSACTION" }, message: "", data: { TxExecutionError: { InvalidTxError: reason } } } });
            const unknown = { error: { name: "HANDLER_ERROR", cause: { name: "UNKNOWN_TRANSACTION" }, message: "" } };
            const answer = \(answers);
            const fetch = async (url, { body }) => {
              const { method } = JSON.parse(body);
              const [server] = url.split("://").slice(-1);
              calls.push(`${server} ${method}`);
              return { json: async () => answer(server, method, calls.length) };
            };
            let keystore;
            const selector = {
              providers: { mainnet: ["http://a", "http://b"] }, ready: (executor) => { keystore = executor; },
              external: async () => ({ signedTransactions: [{ hash: "\(signed.hash)", base64: "\(signed.base64)" }] }),
            };
            new Function("window", "fetch", \(code.text))({ selector }, fetch);
            const end = await keystore.signAndSendTransaction({ network: "mainnet", receiverId: "bob.near", actions: [] })
              .then(() => "done", (error) => error.code);
            return { end, calls };
            """)
    }

    func testARefusalIsPutToEachServerAndTheTransactionIsLookedFor() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            let cases: [(String, JSONValue, [JSONValue])] = [
                // One refuses what the other executes.
                (
                    #"(server) => (server === "a" ? refused("InvalidSignature") : { result: done })"#, "done",
                    ["a send_tx", "b send_tx"]
                ),
                // Both refuse it, and none knows it.
                (
                    #"(server, method) => (method === "tx" ? unknown : refused("InvalidSignature"))"#, "walletRejected",
                    ["a send_tx", "b send_tx", "b tx", "a tx"]
                ),
                // It has used its own nonce.
                (
                    #"(server, method) => (method === "tx" ? { result: done } : refused({ InvalidNonce: {} }))"#,
                    "done",
                    ["a send_tx", "b send_tx", "b tx"]
                ),
                // An error that proves nothing, whatever words it quotes.
                (
                    #"(server, method) => (method === "tx" ? { result: done } : { error: { message: "Too many requests" } })"#,
                    "done", ["a send_tx", "b tx"]
                ),
                (
                    #"(server, method) => (method === "tx" ? { result: done } : { error: { name: "INTERNAL_ERROR", message: "PARSE_ERROR InvalidTxError" } })"#,
                    "done", ["a send_tx", "b tx"]
                ),
            ]
            for (answers, end, calls) in cases {
                let found = try await Self.send(answers, in: page)
                XCTAssertEqual(found["end"], end, answers)
                XCTAssertEqual(found["calls"], .array(calls), answers)
            }
            try await scene.stop()
        }
    }
}
