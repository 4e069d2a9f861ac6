// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import XCTest

@testable import NEARConnect

/// Answers, results and notices of the window, with a catalogue of the texts themselves in brackets.
final class AnswerTranslationTests: HomeTestCase {
    /// Shows the window with a key of its own, over a chain with a contract and a token.
    private func signedIn(
        _ body: @escaping @MainActor (WalletTestEnvironment, ReadProgram) async throws -> Void
    ) throws {
        let home = home
        try run(timeout: 240) {
            let environment = try await WalletTestEnvironment.start()
            try await environment.devnet.deploy(.guestBook, to: environment.accounts[1].id)
            let program = try await ReadProgram(
                ["shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString], home: home,
                pseudo: try PseudoProgram())
            try await program.reader.bringKey(of: environment.accounts[0], sealedBy: "correct horse")
            try await body(environment, program)
            try await program.stop()
            try await environment.stop()
        }
    }

    func testPaymentsAndTheirEntriesAreTranslated() throws {
        try signedIn { environment, program in
            let reader = program.reader
            let (alice, bob) = (environment.accounts[0].id, environment.accounts[1].id)
            try await reader.choose("list item", "⟦Send")
            try await reader.type(bob.text, into: "text", "⟦To")
            try await reader.type("1.5", into: "text", "Amount in NEAR")
            try await reader.press("push button", "⟦Send éłö")
            try await reader.approve("Approve")
            _ = try await reader.find("statusbar", "You sent")
            try await TranslationWindowTests.check("a payment that was sent", program)
            try await reader.choose("list item", "Activity")
            _ = try await reader.find("table cell", bob.text)
            let list = try await reader.find("table", "What was handed to wallets")
            _ = try await reader.call("AddRowSelection", of: "Table", at: list.place, with: [.integer(0)])
            _ = try await reader.find("tree table", "Steps of the transaction")
            _ = try await reader.find("table cell", "done")
            try await TranslationWindowTests.check("an entry and its steps", program, except: ["send"])
            try await reader.press("push button", "Ask the chain now")
            _ = try await reader.find("statusbar", "Everything on devnet is settled")
            try await TranslationWindowTests.check("what the chain says", program, except: ["send"])

            let token = try AccountId("token.test.near")
            try await environment.devnet.deploy(.fungibleToken(owner: alice, totalSupply: "1000"), to: token)
            try await reader.choose("list item", "Wallet")
            try await reader.type(token.text, into: "text", "Add a token by its contract", outOfView: true)
            try await reader.press("push button", "Add a token by its contract", outOfView: true)
            let send = try await reader.find("push button", "of token.test.near", outOfView: true)
            try await TranslationWindowTests.check("a token", program, except: ["DEV"])
            try await reader.press("push button", send.name, outOfView: true)
            try await reader.type(bob.text, into: "text", "To")
            try await reader.type("0.0000000000000007", into: "text", "Amount in")
            _ = try await reader.find("statusbar", "has no place for it yet")
            try await TranslationWindowTests.check("a token's costs", program, except: ["DEV"])
            try await reader.press("push button", "⟦Cancel")
            try await reader.untilGone("dialog")
        }
    }

    func testContractsMessagesAndDelegatesAreTranslated() throws {
        try signedIn { environment, program in
            let reader = program.reader
            let bob = environment.accounts[1].id
            try await reader.choose("list item", "Contract")
            try await reader.type(bob.text, into: "text", "Contract")
            try await reader.type("total_messages", into: "text", "Method")
            try await reader.press("push button", "View")
            _ = try await reader.find("statusbar", "answered, at block")
            try await TranslationWindowTests.check("a contract's answer", program)
            try await reader.type("add_message", into: "text", "Method")
            try await reader.type(#"{"text": "0001"}"#, into: "text", "Arguments, as JSON")
            // A gas profile has the protocol's own names, and the log is the contract's.
            let words: Set = ["BASE", "gas", "signed", "guest", "book", "the"]
            try await reader.press("push button", "Call…")
            try await reader.approve("Approve")
            _ = try await reader.find("statusbar", "Called. The fee was")
            try await TranslationWindowTests.check(
                "a call's result", program, except: words)
            try await reader.type("300000", into: "text", "Gas in Tgas")
            try await reader.type("x", into: "text", "Deposit in NEAR")
            _ = try await reader.find("label", "Gas is a whole number")
            try await TranslationWindowTests.check(
                "wrong fields of a call", program, except: words)

            try await reader.choose("list item", "Message")
            try await reader.type("0001", into: "text", "⟦Message")
            try await reader.type("0002", into: "text", "For whom")
            try await reader.press("push button", "⟦Sign")
            try await reader.approve("⟦Sign éłö")
            _ = try await reader.find("push button", "Copy as JSON", outOfView: true)
            let signed = try await reader.elements().compactMap(\.text).first { $0.contains("\"signature\"") }
            for (text, verdict) in [(try XCTUnwrap(signed), "Valid: "), ("{", "This is no JSON")] {
                try await reader.type(text, into: "text", "Signed message, as JSON", outOfView: true)
                try await reader.press("push button", "⟦Check", outOfView: true)
                _ = try await reader.find("statusbar", verdict, outOfView: true)
                try await TranslationWindowTests.check("a message that is checked: \(verdict)", program)
            }

            try await reader.choose("list item", "Delegate")
            try await reader.type(bob.text, into: "text", "Receiver")
            try await reader.type("2", into: "text", "Deposit in NEAR")
            try await reader.press("push button", "⟦Sign…")
            try await reader.approve("⟦Sign éłö")
            _ = try await reader.find("statusbar", "valid up to block")
            try await TranslationWindowTests.check("a delegate action that is signed", program)
        }
    }

    func testDialogsForPlacesAndKeysAreTranslated() throws {
        try signedIn { environment, program in
            let reader = program.reader
            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Your keys…")
            try await reader.press("push button", "Change the passphrase…")
            _ = try await reader.find("label", "Nobody can open your keys without the new one")
            try await reader.pressInDialog("⟦Change")
            _ = try await reader.find("statusbar", "Enter the passphrase until now")
            try await TranslationWindowTests.check("another passphrase", program)
            try await reader.pressInDialog("⟦Close")
            try await reader.pressInDialog("⟦Close")
            try await reader.untilGone("dialog")
            try await reader.press("toggle button", "Network")
            try await reader.press(nil, "Networks of your own…")
            try await reader.type("0001", into: "text", "⟦Name")
            try await reader.type(environment.devnet.rpcURL.absoluteString, into: "text", "Address of its node")
            try await reader.pressInDialog("⟦Add")
            _ = try await reader.find("statusbar", "is added")
            try await TranslationWindowTests.check("networks of one's own", program)
            try await reader.type("0001", into: "text", "⟦Name")
            try await reader.pressInDialog("⟦Add")
            _ = try await reader.find("statusbar", "Enter an address")
            try await TranslationWindowTests.check("an address that is none", program)
            try await reader.pressInDialog("⟦Close")
            try await reader.untilGone("dialog")
        }
    }
}
