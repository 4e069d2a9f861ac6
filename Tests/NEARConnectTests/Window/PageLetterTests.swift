// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARVault
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The letters that work together with Alt: each stands for one thing on a page, in English and in German.
final class PageLetterTests: MainLoopTestCase {
    /// The German texts, by the English ones.
    private static func german() throws -> [String: String] {
        let file = URL(filePath: #filePath).appendingPathComponent("../../../../Translations/de.po").standardizedFileURL
        // A long text stands on several lines.
        let text = try String(contentsOf: file, encoding: .utf8).replacing("\"\n\"", with: "")
        return Dictionary(
            text.matches(of: /\nmsgid "([^"\n]+)"\nmsgstr "([^"\n]+)"/).map { (String($0.1), String($0.2)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns a text in German, also one with a value in it.
    ///
    /// - Returns: `nil` where it isn't translated.
    private static func translation(of text: String, in german: [String: String]) -> String? {
        if let whole = german[text] { return whole }
        for (english, translated) in german {
            let parts = english.components(separatedBy: "%1$s")
            guard parts.count == 2, parts[0].contains("_"), text.hasPrefix(parts[0]), text.hasSuffix(parts[1]) else {
                continue
            }
            let value = text.dropFirst(parts[0].count).dropLast(parts[1].count)
            return translated.replacing("%1$s", with: value)
        }
        return nil
    }

    @MainActor
    private static func check(_ name: String, _ window: ConnectWindow, in german: [String: String]) {
        let texts = WidgetLetters.shown(in: window.window)
        XCTAssertEqual(WidgetLetters.shared(among: texts), [:], name)
        XCTAssertEqual(texts.filter { german[$0] == nil }, [], "not translated on \(name)")
        XCTAssertEqual(WidgetLetters.shared(among: texts.compactMap { german[$0] }), [:], "\(name), in German")
    }

    @MainActor
    private static func checkPages(_ name: String, _ window: ConnectWindow, in german: [String: String]) async {
        for page in window.body.offered {
            window.body.show(page)
            await waitUntil("\(page)") { window.body.isSettled }
            check("\(page), \(name)", window, in: german)
        }
    }

    func testEachLetterStandsForOneThingOnAPage() throws {
        try run {
            let (environment, german) = (try await WalletTestEnvironment.start(), try Self.german())
            let manager = environment.manager
            let window = ConnectWindow(manager: manager)
            window.explorer = environment.devnet.explorerURL
            window.onTryOut = {}
            window.present()
            await waitUntil("the window") { window.window.isMapped && window.body.isSettled }
            window.body.pages.start.keys.isVisible = true
            Self.check("the first page", window, in: german)
            await Self.checkPages("without an account", window, in: german)
            manager.connect(walletId: KeystoreService.walletId)
            await waitUntil("the account") { manager.isSignedIn && !manager.isBusy }
            try await manager.sendNEAR(to: environment.accounts[1].id, amount: try .near(1))
            await Self.checkPages("with an account", window, in: german)
            // Buttons that a page shows only at times, too.
            window.body.show(.wallet)
            let page = try XCTUnwrap(window.body.pages.wallet)
            await waitUntil("the wallet's page") {
                window.body.isSettled && !window.body.pages.model.isReading && !manager.isBusy
            }
            for widget in [
                page.retry, page.stale, page.signIn, page.check, page.tokens.again, page.nfts.again,
                page.wallet.updates,
            ]
                as [WidgetHandle]
            { widget.isVisible = true }
            XCTAssertTrue(page.signIn.isMapped && page.tokens.again.isMapped)
            Self.check("everything of the wallet", window, in: german)
            XCTAssertTrue(WidgetLetters.shown(in: window.window).contains("_Receive"))
            window.close()
            try await environment.stop()
        }
    }

    func testEachLetterStandsForOneThingInADialog() throws {
        try run(timeout: 120) {
            let (environment, german) = (try await WalletTestEnvironment.start(), try Self.german())
            let (manager, alice) = (environment.manager, environment.accounts[0])
            let token = try AccountId("token.test.near")
            try await environment.devnet.deploy(.fungibleToken(owner: alice.id, totalSupply: "1000"), to: token)
            let window = ConnectWindow(manager: manager)
            window.profiles = WindowProfiles(current: "default", names: { ["default"] }, open: { _ in })
            window.ownNetworks = OwnNetworks(
                place: "networks.json", list: { [] }, offered: { [$0] }, add: { _, _ in }, remove: { _ in })
            window.use(
                KeyVault(
                    profile: "default", folders: try XCTUnwrap(manager.folders), manager: manager, environment: [:],
                    preference: .sealedFile))
            window.keyFolder = CredentialFolder(
                path: try XCTUnwrap(manager.folders).data.appendingPathComponent("keys").path)
            window.present()
            manager.connect(walletId: KeystoreService.walletId)
            await waitUntil("the account") { manager.isSignedIn && !manager.isBusy }
            let (header, page) = (window.header, try XCTUnwrap(window.body.pages.wallet))
            page.tokens.entry.contract.text = token.text
            page.tokens.entry.add.press()
            await waitUntil("the token") { page.tokens.shown.first?.send.isSensitive == true }
            let key = HeldKey(
                network: "devnet", account: alice.id, publicKey: alice.secretKey.publicKey,
                place: .file(path: "alice.json", alice.secretKey))
            let dialogs: [(String, @MainActor () -> Void)] = [
                ("receiving", { page.receive.press() }), ("a new access key", { page.keys.add.press() }),
                ("taking a key away", { page.keys.removals.first?.press() }),
                ("sending a token", { page.tokens.shown.first?.send.press() }),
                ("networks", { header.network.onOwnNetworks?() }), ("preferences", { header.onPreferences?() }),
                ("keys", { header.onKeys?() }), ("import", { window.importKey() }),
                ("a new key", { window.createKey() }), ("profiles", { window.showProfiles() }),
                ("another account", { header.onOtherAccount?() }), ("updates", { header.onUpdates?() }),
                ("links", { header.onLinks?() }), ("help", { header.onHelp?() }),
                ("shortcuts", { header.onShortcuts?() }), ("about", { header.onAbout?() }),
                ("the doctor", { header.onDoctor?() }), ("forgetting", { header.onForgetWallet?() }),
                ("export", { ExportKeyDialog.present(key, above: window.body) }),
                ("shared keys", { header.onSharedKeys?() }),
            ]
            for (name, open) in dialogs {
                open()
                await waitUntil(name) { !WidgetLetters.ofOtherWindows(than: window.window).isEmpty }
                let texts = try XCTUnwrap(WidgetLetters.ofOtherWindows(than: window.window).last, name)
                XCTAssertFalse(texts.isEmpty, "\(name) has no letter at all")
                let translated = texts.compactMap { Self.translation(of: $0, in: german) }
                XCTAssertEqual(translated.count, texts.count, "not translated in \(name): \(texts), \(translated)")
                XCTAssertEqual(WidgetLetters.shared(among: texts), [:], name)
                XCTAssertEqual(WidgetLetters.shared(among: translated), [:], "\(name), in German")
                WidgetLetters.closeOtherWindows(than: window.window)
                await waitUntil("the end of \(name)") { WidgetLetters.ofOtherWindows(than: window.window).isEmpty }
            }
            window.close()
            try await environment.stop()
        }
    }

    func testALettersTextIsRead() {
        XCTAssertEqual(WidgetLetters.letter(of: "a__b _C"), "c")
        XCTAssertNil(WidgetLetters.letter(of: "a__b"))
        XCTAssertNil(WidgetLetters.letter(of: "a_"))
        XCTAssertEqual(WidgetLetters.shared(among: ["_A", "b_a", "_C", "d"]), ["a": ["_A", "b_a"]])
    }
}
