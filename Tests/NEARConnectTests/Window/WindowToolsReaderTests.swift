// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import XCTest

@testable import NEARConnect

/// The tools of the window's own chain, and the backup of a profile, used as with a screen reader.
final class WindowToolsReaderTests: HomeTestCase {
    func testTheChainsToolsAreUsed() throws {
        let home = home
        try run(timeout: 120) {
            let program = try await ReadProgram(
                [
                    "shell", "--network", "devnet", "--rpc-url", "http://127.0.0.1:1/", "--wallet-list",
                    "http://127.0.0.1:1/none.json", "--insecure-loopback",
                ], home: home)
            let reader = program.reader
            let problem = "The list of wallets can’t be fetched"
            _ = try await reader.find("label", problem)
            try await reader.press("push button", "Try it out")
            try await reader.choose("list item", "Devnet")
            _ = try await reader.find("label", "Block ")
            let unnamed = try await reader.unnamed()
            XCTAssertEqual(unnamed, [])
            // A choice is the profile's, and outlasts the chain.
            try await reader.choosePreference("radio button", "Dark")
            let state = program.folder.appendingPathComponent("state/near-connect/default")
            await waitUntil("the choice") {
                let content = FileManager.default.contents(
                    atPath: state.appendingPathComponent("preferences.json").path)
                return String(decoding: content ?? Data(), as: UTF8.self).contains("dark")
            }
            try await reader.type("carol.test.near", into: "text", "To")
            try await reader.type("7", into: "text", "Amount in NEAR")
            try await reader.press("push button", "Give")
            _ = try await reader.find("statusbar", "carol.test.near is new and has 7\u{A0}NEAR.")
            try await reader.press("push button", "Keep this state")
            let kept = try await reader.find("statusbar", "is kept.")
            let height = try XCTUnwrap(kept.name.split(separator: " ").compactMap { UInt64($0) }.first)
            try await reader.type("25", into: "text", "Blocks to skip")
            try await reader.press("push button", "Skip")
            _ = try await reader.find("statusbar", "25 blocks have passed.")
            _ = try await reader.find("label", "Block \(height + 25)")
            // The page is another one after that; what was kept is there.
            try await reader.choose("list item", "Activity")
            try await reader.choose("list item", "Devnet")
            try await reader.press("push button", "Go back")
            _ = try await reader.find("statusbar", "The chain is at block \(height) again.")
            _ = try await reader.find("label", "Block \(height)")
            try await reader.type("0", into: "text", "Blocks to skip")
            try await reader.press("push button", "Skip")
            _ = try await reader.find("statusbar", "Enter a number of blocks from 1 to")
            // And back to the window that there was, which has its own list of wallets.
            try await reader.press("toggle button", "Network")
            try await reader.press(nil, "Leave this chain, and go back to your profile")
            _ = try await reader.find("push button", "Try it out")
            _ = try await reader.find("label", problem)
            try await program.stop()
        }
    }

    func testAProfileIsBackedUpAndRestoredOnAnotherComputer() throws {
        let home = home
        try run(timeout: 180) {
            let environment = try await WalletTestEnvironment.start()
            let program = try await ReadProgram(
                ["shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString], home: home)
            let reader = program.reader
            try await reader.bringKey(of: environment.accounts[0], sealedBy: "battery staple")
            try await reader.send("1.5", to: "bob.test.near")
            try await reader.approve("Approve")
            _ = try await reader.find("statusbar", "You sent")
            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Profiles…")
            try await reader.press("push button", "Back up this profile…")
            _ = try await reader.find("label", "One file with your history")
            try await reader.press("push button", "Back up…")
            _ = try await reader.find("label", "Enter a passphrase.")
            try await reader.type("correct horse", into: "password text", "Passphrase of the backup")
            try await reader.type("correct hors", into: "password text", "The same once more")
            try await reader.press("push button", "Back up…")
            _ = try await reader.find("label", "The two passphrases differ.")
            try await reader.type("correct horse", into: "password text", "The same once more")
            try await reader.press("check box", "Keep my key, too")
            try await reader.press("push button", "Back up…")
            _ = try await reader.find("file chooser", "Back up")
            let file = home.appendingPathComponent("profile.backup")
            try await reader.type(file.path, into: "text", "Name")
            try await reader.press("push button", "Back up")
            let done = try await reader.find("statusbar", "in \(file.path). 1 key is in it, too.")
            XCTAssertTrue(FileManager.default.fileExists(atPath: file.path), "\(done)")
            let tree = try await reader.tree()
            XCTAssertFalse(tree.contains("●"), "a passphrase that was used is left in its entry")
            try await program.stop()
            try await Self.restore(file, in: home, environment)
            try await environment.stop()
        }
    }

    /// Restores a backup with a program that has nothing yet.
    @MainActor
    private static func restore(_ file: URL, in home: URL, _ environment: WalletTestEnvironment) async throws {
        let other = home.appendingPathComponent("other")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        let program = try await ReadProgram(
            ["shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString], home: other)
        let reader = program.reader
        try await reader.press("toggle button", "Menu")
        try await reader.press(nil, "Profiles…")
        try await reader.press("push button", "Restore a backup…")
        try await reader.press("push button", "Choose a file…")
        try await reader.open(file.path, accept: "Choose")
        _ = try await reader.find("label", file.path)
        try await reader.type("wrong horse", into: "password text", "Passphrase of the backup")
        try await reader.press("push button", "Restore")
        _ = try await reader.find("label", "This passphrase doesn’t open \(file.path).")
        try await reader.type("correct horse", into: "password text", "Passphrase of the backup")
        try await reader.press("push button", "Restore")
        // The accounts that it signs in are named before.
        _ = try await reader.find("statusbar", "The backup signs in alice.test.near on devnet.")
        try await reader.press("push button", "Restore")
        // The key goes into a vault of this computer's own.
        _ = try await reader.find("label", "It encrypts your keys")
        try await reader.type("staple", into: "password text", "Passphrase")
        try await reader.type("staple", into: "password text", "The same once more")
        try await reader.press("push button", "Set passphrase")
        try await reader.untilGone("dialog", "Restore a backup")
        try await reader.choose("list item", "Activity")
        _ = try await reader.find("table cell", "send 1.5")
        // On its network the account is signed in, and signs with the key that came along.
        let chain = try await program.another(
            ["shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString])
        _ = try await chain.reader.find("toggle button", "Account alice.test.near")
        try await chain.reader.send("2", to: "bob.test.near")
        try await chain.reader.approve("Approve")
        try await chain.reader.unlock(by: "staple")
        _ = try await chain.reader.find("statusbar", "You sent 2")
        try await chain.stop()
        try await program.stop()
    }
}
