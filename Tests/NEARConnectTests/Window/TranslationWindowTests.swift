// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectPeers
import NEARConnectTestKit
import XCTest

@testable import NEARConnect

/// The window's views with a catalogue of the texts themselves in brackets, ⟦longer and with accents⟧.
///
/// A text without brackets goes past the catalogue; one that is cut off has no room for a longer language.
final class TranslationWindowTests: HomeTestCase {
    /// Compares what is shown now.
    @MainActor
    private static func check(_ view: String, _ program: ReadProgram, except names: Set<String> = []) async throws {
        let untranslated = try await program.reader.untranslated(
            except: names.union(["devnet", "alice", "bob", "keystore", "Explorer", "testnet"]))
        XCTAssertEqual(untranslated, [], "untranslated on \(view)")
        let cutOff = try await program.reader.cutOff()
        XCTAssertEqual(cutOff, [], "cut off on \(view)")
    }

    private static let pages = ["Wallet", "Send", "Contract", "Message", "Activity", "Apps"]

    func testEachViewWithoutAnAccountIsTranslated() throws {
        let home = home
        try run(timeout: 180) {
            let program = try await ReadProgram(["shell", "--devnet"], home: home, pseudo: try PseudoProgram())
            let reader = program.reader
            _ = try await reader.find("label", "Connect your NEAR wallet")
            for page in Self.pages {
                try await reader.choose("list item", page)
                try await Self.check(page, program)
            }
            for entry in [
                "Links without asking", "Updates of wallets", "Check this computer", "Keyboard shortcuts", "About",
            ] {
                try await reader.press("toggle button", "Menu")
                _ = try await reader.find(nil, entry)
                try await Self.check("the menu", program)
                try await reader.press(nil, entry)
                _ = try await reader.find("dialog")
                try await Self.check(entry, program)
                try await reader.press("push button", "Close")
                try await reader.untilGone("dialog")
            }
            try await program.stop()
        }
    }

    func testEachViewWithAnAccountIsTranslated() throws {
        let home = home
        try run(timeout: 180) {
            let scene = try await PhoneManagerScene.start()
            let program = try await ReadProgram.shell(scene, home: home, pseudo: try PseudoProgram())
            let reader = program.reader
            try await program.connectPhone(of: scene)
            for page in Self.pages {
                try await reader.choose("list item", page)
                try await Self.check(page, program)
            }
            try await program.stop()
            try await scene.stop()
        }
    }
}
