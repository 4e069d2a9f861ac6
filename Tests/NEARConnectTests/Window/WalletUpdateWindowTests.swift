// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARPrimitives
import TestSupport
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// A new version of a wallet in the shell's window.
///
/// It is announced, described in the words of the command line, and never accepted by itself.
final class WalletUpdateWindowTests: MainLoopTestCase {
    private static let id = "web-wallet"

    /// A site with a pinned wallet, an environment that knows it, and the shell's window.
    @MainActor
    private struct Stage {
        let site: SecureSite
        let environment: WalletTestEnvironment
        let window: ConnectWindow

        var manager: NEARWalletManager { environment.manager }
        var note: InfoBar { get throws { try XCTUnwrap(window.body.updatesNote) } }

        static func start() async throws -> Stage {
            let site = try SecureSite()
            let environment = try await WalletTestEnvironment.start {
                $0.walletLists = site.lists
                $0.environment = site.environment
            }
            let stage = Stage(
                site: site, environment: environment, window: ConnectWindow(manager: environment.manager))
            environment.onRestart = { [window = stage.window] in window.show($0) }
            try stage.serve(
                code: ScriptedWallet.code)
            try await stage.library.pin(id)
            environment.restartManager()
            stage.window.present()
            try await stage.manager.ready()
            return stage
        }

        var library: WalletLibrary {
            get throws {
                guard case .folders(let folders) = environment.configuration.profile else {
                    throw WalletError.unknown(id: id)
                }
                return WalletLibrary(
                    folders: folders, lists: environment.configuration.walletLists,
                    environment: environment.configuration.environment)
            }
        }

        func serve(code: String, _ changes: JSONValue.Members = [:]) throws {
            let scripted = try JSONValue.parse(ScriptedWallet(accounts: environment.accounts).manifest())
            var entry = scripted["wallets"]?[0]?.objectValue ?? [:]
            let own: JSONValue.Members = [
                "id": .string(id), "name": "Web Wallet", "icon": "", "version": "1.0.0",
                "executor": .string("\(site.origin)/code.js"),
            ]
            entry.merge(own) { $1 }
            entry.merge(changes) { $1 }
            try site.serve(manifest: [.object(entry)])
            try site.serve("code.js", code, type: "text/plain; charset=utf-8")
        }

        /// Serves another version and returns its differences in the words of `near-connect wallets update`.
        func change(_ version: String = "2.0.0") async throws -> [String] {
            try serve(
                code: "window.selector.ready({ async signIn() { throw new Error('the new one'); } });",
                [
                    "version": .string(version),
                    "permissions": ["storage": true, "clipboardRead": true, "allowsOpen": ["https://evil.example"]],
                ])
            guard case .offered(_, let difference) = try await library.checkForUpdates().first?.outcome else {
                return []
            }
            return difference.items.map(\.text)
        }

        func stop() async throws {
            window.close()
            site.stop()
            try await environment.stop()
        }
    }

    /// Damaged code of a pinned wallet leads from the doctor to the dialog that fetches it again.
    func testTheDoctorsButtonLeadsToTheUpdates() throws {
        try run {
            let stage = try await Stage.start()
            let folder = try XCTUnwrap(stage.manager.folders).data
            let pinned = try XCTUnwrap(stage.library.lock().wallets[Self.id]).pinned
            try Data("other code".utf8).write(to: folder.appendingPathComponent("wallets/\(pinned.executor.sha256)"))
            let doctor = DoctorDialog.present(stage.manager, version: nil, above: stage.window.body)
            await waitUntil("the doctor") { doctor.again.isSensitive }
            let finding = try XCTUnwrap(doctor.findings.first { $0.mend == .showWalletUpdates })
            XCTAssertTrue(finding.summary.contains(Self.id), finding.summary)
            let checks = doctor.findings.map(\.check)
            XCTAssertTrue(WalletUpdatesDialog.open.isEmpty)
            let mended = doctor.findings.compactMap(\.mend)
            doctor.mends[try XCTUnwrap(mended.firstIndex(of: .showWalletUpdates))].press()
            XCTAssertEqual(WalletUpdatesDialog.open.count, 1)
            WalletUpdatesDialog.open.last?.dialog.cancel()
            // Each finding once, also where a look is cut off by the next.
            doctor.again.press()
            XCTAssertFalse(doctor.again.isSensitive)
            doctor.mends.first?.press()
            await waitUntil("the next look") { doctor.again.isSensitive }
            XCTAssertEqual(doctor.findings.map(\.check), checks)
            doctor.dialog.cancel()
            try await stage.stop()
        }
    }

    func testItIsAnnouncedShownInWordsAndRunsOnceItIsAccepted() throws {
        try run {
            let stage = try await Stage.start()
            XCTAssertFalse(try stage.note.isRevealed)
            let words = try await stage.change()
            XCTAssertTrue(words.contains("may now: read the clipboard"), "\(words)")
            await stage.manager.readWalletUpdates()
            await waitUntil("the note") { stage.window.body.updatesNote?.isRevealed == true }
            try stage.note.act()
            let dialog = try XCTUnwrap(WalletUpdatesDialog.open.last)
            let card = try XCTUnwrap(dialog.cards.first)
            XCTAssertEqual(card.lines.map(\.text), words)
            let before = try stage.library.lock().wallets[Self.id]
            XCTAssertEqual(before?.pinned.version, "1.0.0", "looking is not agreeing")
            card.accept.press()
            await waitUntil("the new version") {
                do { return try stage.library.lock().wallets[Self.id]?.pinned.version == "2.0.0" } catch {
                    return false
                }
            }
            await waitUntil("the end of the note") { stage.window.body.updatesNote?.isRevealed == false }
            try await stage.manager.ready()
            XCTAssertTrue(dialog.cards.isEmpty)
            dialog.dialog.cancel()
            do {
                _ = try await stage.manager.signIn(walletId: Self.id)
                XCTFail("the old version ran")
            } catch let error as NEARError {
                XCTAssertTrue((error.errorDescription ?? "").contains("the new one"), "\(error)")
            }
            try await stage.stop()
        }
    }

