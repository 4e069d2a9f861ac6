// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import XCTest

@testable import NEARConnect

/// Trees for screen readers of the dialogs of an account whose key is in the vault, compared with a file.
final class DialogTreeTests: HomeTestCase {
    /// Waits for a dialog by its title, looks at it, and closes it.
    @MainActor
    private static func look(
        _ title: String, at trees: inout KeptTrees, _ reader: ScreenReader, closing: String = "Cancel",
        without random: String? = nil, edit: (String) -> String = { $0 }
    ) async throws {
        _ = try await reader.find("dialog", title)
        try await trees.look(title, reader, only: title, without: random, edit: edit)
        try await reader.pressInDialog(closing)
        try await reader.untilGone("dialog", title)
    }

    /// Looks at the question that is coming up, and refuses.
    @MainActor
    private static func refuse(_ name: String, at trees: inout KeptTrees, _ reader: ScreenReader) async throws {
        _ = try await reader.find("push button", "Approve")
        let title = try await reader.nameOfDialog()
        try await trees.look(name, reader, only: title)
        try await reader.pressInDialog("Cancel")
        try await reader.untilGone("push button", "Approve")
        try await reader.untilGone("statusbar", "Cancelled.")
    }

    /// Makes an NFT of the account's at a contract of its own.
    @MainActor
    private static func mint(at pictures: AccountId, _ environment: WalletTestEnvironment) async throws {
        let alice = environment.accounts[0].id
        try await environment.devnet.deploy(.nonFungibleToken(owner: alice), to: pictures)
        _ = try await environment.manager.signIn(walletId: KeystoreService.walletId)
        let arguments: JSONValue = [
            "token_id": "one", "receiver_id": .string(alice.text), "token_metadata": ["title": "One"],
        ]
        let call = FunctionCallAction(
            methodName: "nft_mint", args: arguments.bytes, gas: .tera(30), deposit: .zero)
        try await environment.manager.signAndSendTransaction(receiverId: pictures, actions: [.functionCall(call)])
    }

    /// Takes out what the doctor has found, which other computers have otherwise.
    private static func withoutFindings(_ tree: String) -> String {
        var (kept, depth): ([Substring], Int?) = ([], nil)
        for line in tree.split(separator: "\n") {
            let own = line.prefix { $0 == " " }.count
            if let pane = depth, own > pane { continue }
            depth = line.drop { $0 == " " }.hasPrefix("scroll pane") ? own : nil
            kept.append(line)
        }
        return kept.joined(separator: "\n").replacing(/(Everything|[0-9]+ things? could be)[^\n]*/, with: "…")
    }

