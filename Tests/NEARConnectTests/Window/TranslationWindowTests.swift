// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectPeers
import NEARConnectTestKit
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The window's views with a catalogue of the texts themselves in brackets, ⟦longer and with accents⟧.
///
/// A text without brackets goes past the catalogue; one that is cut off has no room for a longer language.
final class TranslationWindowTests: HomeTestCase {
    /// Compares what is shown now.
    @MainActor
    static func check(_ view: String, _ program: ReadProgram, except names: Set<String> = []) async throws {
        let untranslated = try await program.reader.untranslated(
            except: names.union(["devnet", "testnet", "mainnet", "Keystore", "default", "WalletConnect"]))
        XCTAssertEqual(untranslated, [], "untranslated on \(view)")
        let cutOff = try await program.reader.cutOff()
        XCTAssertEqual(cutOff, [], "cut off on \(view)")
    }

    /// The words of the operating system's name, such as "bookworm", which About shows as they are.
    private static func systemNames() throws -> Set<String> {
        let release = try String(contentsOfFile: "/etc/os-release", encoding: .utf8)
        let line = release.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") } ?? ""
        return Set(line.split { " =/".contains($0) }.map { $0.filter(\.isLetter) })
    }

    private static let pages = ["Wallet", "Send", "Contract", "Message", "Delegate", "Activity", "Apps"]

    private static let german = [
        "Wallet": "Wallet", "Send": "Senden", "Contract": "Vertrag", "Message": "Nachricht", "Delegate": "Delegieren",
        "Activity": "Aktivität", "Apps": "Apps",
    ]

    /// Opens a dialog by a button, compares what is shown, and closes the dialog.
    @MainActor
    private static func check(
        by button: String, _ program: ReadProgram, outOfView: Bool = false
    ) async throws {
        let reader = program.reader
        try await reader.press("push button", button, outOfView: outOfView)
        _ = try await reader.find("dialog")
        // A seed phrase has the list's words in every language.
        let phrase = try await reader.elements().first { $0.name.contains("Twelve words") }?.text ?? ""
        try await check(button, program, except: Set(phrase.split(separator: " ").map(String.init)))
        try await reader.press("push button", "⟦Cancel")
        try await reader.untilGone("dialog")
    }

    func testEachViewWithoutAnAccountIsTranslated() throws {
        let home = home
        try run(timeout: 180) {
            let program = try await ReadProgram(["shell", "--devnet"], home: home, pseudo: try PseudoProgram())
            let reader = program.reader
            _ = try await reader.find("label", "Your NEAR account on this desktop")
            for page in Self.pages + ["Devnet"] {
                try await reader.choose("list item", page)
                try await Self.check(page, program)
            }
            for entry in [
                "Links without asking", "Updates of wallets", "Preferences", "Help", "Check this computer",
                "Keyboard shortcuts", "About",
            ] {
                try await reader.press("toggle button", "Menu")
                _ = try await reader.find(nil, entry)
                try await Self.check("the menu", program)
                try await reader.press(nil, entry)
                _ = try await reader.find("dialog")
                let versions: Set = ["WebKitGTK", "GTK", "GLib", "Swift", "Linux", "Debian", "Xvfb"]
                try await Self.check(entry, program, except: versions.union(try Self.systemNames()))
                // Not the one of the title bar, which is GTK's.
                try await reader.press("push button", "⟦Close")
                try await reader.untilGone("dialog")
            }
            try await reader.choose("list item", "Wallet")
            try await reader.press("push button", "Connect wallet")
            _ = try await reader.find(nil, "Waiting for the wallet")
            try await Self.check("the time in which the wallet is waited for", program)
            try await reader.press("push button", "Cancel")
            try await program.stop()
        }
    }

