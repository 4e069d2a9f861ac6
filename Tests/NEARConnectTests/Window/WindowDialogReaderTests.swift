// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import XCTest

@testable import NEARConnect

/// Dialogs of the menu and of the first page, used as with a screen reader.
final class WindowDialogReaderTests: HomeTestCase {
    /// Shows the window of a new profile.
    private func inNewProfile(
        browser: URL? = nil, variables: [String: String] = [:],
        _ body: @escaping @MainActor (ReadProgram) async throws -> Void
    ) throws {
        let home = home
        try run(timeout: 120) {
            let environment = try await WalletTestEnvironment.start()
            let program = try await ReadProgram(
                ["shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString], home: home,
                browser: browser, variables: variables)
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

    func testTheDoctorsButtonsMendWhatTheyStandBeside() throws {
        try inNewProfile { program in
            let reader = program.reader
            _ = try await reader.find("push button", "Create a new key…")
            let folder = program.folder.appendingPathComponent("state/near-connect/default")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Check this computer…")
            try await reader.press("push button", "Make it private: \(folder.path)", outOfView: true)
            _ = try await reader.find("statusbar", "\(folder.path) is private now.")
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
            XCTAssertEqual(mode, 0o700)
            // Everything was looked at anew, and the button is gone.
            try await reader.untilGone("statusbar", "Looking…")
            try await reader.untilGone("push button", "Make it private", outOfView: true)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
            try await reader.press("push button", "Check again")
            _ = try await reader.find("push button", "Make it private: \(folder.path)", outOfView: true)
            // A folder that has gone meanwhile can't be mended, and that is said.
            let moved = folder.appendingPathExtension("moved")
            try FileManager.default.moveItem(at: folder, to: moved)
            try await reader.press("push button", "Make it private", outOfView: true)
            _ = try await reader.find("statusbar", "was not made private: No such file or directory")
            try FileManager.default.moveItem(at: moved, to: folder)
        }
    }

    /// The folder is shown by the program that the desktop has for folders, and a command is copied.
    func testTheDoctorShowsAFolderAndCopiesACommand() throws {
        // Programs are found here but for xdg-open.
        let path = home.appendingPathComponent("bin")
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: "/usr/bin") where name != "xdg-open" {
            try FileManager.default.createSymbolicLink(
                atPath: path.appendingPathComponent(name).path, withDestinationPath: "/usr/bin/\(name)")
        }
        let opened = home.appendingPathComponent("opened")
        try inNewProfile(variables: ["PATH": path.path]) { program in
            let reader = program.reader
            _ = try await reader.find("push button", "Create a new key…")
            let data = program.folder.appendingPathComponent("data")
            let folder = data.appendingPathComponent("near-connect/default")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("x".utf8).write(to: folder.appendingPathComponent("account.json.corrupt-1"))
            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Check this computer…")
            try await reader.press("push button", "Copy the command: sudo apt-get install xdg-utils", outOfView: true)
            _ = try await reader.find("statusbar", "“sudo apt-get install xdg-utils” is on the clipboard.")
            XCTAssertEqual(ClipboardText.read(), "sudo apt-get install xdg-utils")
            // Nobody shows folders, then a program does.
            try await reader.press("push button", "Show the folder: \(folder.path)", outOfView: true)
            _ = try await reader.find("statusbar", "No program has shown \(folder.path): ")
            try Self.showFolders(by: "sh -c \"echo '%f' >'\(opened.path)'\"", data: data)
            // GLib hears of a new program after a moment.
            let limit = ContinuousClock.now + .seconds(30)
            let address = Data("\(folder.path)\n".utf8)
            while FileManager.default.contents(atPath: opened.path) != address, ContinuousClock.now < limit {
                try await reader.press("push button", "Show the folder", outOfView: true)
                for _ in 0..<20 { await MainLoop.turn() }
            }
            XCTAssertEqual(FileManager.default.contents(atPath: opened.path), address)
        }
    }

    /// Names a program that the desktop opens folders with.
    private static func showFolders(by command: String, data: URL) throws {
        let folder = data.appendingPathComponent("applications")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("folders.desktop")
        let entry = "[Desktop Entry]\nType=Application\nName=Folders\nExec=\(command)\nMimeType=inode/directory;\n"
        try Data(entry.utf8).write(to: file)
        let list = "[Default Applications]\ninode/directory=folders.desktop\n"
        try Data(list.utf8).write(to: folder.appendingPathComponent("mimeapps.list"))
    }

    func testAboutLeadsToTheDocumentationAndCopiesDetails() throws {
        let (browser, opened) = (home.appendingPathComponent("browser"), home.appendingPathComponent("opened"))
        try Data("#!/bin/sh\necho \"$1\" >'\(opened.path)'\n".utf8).write(to: browser)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: browser.path)
        let home = home
        try inNewProfile(browser: browser) { program in
            try await program.reader.press("toggle button", "Menu")
            try await program.reader.press(nil, "About NEAR Connect")
            try await program.reader.press("push button", "NEAR’s documentation")
            await waitUntil("the browser") {
                FileManager.default.contents(atPath: opened.path) == Data("https://docs.near.org\n".utf8)
            }
            let version = try await program.reader.find("label", "Version ").text ?? ""
            try await program.reader.press("push button", "Copy details for a report")
            try await program.reader.untilGone("dialog")
            let lines = try XCTUnwrap(ClipboardText.read()).split(separator: "\n")
            XCTAssertEqual(lines.first, "NEAR Connect \(version.dropFirst("Version ".count))")
            XCTAssertTrue(lines.contains { $0.hasPrefix("WebKitGTK 2.") && $0.contains(", GTK 3.") }, "\(lines)")
            XCTAssertFalse(lines.contains { $0.contains(home.path) }, "\(lines)")
        }
    }

    func testChoicesAreKeptAndTheComputerIsChecked() throws {
        try inNewProfile { program in
            let reader = program.reader
            try await reader.choosePreference("check box", "Tell me by a notification")
            try await reader.choosePreference("radio button", "Dark")
            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Preferences")
            try await reader.choose(3, in: "When keys are locked")
            try await reader.close(dialog: "Preferences")
            await waitUntil("the choices") {
                let file = program.folder.appendingPathComponent("state/near-connect/default/preferences.json")
                let text = String(
                    decoding: FileManager.default.contents(atPath: file.path) ?? Data(), as: UTF8.self)
                return text.contains("dark") && text.contains("false") && text.contains("60")
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
