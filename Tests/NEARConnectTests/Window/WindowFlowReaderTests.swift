// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import NEARConnect

/// Pages of an account, used as with a screen reader.
final class WindowFlowReaderTests: HomeTestCase {
    /// A picture within its own address.
    private static let square = [
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='8' height='8'%3E",
        "%3Crect width='8' height='8' fill='red'/%3E%3C/svg%3E",
    ].joined()

    /// Shows the window on a page, signed in with the key of a file.
    private func onPage(
        _ page: String, _ body: @escaping @MainActor (WalletTestEnvironment, ScreenReader) async throws -> Void
    ) throws {
        let home = home
        try run(timeout: 120) {
            let environment = try await WalletTestEnvironment.start()
            try await environment.devnet.deploy(.guestBook, to: environment.accounts[1].id)
            try environment.devnet.writeCredentials(to: home.appendingPathComponent("keys"))
            let program = try await ReadProgram(
                [
                    "shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString,
                    "--credentials", home.appendingPathComponent("keys").path,
                ], home: home)
            try await program.reader.press("push button", "Use the keys of this computer")
            try await program.reader.approve("Sign in")
            _ = try await program.reader.find("label", environment.accounts[0].id.text)
            try await program.reader.choose("list item", page)
            try await body(environment, program.reader)
            try await program.stop()
            try await environment.stop()
        }
    }

    func testAllButTheFeeIsSentToANameOfferedInSmallLetters() throws {
        try onPage("Send") { environment, reader in
            let (alice, bob) = (environment.accounts[0].id, environment.accounts[1].id)
            let node = try NEARRPCClient(endpoints: [RPCEndpoint(url: environment.devnet.rpcURL)])
            let had = try await node.viewAccount(bob).value.amount
            try await reader.type("BOB.test.near", into: "text", "To")
            try await reader.press("push button", "Use bob.test.near")
            let receiver = try await reader.find("text", "To")
            XCTAssertEqual(receiver.text, bob.text)
            _ = try await reader.find("statusbar", "This account exists.")
            try await reader.press("push button", "Send all but the fee")
            let amount = try await reader.find("text", "Amount in NEAR")
            XCTAssertFalse(amount.text?.isEmpty ?? true)
            try await reader.press("push button", "Send")
            try await reader.approve("Approve")
            _ = try await reader.find("statusbar", "You sent")
            let most = try NEARToken("\(amount.text ?? "") NEAR")
            let (left, has) = (try await node.viewAccount(alice).value, try await node.viewAccount(bob).value.amount)
            XCTAssertEqual(has, try had.adding(most))
            // No more is left than the estimate of the fee was too high.
            XCTAssertLessThan(left.amount, try NEARToken("0.01 NEAR"))
        }
    }

    func testTheAddressIsCopied() throws {
        try onPage("Wallet") { environment, reader in
            try await reader.press("push button", "Receive")
            _ = try await reader.find("dialog", "Receive")
            try await reader.press("push button", "Copy and close")
            try await reader.untilGone("dialog", "Receive")
            await waitUntil("the copy") { ClipboardText.read() == environment.accounts[0].id.text }
        }
    }

