// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import ProcessSetup
import XCTest

@testable import NEARConnect
@testable import NEARConnectShell

/// The window and its dialogs on a screen as wide as a phone's.
final class NarrowScreenTests: HomeTestCase {
    private static let width: Int64 = 380

    private static let height: Int64 = 720

    /// Compares the dialog that stands above all others, or the window, with the screen, once it changes no more.
    @MainActor
    private static func check(_ name: String, _ reader: ScreenReader, role: String = "dialog") async throws {
        var (shown, last): ([ScreenReader.Element], [String]) = ([], [])
        let limit = ContinuousClock.now + .seconds(20)
        repeat {
            last = shown.map(\.description)
            shown = try await reader.elements()
        } while shown.map(\.description) != last && ContinuousClock.now < limit
        let dialog = try XCTUnwrap(shown.last { $0.depth == 0 && $0.role == role }, name)
        let elements = ScreenReader.window(of: dialog, in: shown)
        var outside: [String] = []
        // Without a window manager the window draws its own border, and what is in it stands as far to the right.
        let left = role == "frame" ? try await reader.extents(of: elements[1])?.x ?? 0 : 0
        for element in elements where element.role != "viewport" && element.role != "frame" {
            let place = try await reader.extents(of: element)
            guard let place else { continue }
            // What can be scrolled to may lie below; the buttons never.
            let isBelow =
                role == "dialog" && element.role == "push button" && element.depth < 5
                && place.y + place.height > Self.height
            let right = place.x - left + place.width
            if place.width > Self.width || place.x < 0 || right > Self.width + 2 || isBelow {
                outside.append("\(element): \(place)")
            }
        }
        XCTAssertEqual(outside, [], name)
        let cutOff = try await reader.cutOff()
        XCTAssertEqual(cutOff, [], "cut off in \(name)")
    }

    @MainActor
    private static func check(by button: String, _ reader: ScreenReader, end: String) async throws {
        try await reader.press("push button", button, outOfView: true)
        _ = try await reader.find("dialog")
        try await check(button, reader)
        try await reader.pressInDialog(end)
        try await reader.untilGone("dialog")
    }

    /// Shows a page by the list in the bar.
    @MainActor
    private static func show(_ page: String, _ reader: ScreenReader) async throws {
        try await reader.press("toggle button", "Pages")
        // The list is there once its last entry is.
        _ = try await reader.find("push button", "Apps")
        try await reader.press("push button", page)
        try await reader.untilGone("push button", "Apps")
    }

    /// The dialogs of a key in the vault: the buttons that open them, their titles, the buttons that close them.
    private static let keyDialogs = [
        ("Export the key of", "Export a key", "Close"), ("Remove the key of", "Remove a key", "Cancel"),
    ]

    /// Opens the dialog with the user's keys.
    @MainActor
    private static func showKeys(_ reader: ScreenReader) async throws {
        try await reader.press("toggle button", "Menu")
        try await reader.press(nil, "Your keys…")
        _ = try await reader.find("push button", "Remove the key of", outOfView: true)
    }

    /// Shows pages and dialogs with texts a third longer than the English ones.
    func testPagesAndDialogsFitAPhonesScreen() throws {
        let home = home
        try run(timeout: 300) {
            let display = try VirtualDisplay(width: Int(Self.width), height: Int(Self.height))
            let scene = try await PhoneManagerScene.start()
            let program = try await ReadProgram.shell(
                scene, home: home, pseudo: try PseudoProgram(), variables: ["DISPLAY": display.name])
            let reader = program.reader
            _ = try await reader.find("label", "Your NEAR account on this desktop")
            for button in ["Import a key…", "Create a new key…", "Connect a phone wallet"] {
                try await Self.check(by: button, reader, end: "⟦Cancel")
            }
            try await reader.bringKey(of: scene.environment.accounts[0], sealedBy: "correct horse")
            for (entry, end) in [
                ("Links without asking", "⟦Close"), ("Updates of wallets", "⟦Close"), ("Preferences", "⟦Close"),
                ("Help", "⟦Close"), ("Check this computer", "⟦Close"), ("Keyboard shortcuts", "⟦Close"),
                ("About", "⟦Close"), ("Profiles…", "⟦Cancel"), ("Your keys…", "⟦Close"),
            ] {
                try await reader.press("toggle button", "Menu")
                try await reader.press(nil, entry)
                _ = try await reader.find("dialog")
                try await Self.check(entry, reader)
                try await reader.pressInDialog(end)
                try await reader.untilGone("dialog")
            }
            try await Self.check(by: "Receive", reader, end: "⟦Close")
            try await Self.check(by: "Add a key…", reader, end: "⟦Cancel")
            try await Self.showKeys(reader)
            for (button, title, end) in Self.keyDialogs {
                try await reader.press("push button", button, outOfView: true)
                _ = try await reader.find("dialog", title)
                try await Self.check(button, reader)
                try await reader.pressInDialog("⟦\(end)")
                try await reader.untilGone("dialog", title)
            }
            try await reader.pressInDialog("⟦Close")
            try await reader.untilGone("dialog")
            for page in ["⟦Contract", "⟦Message", "⟦Delegate", "⟦Wallet", "⟦Send"] {
                try await Self.show(page, reader)
                try await Self.check(page, reader, role: "frame")
            }
            try await reader.type("bob.test.near", into: "text", "To")
            try await reader.type("1", into: "text", "Amount in NEAR")
            try await reader.press("push button", "⟦Send éłö⟧", outOfView: true)
            _ = try await reader.find("push button", "⟦Approve")
            try await Self.check("the approval", reader)
            try await reader.pressInDialog("⟦Cancel")
            try await program.stop()
            try await scene.stop()
            display.stop()
        }
    }

    func testANarrowWindowIsReadAsTheFileHasIt() throws {
        let home = home
        try run(timeout: 300) {
            // High enough for all of a page: what is scrolled out of view depends on where a path has room to break.
            let display = try VirtualDisplay(width: Int(Self.width), height: 2400)
            let bus = try PrivateBus(services: [ScreenReader.service])
            try bus.keep(WindowRecord(width: Int32(Self.width), height: 2300))
            let environment = try await WalletTestEnvironment.start()
            let alice = environment.accounts[0]
            let program = try await ReadProgram(
                [
                    "shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString,
                    "--wallet-list", "http://127.0.0.1:1/none.json", "--insecure-loopback",
                ], home: home, variables: ["DISPLAY": display.name], bus: bus)
            let reader = program.reader
            var trees = try KeptTrees("window-trees-narrow.txt", home: home, without: alice)
            _ = try await reader.find("label", "Your NEAR account on this desktop")
            try await trees.look("First page", reader)
            try await reader.bringKey(of: alice, sealedBy: "correct horse")
            try await trees.look("Wallet", reader)
            for page in ["Send", "Contract", "Message", "Delegate", "Activity", "Apps"] {
                try await Self.show(page, reader)
                try await trees.look(page, reader)
            }
            try await Self.showKeys(reader)
            for (button, title, end) in Self.keyDialogs {
                try await reader.press("push button", button, outOfView: true)
                _ = try await reader.find("dialog", title)
                try await trees.look(title, reader)
                try await reader.pressInDialog(end)
                try await reader.untilGone("dialog", title)
            }
            try trees.end()
            try await program.stop()
            try await environment.stop()
            display.stop()
        }
    }
}