    func testEachViewWithAnAccountIsTranslated() throws {
        let home = home
        try run(timeout: 180) {
            let scene = try await PhoneManagerScene.start()
            let program = try await ReadProgram.shell(scene, home: home, pseudo: try PseudoProgram())
            let reader = program.reader
            try await Self.check(by: "Import a key…", program)
            try await Self.check(by: "Create a new key…", program)
            for (entry, button) in [("Profiles…", "⟦Cancel"), ("Your keys…", "⟦Close")] {
                try await reader.press("toggle button", "Menu")
                try await reader.press(nil, entry)
                _ = try await reader.find("dialog")
                try await Self.check(entry, program)
                try await reader.pressInDialog(button)
                try await reader.untilGone("dialog")
            }
            try await program.connectPhone(of: scene)
            for page in Self.pages {
                try await reader.choose("list item", page)
                try await Self.check(page, program)
            }
            try await reader.choose("list item", "Wallet")
            try await Self.check(by: "Add a key…", program, outOfView: true)
            try await reader.press("push button", "Receive")
            _ = try await reader.find("label", "Send only NEAR")
            try await Self.check("receiving", program)
            try await reader.press("push button", "⟦Close")
            try await reader.untilGone("dialog")
            try await reader.press("toggle button", "Menu")
            _ = try await reader.find(nil, "Phone wallets")
            try await Self.check("the menu with an account", program)
            try await reader.press(nil, "Phone wallets")
            _ = try await reader.find("statusbar", "1 wallet is connected")
            try await Self.check("phone wallets", program, except: ["Scripted", "phone", "wallet"])
            try await reader.press("push button", "⟦Close")
            try await program.stop()
            try await scene.stop()
        }
    }

    /// Finds room for each page in a window as wide as a phone, in German.
    ///
    /// A longer language may make the window wider, and is cut off nowhere.
    func testAPhonesWidthIsEnough() throws {
        let home = home
        try run(timeout: 180) {
            let environment = try await WalletTestEnvironment.start()
            let shell = ["shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString]
            for pseudo in [nil, try PseudoProgram()] {
                let bus = try PrivateBus(services: [ScreenReader.service])
                try bus.keep(WindowRecord(width: 380, height: 720))
                let program = try await ReadProgram(
                    shell, home: home, pseudo: pseudo,
                    variables: pseudo == nil ? ["LC_ALL": "C.UTF-8", "LANGUAGE": "de"] : [:], bus: bus)
                let reader = program.reader
                let frame = try await reader.find("frame")
                _ = try await reader.find("toggle button", pseudo == nil ? "Seiten" : "⟦Pages")
                for page in Self.pages {
                    try await reader.press("toggle button", pseudo == nil ? "Seiten" : "⟦Pages")
                    // The list is there once its last entry is.
                    _ = try await reader.find("push button", "Apps")
                    let entry = pseudo == nil ? try XCTUnwrap(Self.german[page]) : "⟦\(page)"
                    try await reader.press("push button", entry)
                    try await reader.untilGone("push button", "Apps")
                    let cutOff = try await reader.cutOff()
                    XCTAssertEqual(cutOff, [], "\(page)")
                    guard pseudo == nil else { continue }
                    // The frame's own edges come on top.
                    let width = try await reader.width(of: frame)
                    XCTAssertLessThanOrEqual(try XCTUnwrap(width), 390, "\(page)")
                }
                try await program.stop()
            }
            try await environment.stop()
        }
    }

    func testApprovalsAreTranslated() throws {
        let home = home
        try run(timeout: 180) {
            let environment = try await WalletTestEnvironment.start()
            try environment.devnet.writeCredentials(to: home.appendingPathComponent(".near-credentials"))
            let options = [
                "--wallet", "near-connect-keystore", "--network", "devnet", "--rpc-url",
                environment.devnet.rpcURL.absoluteString,
            ]
            var program = try await ReadProgram(["sign-in"] + options, home: home, pseudo: try PseudoProgram())
            _ = try await program.reader.find("label", "Sign in?")
            try await Self.check("signing in", program, except: ["signin"])
            try await program.reader.approve("Sign in")
            XCTAssertEqual(try program.next(["send", "bob.test.near", "6000 NEAR"] + options), 0)
            _ = try await program.reader.find("label", "This is more than half")
            try await Self.check("sending", program, except: ["send"])
            try await program.reader.press("push button", "Cancel")
            XCTAssertEqual(try program.next(["sign-message", "Hello", "--recipient", "app.example"] + options), 6)
            _ = try await program.reader.find("label", "Sign a message?")
            try await Self.check("signing a message", program, except: ["Hello", "signmessage"])
            try await program.stop()
            try await environment.stop()
        }
    }
}