    func testAContractIsCalledAndAsked() throws {
        try onPage("Contract") { environment, reader in
            try await reader.type(environment.accounts[1].id.text, into: "text", "Contract")
            _ = try await reader.find("statusbar", "method")
            try await reader.type("add_message", into: "text", "Method")
            try await reader.type(#"{"text": "hello"}"#, into: "text", "Arguments, as JSON")
            try await reader.press("push button", "Call…")
            try await reader.approve("Approve")
            _ = try await reader.find("statusbar", "Called. The fee was")
            try await reader.type("total_messages", into: "text", "Method")
            try await reader.type("", into: "text", "Arguments, as JSON")
            try await reader.press("push button", "View")
            _ = try await reader.find("statusbar", "bob.test.near answered")
            let cells = try await reader.elements().filter { $0.role == "table cell" }.map(\.name)
            XCTAssertEqual(cells, ["Result", "1"])
            let unnamed = try await reader.unnamed()
            XCTAssertEqual(unnamed, [])
        }
    }

    func testAMessageIsSignedAndChecked() throws {
        try onPage("Message") { _, reader in
            try await reader.type("Hello", into: "text", "Message")
            try await reader.type("app.example", into: "text", "For whom")
            try await reader.press("push button", "Sign…")
            _ = try await reader.find("label", "Sign a message?")
            try await reader.approve("Sign")
            let signed = try await reader.find("text", "\"signature\"", outOfView: true)
            XCTAssertEqual(signed.name, "Signed message")
            try await reader.press("push button", "Copy as JSON", outOfView: true)
            // GTK presses a button a turn after a reader has asked for it.
            await waitUntil("the copy") { ClipboardText.read() == signed.text }
            try await reader.type(signed.text ?? "", into: "text", "Signed message, as JSON", outOfView: true)
            try await reader.press("push button", "Check", outOfView: true)
            _ = try await reader.find("statusbar", "Valid", outOfView: true)
        }
    }

    func testADelegateActionIsSavedSignedAndSent() throws {
        let file = home.appendingPathComponent("delegate.txt")
        try onPage("Delegate") { environment, reader in
            try await reader.type(environment.accounts[1].id.text, into: "text", "Receiver")
            try await reader.type("2", into: "text", "Deposit in NEAR")
            try await reader.press("push button", "Sign…")
            _ = try await reader.find("label", "Sign actions that another account sends")
            try await reader.approve("Sign")
            let signed = try await reader.find("text", "AAAA", outOfView: true)
            try await reader.press("push button", "Save…", outOfView: true)
            _ = try await reader.find("file chooser", "Save the signed action")
            try await reader.type(file.path, into: "text", "Name")
            try await reader.press("push button", "Save")
            _ = try await reader.find("statusbar", "Written to \(file.path).", outOfView: true)
            XCTAssertEqual(try String(contentsOf: file, encoding: .utf8), "\(signed.text ?? "")\n")
            try await reader.press("push button", "Open…", outOfView: true)
            try await reader.open(file.path, accept: "Choose")
            _ = try await reader.find("label", "has signed, valid up to block", outOfView: true)
            try await reader.press("push button", "Send and pay…", outOfView: true)
            try await reader.approve("Approve")
            _ = try await reader.find("statusbar", "Sent.", outOfView: true)
        }
    }

    /// A reader hears what is wrong with a field while it is there.
    func testAProblemBelongsToItsField() throws {
        try onPage("Send") { environment, reader in
            func expect(_ problem: String, of role: String = "text", _ name: String, typing text: String) async throws {
                try await reader.type(text, into: role, name, outOfView: true)
                let found = try await reader.problem(of: role, name)
                XCTAssertTrue(found.contains(problem), "\(name): \(found)")
            }
            try await expect("can't be in an account id", "To", typing: "no account")
            try await expect("Not a decimal number", "Amount in NEAR", typing: "1.5.5")
            try await reader.choose("list item", "Contract")
            try await expect("account", "Contract", typing: "no account")
            try await reader.type(environment.accounts[1].id.text, into: "text", "Contract")
            try await reader.type("add_message", into: "text", "Method")
            try await expect("JSON", "Arguments, as JSON", typing: "{")
            try await reader.choose("list item", "Message")
            try await reader.type("{", into: "text", "Signed message, as JSON", outOfView: true)
            try await reader.press("push button", "Check", outOfView: true)
            let verdict = try await reader.problem(of: "text", "Signed message, as JSON")
            XCTAssertTrue(verdict.contains("This is no JSON"), verdict)
            try await reader.choose("list item", "Wallet")
            try await reader.press("push button", "Add a key…", outOfView: true)
            try await expect("key", "Public key", typing: "ed25519:x")
            try await reader.press("push button", "Cancel")
            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Shared keys…")
            try await reader.press("push button", "From another computer…")
            try await reader.type("x", into: "text", "Its answer", outOfView: true)
            try await reader.press("push button", "Take the share", outOfView: true)
            let answer = try await reader.problem(of: "text", "Its answer")
            XCTAssertFalse(answer.isEmpty)
        }
    }

    func testAnotherAccountIsChosen() throws {
        try onPage("Wallet") { environment, reader in
            let (alice, bob) = (environment.accounts[0].id.text, environment.accounts[1].id.text)
            try await reader.press("toggle button", "Account \(alice)")
            try await reader.press(nil, "Another account…")
            _ = try await reader.find("label", "This computer has keys of \(bob)")
            try await reader.press("push button", "A key of mine…")
            try await reader.press("radio button", bob)
            try await reader.approve("Sign in")
            _ = try await reader.find("toggle button", "Account \(bob)")
        }
    }

    func testAKeyIsAddedAndRemoved() throws {
        try onPage("Wallet") { environment, reader in
            let key = "ed25519:\(Base58.encode([UInt8](repeating: 7, count: 32)))"
            try await reader.press("push button", "Add a key…", outOfView: true)
            try await reader.type(key, into: "text", "Public key")
            try await reader.type(environment.accounts[1].id.text, into: "text", "Contract")
            try await reader.type("add_message", into: "text", "Methods")
            try await reader.press("push button", "Add key…")
            try await reader.approve("Approve")
            _ = try await reader.find("label", "methods: add_message", outOfView: true)
            try await reader.press("push button", "Remove the key \(key)", outOfView: true)
            try await reader.press("push button", "Remove…")
            try await reader.approve("Approve")
            try await reader.untilGone("label", "methods: add_message", outOfView: true)
            let node = try NEARRPCClient(endpoints: [RPCEndpoint(url: environment.devnet.rpcURL)])
            let keys = try await node.viewAccessKeyList(of: environment.accounts[0].id).value
            XCTAssertEqual(keys.keys.count, 1)
        }
    }

    func testTokensAndNFTsAreAddedAndSent() throws {
        try onPage("Contract") { environment, reader in
            let (alice, bob) = (environment.accounts[0].id, environment.accounts[1].id)
            let (token, pictures) = (try AccountId("token.test.near"), try AccountId("pictures.test.near"))
            try await environment.devnet.deploy(.fungibleToken(owner: alice, totalSupply: "1000"), to: token)
            try await environment.devnet.deploy(.nonFungibleToken(owner: alice), to: pictures)
            try await reader.type(pictures.text, into: "text", "Contract")
            try await reader.type("nft_mint", into: "text", "Method")
            let arguments: JSONValue = [
                "token_id": "one", "receiver_id": .string(alice.text),
                "token_metadata": ["title": "A red square", "media": .string(Self.square)],
            ]
            try await reader.type(arguments.text, into: "text", "Arguments, as JSON")
            try await reader.press("push button", "Call…")
            try await reader.approve("Approve")
            _ = try await reader.find("statusbar", "Called. The fee was")

            try await reader.choose("list item", "Wallet")
            try await reader.type(token.text, into: "text", "Add a token by its contract", outOfView: true)
            try await reader.press("push button", "Add a token by its contract", outOfView: true)
            let send = try await reader.find("push button", "of token.test.near", outOfView: true)
            try await reader.press("push button", send.name, outOfView: true)
            try await reader.type(bob.text, into: "text", "To")
            try await reader.type("0.0000000000000007", into: "text", "Amount in")
            try await reader.press("push button", "Send…")
            try await reader.approve("Approve")
            _ = try await reader.find("statusbar", "You sent", outOfView: true)

            try await reader.type(pictures.text, into: "text", "Add NFTs by their contract", outOfView: true)
            try await reader.press("push button", "Add NFTs by their contract", outOfView: true)
            try await reader.press("push button", "The picture of A red square", outOfView: true)
            _ = try await reader.find("dialog", "A red square")
            // The sentence goes once the picture is there.
            try await reader.untilGone("statusbar", "Loading…")
            _ = try await reader.find(nil, "The picture of A red square")
            try await reader.close(dialog: "A red square")
            try await reader.press("push button", "Send A red square of pictures.test.near", outOfView: true)
            try await reader.type(bob.text, into: "text", "To")
            try await reader.press("push button", "Send…")
            try await reader.approve("Approve")
            _ = try await reader.find("statusbar", "You sent A red square to bob.test.near.", outOfView: true)
        }
    }

    func testActivityIsAskedForAndExported() throws {
        let file = home.appendingPathComponent("activity.csv")
        try onPage("Send") { _, reader in
            try await reader.send("1.5", to: "bob.test.near")
            try await reader.approve("Approve")
            _ = try await reader.find("statusbar", "You sent")
            try await reader.choose("list item", "Activity")
            _ = try await reader.find("table cell", "bob.test.near")
            for word in ["carol", "1.5 near"] {
                try await reader.type(word, into: "text", "Find")
                if word == "carol" {
                    try await reader.untilGone("table cell", "bob.test.near")
                } else {
                    _ = try await reader.find("table cell", "bob.test.near")
                }
            }
            try await reader.choose(3, in: "States that are shown")
            try await reader.untilGone("table cell", "bob.test.near")
            try await reader.choose(2, in: "States that are shown")
            _ = try await reader.find("table cell", "bob.test.near")
            try await reader.press("push button", "Ask the chain now")
            _ = try await reader.find("statusbar", "Everything on devnet is settled.")
            try await reader.press("push button", "Export…")
            _ = try await reader.find("file chooser")
            try await reader.type(file.path, into: "text", "Name")
            try await reader.press("push button", "Export", outOfView: true)
            _ = try await reader.find("statusbar", "1 entry was written to")
            XCTAssertTrue(try String(contentsOf: file, encoding: .utf8).contains("bob.test.near"))
        }
    }
}
