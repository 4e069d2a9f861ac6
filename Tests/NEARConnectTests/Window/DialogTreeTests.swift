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
        without random: String? = nil
    ) async throws {
        _ = try await reader.find("dialog", title)
        try await trees.look(title, reader, only: title, without: random)
        try await reader.pressInDialog(closing)
        try await reader.untilGone("dialog", title)
    }

    func testEachDialogOfAnAccountIsReadAsTheFileHasIt() throws {
        let home = home
        try run(timeout: 240) {
            let environment = try await WalletTestEnvironment.start()
            let (alice, bob) = (environment.accounts[0], environment.accounts[1])
            let token = try AccountId("token.test.near")
            try await environment.devnet.deploy(.fungibleToken(owner: alice.id, totalSupply: "1000"), to: token)
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

            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Your keys…")
            try await reader.press("push button", "Export the key of alice.test.near on devnet")
            try await Self.look("Export a key", at: &trees, reader, closing: "Close")
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
            try await Self.look("Unlock your keys", at: &trees, reader)

            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Check this computer…")
            try await reader.untilGone("statusbar", "Looking…")
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
