// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import XCTest

@testable import NEARConnect

/// Trees of the window for screen readers, page by page and dialog by dialog, compared with a file.
final class WindowTreeTests: HomeTestCase {
    /// Looks at the dialog that is coming up, and closes it.
    @MainActor
    private static func leave(by name: String, _ reader: ScreenReader, _ look: () async throws -> Void) async throws {
        _ = try await reader.find("dialog")
        try await look()
        try await reader.pressInDialog(name)
        try await reader.untilGone("dialog")
    }

    /// Things that ask for the user's yes, by their names.
    private static let questions: [(name: String, ask: @MainActor (ScreenReader) async throws -> Void)] = [
        ("Approval of a payment", { try await $0.send("1", to: "bob.test.near") }),
        (
            "Approval of a message",
            { reader in
                try await reader.choose("list item", "Message")
                try await reader.type("Hello", into: "text", "Message")
                try await reader.type("app.example", into: "text", "For whom")
                try await reader.press("push button", "Sign…")
            }
        ),
        (
            "Approval of a delegate action",
            { reader in
                try await reader.choose("list item", "Delegate")
                try await reader.type("book.test.near", into: "text", "Receiver")
                try await reader.type("add_message", into: "text", "Method")
                try await reader.press("push button", "Sign…")
            }
        ),
        (
            "Add a key",
            { reader in
                // It stands at the window's bottom for a while.
                try await reader.untilGone("statusbar", "Cancelled.")
                try await reader.choose("list item", "Wallet")
                try await reader.press("push button", "Add a key…", outOfView: true)
            }
        ),
    ]

    func testEachPageAndDialogIsReadAsTheFileHasIt() throws {
        let home = home
        try run(timeout: 300) {
            let environment = try await WalletTestEnvironment.start()
            let alice = environment.accounts[0]
            let folder = home.appendingPathComponent("keys/devnet")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let key: JSONValue = [
                "account_id": .string(alice.id.text), "public_key": .string("\(alice.secretKey.publicKey)"),
                "private_key": .string(alice.secretKey.exposedText()),
            ]
            try Data(key.bytes).write(to: folder.appendingPathComponent("\(alice.id.text).json"))
            let program = try await ReadProgram(
                [
                    "shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString,
                    "--credentials", home.appendingPathComponent("keys").path, "--wallet-list",
                    "http://127.0.0.1:1/none.json", "--insecure-loopback",
                ], home: home)
            let reader = program.reader
            var trees = try KeptTrees("window-trees.txt", home: home, without: alice)
            _ = try await reader.find("push button", "Use the keys of this computer")
            try await trees.look("First page", reader)
            try await reader.press("push button", "Import a key…")
            try await Self.leave(by: "Cancel", reader) { try await trees.look("Import a key…", reader) }
            try await reader.press("push button", "Create a new key…")
            let words = try await reader.find("label", "Twelve words").text
            try await Self.leave(by: "Cancel", reader) {
                try await trees.look("Create a new key…", reader, without: words)
            }
            try await reader.press("push button", "Open with a login…")
            _ = try await reader.find("frame", "Shared keys")
            for (button, text) in [
                ("Make a shared key…", "Share service"), ("From another computer…", "near-connect-computer:"),
            ] {
                try await reader.press("push button", button)
                _ = try await reader.find(nil, text)
                try await trees.look("Shared keys: \(button)", reader)
                try await reader.press("push button", "Back", outOfView: true)
            }
            let shared = try await reader.elements().last { $0.role == "push button" && $0.name == "Close" }
            _ = try await reader.call("DoAction", of: "Action", at: XCTUnwrap(shared).place, with: [.integer(0)])
            try await reader.untilGone("frame", "Shared keys")
            try await reader.press("push button", "Use the keys of this computer")
            _ = try await reader.find("push button", "Sign in")
            try await trees.look("Sign-in", reader)
            try await reader.approve("Sign in")
            _ = try await reader.find("label", alice.id.text)
            for page in ["Wallet", "Send", "Contract", "Message", "Delegate", "Activity", "Apps"] {
                try await reader.choose("list item", page)
                try await trees.look(page, reader)
            }
            for (item, button) in [
                ("Preferences", "Close"), ("Your keys…", "Close"), ("Keyboard shortcuts", "Close"), ("Help", "Close"),
                ("Profiles…", "Cancel"),
                ("Updates of wallets…", "Close"), ("Links without asking…", "Close"),
                ("About NEAR Connect", "Close"),
            ] {
                try await reader.press("toggle button", "Menu")
                try await reader.press(nil, item)
                try await Self.leave(by: button, reader) { try await trees.look(item, reader) }
            }
            for (button, closing) in [("Back up this profile…", "Close"), ("Restore a backup…", "Cancel")] {
                try await reader.press("toggle button", "Menu")
                try await reader.press(nil, "Profiles…")
                try await reader.press("push button", button)
                try await reader.untilGone("dialog", "Profiles")
                try await Self.leave(by: closing, reader) { try await trees.look(button, reader) }
            }
            try await reader.choose("list item", "Wallet")
            try await reader.press("push button", "Receive")
            try await Self.leave(by: "Close", reader) { try await trees.look("Receive", reader) }
            for (name, ask) in Self.questions {
                try await ask(reader)
                try await Self.leave(by: "Cancel", reader) { try await trees.look(name, reader) }
            }
            try await program.stop()
            let devnet = try await ReadProgram(["shell", "--devnet"], home: home)
            try await devnet.reader.choose("list item", "Devnet")
            _ = try await devnet.reader.find("push button", "Keep this state")
            try await trees.look("Devnet", devnet.reader)
            try await devnet.stop()
            try trees.end()
            try await environment.stop()
        }
    }
}
