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
            let program = try await ReadProgram(["shell"], home: home)
            let reader = program.reader
            try await reader.press("push button", "Try it out")
            try await reader.choose("list item", "Devnet")
            _ = try await reader.find("label", "Block ")
            let unnamed = try await reader.unnamed()
            XCTAssertEqual(unnamed, [])
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
            try await reader.press("push button", "Go back")
            _ = try await reader.find("statusbar", "The chain is at block \(height) again.")
            _ = try await reader.find("label", "Block \(height)")
            try await reader.type("0", into: "text", "Blocks to skip")
            try await reader.press("push button", "Skip")
            _ = try await reader.find("statusbar", "Enter a number of blocks from 1 to")
            try await program.stop()
        }
    }

    func testAProfileIsBackedUp() throws {
        let home = home
        try run(timeout: 180) {
            let environment = try await WalletTestEnvironment.start()
            let program = try await ReadProgram(
                ["shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString], home: home)
            let reader = program.reader
            try await reader.bringKey(of: environment.accounts[0], sealedBy: "battery staple")
            try await reader.send("1.5", to: "bob.test.near")
            try await reader.approve("Approve")
            _ = try await reader.find("label", "You sent")
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
            try await environment.stop()
        }
    }
}
