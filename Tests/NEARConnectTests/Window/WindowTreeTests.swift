// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import XCTest

@testable import NEARConnect

/// Trees of the window for screen readers, page by page and dialog by dialog, compared with a file.
///
/// With `NEAR_CONNECT_WRITE_TREES` set the file is written anew, to be looked at as a difference.
final class WindowTreeTests: HomeTestCase {
    private static let file = URL(filePath: #filePath).appendingPathComponent(
        "../../Fixtures/window-trees.txt"
    ).standardizedFileURL
    private static let writes = ProcessInfo.processInfo.environment["NEAR_CONNECT_WRITE_TREES"] != nil

    /// The trees of the file by their names, and those that were found.
    private struct Trees {
        private let kept: [String: String]
        private(set) var found: [(name: String, tree: String)] = []
        /// The places where the secret key was read.
        private(set) var leaks: [String] = []
        private let secret: String

        init(without secret: String) throws {
            self.secret = secret
            let text = writes ? "" : try String(contentsOf: file, encoding: .utf8)
            let parts = text.split(separator: "\n# ").map { $0.split(separator: "\n", maxSplits: 1) }
            kept = Dictionary(
                uniqueKeysWithValues: parts.compactMap { part in
                    part.count == 2
                        ? (part[0].trimmingPrefix("# ").trimmed, String(part[1]).trimmingCharacters(in: .newlines))
                        : nil
                })
        }

        /// Waits until the window is as the file has it, and notes how it is.
        ///
        /// - Parameter random: A text that another run has otherwise.
        mutating func look(
            _ name: String, _ reader: ScreenReader, home: URL, without random: String? = nil
        ) async throws {
            var (tree, last, calm) = ("", "", 0)
            let limit = ContinuousClock.now + .seconds(20)
            repeat {
                last = tree
                let read = try await reader.tree()
                if read.contains(secret) { leaks.append(name) }
                tree = WindowTreeTests.plain(random.map { read.replacing($0, with: "…") } ?? read, home: home)
                calm = tree == last ? calm + 1 : 0
                if !writes, tree == kept[name] { break }
                for _ in 0..<20 { await MainLoop.turn() }
            } while writes ? calm < 8 : ContinuousClock.now < limit
            found.append((name, tree))
            guard !writes else { return }
            XCTAssertEqual(tree, kept[name] ?? "", name)
        }

        func write() throws {
            try found.map { "# \($0.name)\n\n\($0.tree)\n" }.joined(separator: "\n").write(
                to: file, atomically: true, encoding: .utf8)
        }
    }

    /// Takes out what another run has otherwise: numbers, keys, the home folder.
    fileprivate static func plain(_ tree: String, home: URL) -> String {
        tree.replacing(home.path, with: "HOME").replacing(/[0-9a-f]{64}/, with: "…").replacing(
            /ed25519:[1-9A-HJ-NP-Za-km-z]+/, with: "ed25519:…"
        )
        .replacing(/near-connect-computer:[1-9A-HJ-NP-Za-km-z]+/, with: "near-connect-computer:…")
        .replacing(/[^ ]*\/bus-[0-9A-F-]+/, with: "HOME").replacing(/[0-9]+/, with: "0")
    }

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
            var trees = try Trees(without: String(alice.secretKey.exposedText().dropFirst("ed25519:".count)))
            _ = try await reader.find("push button", "Use the keys of this computer")
            try await trees.look("First page", reader, home: home)
            try await reader.press("push button", "Import a key…")
            try await Self.leave(by: "Cancel", reader) { try await trees.look("Import a key…", reader, home: home) }
            try await reader.press("push button", "Create a new key…")
            let words = try await reader.find("label", "Twelve words").text
            try await Self.leave(by: "Cancel", reader) {
                try await trees.look("Create a new key…", reader, home: home, without: words)
            }
            try await reader.press("push button", "Open with a login…")
            _ = try await reader.find("frame", "Shared keys")
            for (button, text) in [
                ("Make a shared key…", "Share service"), ("From another computer…", "near-connect-computer:"),
            ] {
                try await reader.press("push button", button)
                _ = try await reader.find(nil, text)
                try await trees.look("Shared keys: \(button)", reader, home: home)
                try await reader.press("push button", "Back", outOfView: true)
            }
            let shared = try await reader.elements().last { $0.role == "push button" && $0.name == "Close" }
            _ = try await reader.call("DoAction", of: "Action", at: XCTUnwrap(shared).place, with: [.integer(0)])
            try await reader.untilGone("frame", "Shared keys")
            try await reader.press("push button", "Use the keys of this computer")
            _ = try await reader.find("push button", "Sign in")
            try await trees.look("Sign-in", reader, home: home)
            try await reader.approve("Sign in")
            _ = try await reader.find("label", alice.id.text)
            for page in ["Wallet", "Send", "Contract", "Message", "Delegate", "Activity", "Apps"] {
                try await reader.choose("list item", page)
                try await trees.look(page, reader, home: home)
            }
            for (item, button) in [
                ("Preferences", "Close"), ("Your keys…", "Close"), ("Keyboard shortcuts", "Close"), ("Help", "Close"),
                ("Profiles…", "Cancel"),
                ("Updates of wallets…", "Close"), ("Links without asking…", "Close"),
                ("About NEAR Connect", "Close"),
            ] {
                try await reader.press("toggle button", "Menu")
                try await reader.press(nil, item)
                try await Self.leave(by: button, reader) { try await trees.look(item, reader, home: home) }
            }
            for (button, closing) in [("Back up this profile…", "Close"), ("Restore a backup…", "Cancel")] {
                try await reader.press("toggle button", "Menu")
                try await reader.press(nil, "Profiles…")
                try await reader.press("push button", button)
                try await reader.untilGone("dialog", "Profiles")
                try await Self.leave(by: closing, reader) { try await trees.look(button, reader, home: home) }
            }
            try await reader.choose("list item", "Wallet")
            try await reader.press("push button", "Receive")
            try await Self.leave(by: "Close", reader) { try await trees.look("Receive", reader, home: home) }
            for (name, ask) in Self.questions {
                try await ask(reader)
                try await Self.leave(by: "Cancel", reader) { try await trees.look(name, reader, home: home) }
            }
            try await program.stop()
            let devnet = try await ReadProgram(["shell", "--devnet"], home: home)
            try await devnet.reader.choose("list item", "Devnet")
            _ = try await devnet.reader.find("push button", "Keep this state")
            try await trees.look("Devnet", devnet.reader, home: home)
            try await devnet.stop()
            if Self.writes { try trees.write() }
            XCTAssertEqual(trees.leaks, [], "a secret key is where readers look")
            try await environment.stop()
        }
    }
}

extension StringProtocol {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