    func testEachDialogOfAnAccountIsReadAsTheFileHasIt() throws {
        let home = home
        try run(timeout: 360) {
            let environment = try await WalletTestEnvironment.start()
            let (alice, bob) = (environment.accounts[0], environment.accounts[1])
            let token = try AccountId("token.test.near")
            try await environment.devnet.deploy(.fungibleToken(owner: alice.id, totalSupply: "1000"), to: token)
            let pictures = try AccountId("pictures.test.near")
            try await Self.mint(at: pictures, environment)
            let program = try await ReadProgram(
                [
                    "shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString,
                    "--wallet-list", "http://127.0.0.1:1/none.json", "--insecure-loopback",
                ], home: home)
            let reader = program.reader
            var trees = try KeptTrees("dialog-trees.txt", home: home, without: alice)
            try await reader.bringKey(of: alice, sealedBy: "correct horse")

            try await reader.press("toggle button", "Network devnet")
            try await reader.press(nil, "Networks of your own…")
            try await Self.look("Networks of your own", at: &trees, reader, closing: "Close")

            try await reader.press("toggle button", "Account alice.test.near")
            try await reader.press(nil, "Forget this wallet…")
            try await Self.look("Forget a wallet", at: &trees, reader)

            try await reader.type(token.text, into: "text", "Add a token by its contract", outOfView: true)
            try await reader.press("push button", "Add a token by its contract", outOfView: true)
            let send = try await reader.find("push button", "of token.test.near", outOfView: true)
            try await reader.press("push button", send.name, outOfView: true)
            try await reader.type(bob.id.text, into: "text", "To")
            _ = try await reader.find("statusbar", "you pay")
            try await Self.look("Send DEV", at: &trees, reader)
            try await reader.press("push button", send.name, outOfView: true)
            try await reader.type(bob.id.text, into: "text", "To")
            try await reader.press("push button", "Send all of it")
            _ = try await reader.find("statusbar", "you pay")
            try await reader.pressInDialog("Send…")
            try await Self.refuse("Approval of a token’s transfer", at: &trees, reader)

            try await reader.type(pictures.text, into: "text", "Add NFTs by their contract", outOfView: true)
            try await reader.press("push button", "Add NFTs by their contract", outOfView: true)
            try await reader.press("push button", "Send One of pictures.test.near", outOfView: true)
            try await reader.type(bob.id.text, into: "text", "To")
            _ = try await reader.find("statusbar", "Fee: at most")
            try await Self.look("Send One", at: &trees, reader)

            for isFull in [true, false] {
                try await reader.press("push button", "Add a key…", outOfView: true)
                try await reader.type("\(try SecretKey.generate().publicKey)", into: "text", "Public key")
                if isFull {
                    try await reader.press("radio button", "It may do anything")
                } else {
                    try await reader.type(token.text, into: "text", "Contract")
                    try await reader.type("0.25", into: "text", "At most for gas, in NEAR")
                }
                try await reader.pressInDialog("Add key…")
                try await Self.refuse(
                    isFull ? "Approval of a key with full access" : "Approval of a key with an allowance", at: &trees,
                    reader)
            }

            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Your keys…")
            try await reader.press("push button", "Export the key of alice.test.near on devnet")
            try await Self.look("Export a key", at: &trees, reader, closing: "Close")
            try await reader.press("push button", "Change the passphrase…")
            try await Self.look("Change the passphrase", at: &trees, reader, closing: "Close")
            try await reader.press("push button", "Remove the key of alice.test.near on devnet")
            _ = try await reader.find("statusbar", "It is the account’s only key with full access")
            try await Self.look("Remove a key", at: &trees, reader)
            try await reader.close(dialog: "Your keys")

            try await reader.send("1", to: bob.id.text)
            try await reader.approve("Approve")
            _ = try await reader.find("statusbar", "You sent 1")
            try await reader.choose("list item", "Activity")
            _ = try await reader.find("table cell", bob.id.text)
            let list = try await reader.find("table", "What was handed to wallets")
            _ = try await reader.call("AddRowSelection", of: "Table", at: list.place, with: [.integer(0)])
            _ = try await reader.find("table cell", "handed on")
            let hash = try await reader.elements(outOfView: true).compactMap(\.text).first {
                $0.wholeMatch(of: /[1-9A-HJ-NP-Za-km-z]{43,44}/) != nil
            }
            try await trees.look("Details of a transaction", reader, without: hash)

            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Lock your keys")
            try await reader.send("1", to: bob.id.text)
            try await reader.approve("Approve")
            _ = try await reader.find("dialog", "Unlock your keys")
            try await reader.press("push button", "Forgotten…")
            try await Self.look("A forgotten passphrase", at: &trees, reader)
            try await Self.look("Unlock your keys", at: &trees, reader)

            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Check this computer…")
            try await reader.untilGone("statusbar", "Looking…")
            try await trees.look(
                "Check this computer", reader, only: "Check this computer", edit: Self.withoutFindings)
            try await reader.press("push button", "Log…")
            let log = try await reader.find("text", "Log")
            try await Self.look("Log", at: &trees, reader, closing: "Close", without: log.text)
            try await program.stop()

            try environment.devnet.writeCredentials(to: home.appendingPathComponent("keys"))
            let several = try await ReadProgram(
                [
                    "shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString,
                    "--credentials", home.appendingPathComponent("keys").path, "--profile", "several",
                ], home: home)
            try await several.reader.press("toggle button", "Menu")
            try await several.reader.press(nil, "Your keys…")
            try await several.reader.press("push button", "Export the key of alice.test.near on devnet")
            _ = try await several.reader.find("text", "Type the account’s name")
            try await trees.look("Export a key of a file", several.reader, only: "Export a key")
            try await several.reader.close(dialog: "Export a key")
            try await several.reader.close(dialog: "Your keys")
            try await several.reader.press("push button", "Use the keys of this computer")
            try await several.reader.approve("Sign in")
            try await several.reader.press("toggle button", "Account alice.test.near")
            try await several.reader.press(nil, "Another account…")
            try await Self.look("Another account", at: &trees, several.reader)
            try await several.stop()
            try trees.end()
            try await environment.stop()
        }
    }
}
