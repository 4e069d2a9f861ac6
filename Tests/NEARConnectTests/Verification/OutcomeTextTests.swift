// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnect
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import XCTest

@testable import NEARConnectCore

/// A wallet that signs another method or other arguments, equal in Unicode and different in bytes.
final class OutcomeTextTests: MainLoopTestCase {
    /// The wallet's texts in place of the requested ones.
    private static let texts: JSONValue = [
        ["K", "\u{212A}"], [";", "\u{37E}"], ["`", "\u{1FEF}"], ["\u{E9}", "e\u{301}"], ["\u{3A9}", "\u{2126}"],
    ]

    @MainActor
    private static func signedIn(_ method: String, _ texts: JSONValue) async throws -> WalletTestEnvironment {
        let steps: JSONValue = [["do": "alter", "texts": texts]]
        let script: JSONValue =
            method == "signDelegateActions" ? ["signDelegateActions": steps] : ["signAndSendTransaction": steps]
        let environment = try await WalletTestEnvironment.start(script: script)
        try await environment.devnet.deploy(.guestBook, to: environment.accounts[1].id)
        _ = try await environment.manager.signIn(walletId: ScriptedWallet.id)
        return environment
    }

    @MainActor
    private static func expectRefused(
        _ environment: WalletTestEnvironment, altering what: String, _ operation: @MainActor () async throws -> Void
    ) async throws {
        do {
            try await operation()
            XCTFail("what the wallet made of \(what) was returned as verified")
        } catch NEARError.signatureInvalid(let reason) {
            XCTAssertTrue(reason.contains("other actions than were asked for"), reason)
        }
        XCTAssertFalse(environment.manager.isBusy)
    }

    func testADelegateActionWithAnotherMethodOrArgument() throws {
        try run(timeout: 120) {
            let environment = try await Self.signedIn("signDelegateActions", Self.texts)
            let receiver = environment.accounts[1].id
            let asked: [(String, JSONValue)] = [
                ("claimKey", ["amount": "1"]), ("claim", ["token": "K", "amount": "1;2"]), ("claim", ["K": 1]),
                ("claim", ["to": ["caf\u{E9}"]]), ("\u{3A9}", [:]), ("`", [:]),
            ]
            for (method, args) in asked {
                let request = NEARWalletManager.TransactionRequest(
                    receiverId: receiver, actions: [.functionCall(method, json: args)])
                try await Self.expectRefused(environment, altering: "\(method) \(args)") {
                    _ = try await environment.manager.signDelegateActions([request])
                }
            }
            // What has none of these texts comes through: nothing else is wrong with this wallet.
            let plain = NEARWalletManager.TransactionRequest(
                receiverId: receiver, actions: [.functionCall("claim", json: ["amount": "1"])])
            let signed = try await environment.manager.signDelegateActions([plain])
            XCTAssertEqual(signed.map(\.delegateAction.actions), [plain.actions])
            try await environment.stop()
        }
    }

    func testATransactionWithAnotherArgument() throws {
        try run(timeout: 120) {
            let environment = try await Self.signedIn("signAndSendTransaction", Self.texts)
            let contract = environment.accounts[1].id
            for text in ["K", "1;2", "caf\u{E9}", "\u{3A9}", "`"] {
                // The contract takes either, and the transaction succeeds: only the bytes tell that it is another one.
                try await Self.expectRefused(environment, altering: text) {
                    _ = try await environment.manager.callFunction(
                        contractId: contract, methodName: "add_message",
                        args: JSONValue.object(["text": .string(text)]).bytes)
                }
                let entry = try await environment.manager.history().first
                XCTAssertNotEqual(entry?.state.code, "confirmed", "it isn't what was asked for")
            }
            let outcome = try await environment.manager.callFunction(
                contractId: contract, methodName: "add_message", args: Array(#"{"text":"plain"}"#.utf8))
            XCTAssertTrue(outcome.isSuccess)
            try await environment.stop()
        }
    }

    /// The same wallet without its tricks.
    func testTextsOfAllFormsComeThroughUnchanged() throws {
        try run(timeout: 120) {
            let environment = try await Self.signedIn("signDelegateActions", [])
            let receiver = environment.accounts[1].id
            for text in ["K", "\u{212A}", "1;2", "1\u{37E}2", "caf\u{E9}", "cafe\u{301}"] {
                let action = Action.functionCall(text, json: .object([ExactText(text): .string(text), "a": 1]))
                let request = NEARWalletManager.TransactionRequest(receiverId: receiver, actions: [action])
                let signed = try await environment.manager.signDelegateActions([request])
                XCTAssertEqual(signed.map(\.delegateAction.actions), [[action]])
            }
            try await environment.stop()
        }
    }
}