    func testTheWalletsPageSaysWhatItMayDoAndWhichVersionWaits() throws {
        try run {
            let stage = try await Stage.start()
            _ = try await stage.manager.signIn(walletId: Self.id)
            await waitUntil("the page") { stage.window.body.pages.wallet?.wallet.facts != nil }
            let card = try XCTUnwrap(stage.window.body.pages.wallet?.wallet)
            XCTAssertTrue(card.isVisible)
            let sha256 = try XCTUnwrap(stage.library.lock().wallets[Self.id]?.pinned.executor.sha256)
            @MainActor func value(_ name: String) -> String? { card.facts?.rows.first { $0.name == name }?.value }
            XCTAssertEqual(value("Version"), "1.0.0")
            XCTAssertEqual(value("Code"), "pinned, sha256 \(sha256)")
            XCTAssertFalse(card.update.isVisible)
            _ = try await stage.change()
            await stage.manager.readWalletUpdates()
            await waitUntil("the offer") { card.update.isVisible }
            XCTAssertTrue(card.update.text.contains("may do more than the pinned version"), card.update.text)
            card.updates.press()
            let dialog = try XCTUnwrap(WalletUpdatesDialog.open.last)
            try XCTUnwrap(dialog.cards.first).accept.press()
            await waitUntil("the new version") { value("Version") == "2.0.0" }
            XCTAssertFalse(card.update.isVisible)
            XCTAssertEqual(value("May"), "store values in this profile\nread the clipboard")
            XCTAssertEqual(value("May open"), "https://evil.example")
            dialog.dialog.cancel()
            try await stage.stop()
        }
    }

    func testOneThatIsKeptIsNotAnnouncedAgainUntilAnotherComes() throws {
        try run {
            let stage = try await Stage.start()
            _ = try await stage.change()
            await stage.manager.readWalletUpdates()
            let dialog = stage.window.body.showUpdates()
            try XCTUnwrap(dialog.cards.first).keep.press()
            await waitUntil("the answer") { stage.manager.walletUpdates.first?.isDeclined == true }
            stage.environment.restartManager()
            try await stage.manager.ready()
            await waitUntil("what waits") { !stage.manager.walletUpdates.isEmpty }
            XCTAssertFalse(try stage.note.isRevealed)
            XCTAssertEqual(try stage.library.lock().wallets[Self.id]?.pinned.version, "1.0.0")
            _ = try await stage.change("3.0.0")
            await stage.manager.readWalletUpdates()
            await waitUntil("the note") { stage.window.body.updatesNote?.isRevealed == true }
            dialog.dialog.cancel()
            try await stage.stop()
        }
    }

    func testAnotherVersionThanTheOneThatWasShownIsNotAccepted() throws {
        try run {
            let stage = try await Stage.start()
            _ = try await stage.change()
            await stage.manager.readWalletUpdates()
            let dialog = stage.window.body.showUpdates()
            let card = try XCTUnwrap(dialog.cards.first)
            _ = try await stage.change("3.0.0")
            card.accept.press()
            await waitUntil("the reason") { dialog.note.text.contains("has changed since it was shown") }
            XCTAssertEqual(try stage.library.lock().wallets[Self.id]?.pinned.version, "1.0.0")
            dialog.dialog.cancel()
            try await stage.stop()
        }
    }

    func testAWalletThatIsUsedIsComparedWithItsServerAndGoesOnRunning() throws {
        try run {
            let stage = try await Stage.start()
            _ = try await stage.manager.signIn(walletId: Self.id)
            XCTAssertTrue(stage.manager.walletLoader.hasLooked(at: Self.id))
            stage.environment.restartManager()
            try stage.serve(code: "window.selector.ready({});")
            try await stage.manager.ready()
            XCTAssertTrue(stage.manager.walletUpdates.isEmpty)
            _ = try await stage.manager.sign(message: "hello", recipient: "app.example")
            await waitUntil("the note") { stage.window.body.updatesNote?.isRevealed == true }
            _ = try await stage.manager.sign(message: "hello again", recipient: "app.example")
            XCTAssertNotNil(try stage.library.lock().wallets[Self.id]?.offered)
            try await stage.stop()
        }
    }

    func testTheDialogLooksWhenItIsAskedTo() throws {
        try run {
            let stage = try await Stage.start()
            let dialog = stage.window.body.showUpdates()
            XCTAssertTrue(dialog.cards.isEmpty)
            try stage.serve(code: "window.selector.ready({});")
            dialog.look.press()
            await waitUntil("the new version") { !dialog.cards.isEmpty }
            stage.site.stop()
            await waitUntil("the end of the look") { dialog.look.isSensitive }
            dialog.look.press()
            await waitUntil("the reason") { dialog.note.text.contains("No wallet list could be fetched") }
            XCTAssertEqual(dialog.cards.count, 1)
            dialog.dialog.cancel()
            try await stage.stop()
        }
    }
}
