// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import Glibc
import MainLoopTesting
import NEARConnectCore
import NEARConnectTestKit
import NEARPrimitives
import TestSupport
import XCTest

@testable import NEARConnect

/// Notes of the window, and permissions that a user takes back, used as with a screen reader.
final class WindowNoteReaderTests: HomeTestCase {
    private static let id = "web-wallet"

    /// Serves a list with one wallet.
    @MainActor
    private static func serve(
        _ version: String, on site: SecureSite, _ environment: WalletTestEnvironment, permissions: JSONValue.Members
    ) throws {
        let scripted = try JSONValue.parse(ScriptedWallet(accounts: environment.accounts).manifest())
        var entry = scripted["wallets"]?[0]?.objectValue ?? [:]
        let own: JSONValue.Members = [
            "id": .string(id), "name": "Web Wallet", "icon": "", "version": .string(version),
            "executor": .string("\(site.origin)/code.js"), "permissions": .object(permissions),
        ]
        entry.merge(own) { $1 }
        try site.serve("code.js", "\(ScriptedWallet.code)\n// \(version)", type: "text/plain; charset=utf-8")
        try site.serve(manifest: [.object(entry)])
    }

    /// Presses Return in the list of wallets, whose first entry has the focus.
    ///
    /// WebKit gives a reader on a bus of its own nothing of its pages.
    @MainActor
    private static func chooseTheOnlyWallet(_ reader: ScreenReader) async throws {
        _ = try await reader.find("statusbar", "Waiting for the wallet…")
        let user = try DisplayUser()
        // The list hears keys once its page has the focus; from the choice on, the wallet's name stands there.
        while try await reader.elements().contains(where: { $0.name == "Waiting for the wallet…" }) {
            try await user.act("key Return")
            for _ in 0..<100 { await MainLoop.turn() }
        }
        try user.stop()
    }

    /// The list can't be had at first; then its wallet is connected, offered in a new version, and forgotten.
    func testAListIsTriedAgainAWalletUpdatedAndForgotten() throws {
        let home = home
        try run(timeout: 120) {
            let environment = try await WalletTestEnvironment.start()
            let site = try SecureSite()
            let program = try await ReadProgram(
                [
                    "shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString,
                    "--wallet-list", "\(site.origin)/manifest.json", "--insecure-loopback",
                ], home: home, variables: site.environment)
            let reader = program.reader
            let problem = "The list of wallets can’t be fetched"
            _ = try await reader.find("label", problem)
            try Self.serve("1.0.0", on: site, environment, permissions: ["storage": true])
            try await reader.press("push button", "Retry")
            try await reader.untilGone("label", problem)
            try await reader.press("push button", "Connect wallet")
            try await Self.chooseTheOnlyWallet(reader)
            _ = try await reader.find("label", environment.accounts[0].id.text)

            let more: JSONValue.Members = ["storage": true, "clipboardRead": true]
            try Self.serve("2.0.0", on: site, environment, permissions: more)
            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Updates of wallets…")
            try await reader.press("push button", "Look for updates")
            _ = try await reader.find("label", "may now: read the clipboard")
            try await reader.press("push button", "Accept")
            _ = try await reader.find("label", "There are no new versions.")
            try await reader.close(dialog: "Updates of wallets")
            let lock = program.folder.appendingPathComponent("data/near-connect/default/wallets.lock")
            XCTAssertTrue(try String(contentsOf: lock, encoding: .utf8).contains("2.0.0"))

            try await reader.press("toggle button", "Account")
            try await reader.press(nil, "Forget this wallet…")
            _ = try await reader.find("label", "Forget “Web Wallet” on this computer?")
            try await reader.press("push button", "Forget")
            _ = try await reader.find("push button", "Connect wallet")
            try await program.stop()
            site.stop()
            try await environment.stop()
        }
    }

    func testAnAnswerAboutLinksIsTakenBack() throws {
        let home = home
        try run(timeout: 120) {
            let environment = try await WalletTestEnvironment.start()
            let program = try await ReadProgram(
                ["shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString], home: home)
            let reader = program.reader
            _ = try await reader.find("push button", "Create a new key…")
            let folders = try ProfileFolders(
                profile: "default", environment: ["XDG_DATA_HOME": program.folder.appendingPathComponent("data").path])
            let links = RememberedLinks(folders: folders)
            for scheme in ["hotwallet", "tg"] {
                try links.remember(
                    RememberedLinks.Entry(walletId: "hot", walletName: "HOT", scheme: scheme, since: Date()))
            }
            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Links without asking…")
            _ = try await reader.find("label", "These wallets open links with other programs without asking you.")
            try await reader.press("push button", "Forget “tg:” links of HOT")
            try await reader.untilGone("label", "“tg:” links of HOT")
            XCTAssertEqual(try links.entries().map(\.scheme), ["hotwallet"])
            try await reader.press("push button", "Forget “hotwallet:” links of HOT")
            _ = try await reader.find("label", "No wallet opens links without asking you.")
            XCTAssertEqual(try links.entries(), [])
            try await program.stop()
            try await environment.stop()
        }
    }

    func testAnAbnormalEndIsToldWithAReportToCopy() throws {
        let home = home
        try run(timeout: 120) {
            let environment = try await WalletTestEnvironment.start()
            let arguments = [
                "shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString,
                "--wallet-list", "http://127.0.0.1:1/none.json", "--insecure-loopback",
            ]
            var program = try await ReadProgram(arguments, home: home)
            _ = try await program.reader.find("push button", "Create a new key…")
            Glibc.kill(program.processIdentifier, SIGKILL)
            XCTAssertEqual(try program.next(arguments), SIGKILL)
            let reader = program.reader
            _ = try await reader.find("label", "ended without being closed. Nothing is sent twice")
            var trees = try KeptTrees("note-trees.txt", home: home, without: environment.accounts[0])
            try await trees.look("A window that wasn’t closed", reader)
            try trees.end()
            try await reader.press("push button", "Show report…")
            try await reader.untilGone("statusbar", "Looking…")
            try await reader.press("push button", "Copy for a report")
            await waitUntil("the report") { ClipboardText.read()?.contains("ended without being closed.") == true }
            let report = try XCTUnwrap(ClipboardText.read())
            XCTAssertFalse(report.contains(home.path), report)
            try await program.stop()
            try await environment.stop()
        }
    }
}
