// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import XCTest

@testable import NEARConnect

/// Dialogs of the menu and of the first page, used as with a screen reader.
final class WindowDialogReaderTests: HomeTestCase {
    /// Shows the window of a new profile.
    private func inNewProfile(_ body: @escaping @MainActor (ReadProgram) async throws -> Void) throws {
        let home = home
        try run(timeout: 120) {
            let environment = try await WalletTestEnvironment.start()
            let program = try await ReadProgram(
                ["shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString], home: home)
            try await body(program)
            try await program.stop()
            try await environment.stop()
        }
    }

    func testAKeyIsCreatedOnceItsWordsAreWrittenDown() throws {
        let folder = home.appendingPathComponent(".near-credentials/devnet")
        try inNewProfile { program in
            let reader = program.reader
            try await reader.press("push button", "Create a new key…")
            let words = try await reader.find("label", "Twelve words")
            XCTAssertEqual(words.text?.split(separator: " ").count, 12)
            let keep = try await reader.find("push button", "Keep key")
            XCTAssertFalse(keep.isSensitive)
            try await reader.press("radio button", "In near-cli’s folder, unencrypted")
            try await reader.press("check box", "I have written the words down")
            try await reader.press("push button", "Keep key")
            try await reader.approve("Sign in")
            try await reader.untilGone("label", "Your NEAR account on this desktop")
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            XCTAssertEqual(files.filter { $0.hasSuffix(".json") }.count, 1, "\(files)")
        }
    }

    func testChoicesAreKeptAndTheComputerIsChecked() throws {
        try inNewProfile { program in
            let reader = program.reader
            try await reader.choosePreference("check box", "Tell me by a notification")
            try await reader.choosePreference("radio button", "Dark")
            await waitUntil("the choices") {
                let file = program.folder.appendingPathComponent("state/near-connect/default/preferences.json")
                let text = String(
                    decoding: FileManager.default.contents(atPath: file.path) ?? Data(), as: UTF8.self)
                return text.contains("dark") && text.contains("false")
            }
            for (item, words) in [
                ("Keyboard shortcuts", "The next page, the one before"), ("Help", "Beginning"),
                ("About NEAR Connect", "MIT License"),
            ] {
                try await reader.press("toggle button", "Menu")
                try await reader.press(nil, item)
                _ = try await reader.find("label", words)
                try await reader.close(dialog: item)
            }
            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Check this computer…")
            try await reader.untilGone("statusbar", "Looking…")
            let unnamed = try await reader.unnamed()
            XCTAssertEqual(unnamed, [])
            try await reader.press("push button", "Log…")
            _ = try await reader.find("dialog", "Log")
            try await reader.press("push button", "Copy")
        }
    }
}
