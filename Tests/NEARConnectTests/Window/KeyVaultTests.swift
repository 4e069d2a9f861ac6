// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARVault
import TestSupport
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// Keys in a profile's vault, over a real chain: kept, used, locked.
final class KeyVaultTests: HomeTestCase {
    /// Shows a window over a chain, with a sealed file for its keys.
    @MainActor
    private static func started(
        _ home: URL, clock: any Clock<Duration> = ContinuousClock(),
        _ body: (WalletTestEnvironment, ConnectWindow, KeyVault) async throws -> Void
    ) async throws {
        let environment = try await WalletTestEnvironment.start { $0.keystore = Keystore() }
        let window = ConnectWindow(manager: environment.manager)
        let vault = Self.vault(environment, clock)
        window.use(vault)
        window.keyFolder = CredentialFolder(path: home.appendingPathComponent("keys").path)
        window.present()
        await waitUntil("the page") { environment.manager.isBridgeReady }
        try await body(environment, window, vault)
        window.close()
        try await environment.stop()
    }

    @MainActor
    private static func vault(_ environment: WalletTestEnvironment, _ clock: any Clock<Duration>) -> KeyVault {
        KeyVault(
            profile: "default", folders: environment.manager.folders ?? ProfileFolders(root: URL(filePath: "/nowhere")),
            manager: environment.manager, environment: [:], preference: .sealedFile, clock: clock)
    }

    /// Answers the dialog that is open.
    @MainActor
    private static func answer(_ passphrase: String, again: String? = nil) async throws {
        await waitUntil("the question") { PassphraseDialog.open.count == 1 }
        let dialog = try XCTUnwrap(PassphraseDialog.open.last)
        dialog.passphrase.text = passphrase
        if let again { dialog.again.text = again }
        dialog.dialog.respond(PassphraseDialog.unlock)
    }

    @MainActor
    private static func keep(_ environment: WalletTestEnvironment, _ window: ConnectWindow) async throws {
        let alice = environment.accounts[0]
        window.importKey()
        await waitUntil("the dialog") { ImportKeyDialog.open.count == 1 }
        let dialog = try XCTUnwrap(ImportKeyDialog.open.last)
        XCTAssertEqual(dialog.places.options.count, 2)
        XCTAssertTrue(dialog.places.sentence.text.contains("secrets.sealed"), dialog.places.sentence.text)
        dialog.secret.text = alice.secretKey.exposedText()
        dialog.account.text = alice.id.text
        dialog.dialog.respond(ImportKeyDialog.keep)
        await waitUntil("the question") { PassphraseDialog.open.count == 1 }
        try await answer("correct horse", again: "battery staple")
        let question = try XCTUnwrap(PassphraseDialog.open.last)
        XCTAssertEqual(question.problem.text, "The two passphrases differ.")
        try await answer("correct horse", again: "correct horse")
        await waitUntil("the account: \(environment.manager.lastError ?? dialog.problem.text)") {
            environment.manager.isSignedIn && !environment.manager.isBusy
        }
        XCTAssertEqual(question.passphrase.bytes, [], "the passphrase isn't left in the entry")
    }

    func testAFileWhosePassphraseIsForgottenIsKeptAndANewOneBegins() throws {
        let home = home
        try run {
            try await Self.started(home) { environment, window, vault in
                try await Self.keep(environment, window)
                await vault.lock()
                let opening = Task { @MainActor in try await vault.secrets().count }
                for answer in [0, ForgottenPassphraseDialog.begin] {
                    await waitUntil("the question") { PassphraseDialog.open.count == 1 }
                    PassphraseDialog.open.last?.dialog.respond(PassphraseDialog.forgotten)
                    await waitUntil("the second question") { ForgottenPassphraseDialog.open.count == 1 }
                    ForgottenPassphraseDialog.open.last?.dialog.respond(answer)
                }
                try await Self.answer("battery staple", again: "battery staple")
                do {
                    let count = try await opening.value
                    XCTFail("a backup would have \(count) keys")
                } catch VaultError.refused {}
                XCTAssertTrue(vault.isOpen)
                let secrets = try await vault.secrets()
                XCTAssertTrue(secrets.isEmpty)
                XCTAssertEqual(vault.keys, [])
                let data = try XCTUnwrap(environment.manager.folders).data.path
                let names = try FileManager.default.contentsOfDirectory(atPath: data)
                XCTAssertTrue(
                    names.contains("secrets.sealed") && names.contains("secrets.sealed.forgotten-1"), "\(names)")
            }
        }
    }

    func testAKeyInTheVaultSignsUntilItIsLockedAndAfterThePassphrase() throws {
        let home = home
        try run {
            try await Self.started(home) { environment, window, vault in
                try await Self.keep(environment, window)
                XCTAssertTrue(vault.isOpen)
                XCTAssertTrue(window.header.lock.isVisible)
                let files = try FileManager.default.subpathsOfDirectory(atPath: home.path)
                XCTAssertFalse(files.contains { $0.hasSuffix(".json") && $0.contains("keys/") }, "\(files)")
                // While it is open nobody is asked.
                _ = try await environment.manager.sign(message: "one", recipient: "app.example")
                XCTAssertTrue(PassphraseDialog.open.isEmpty)
                window.header.onLock?()
                await waitUntil("the lock") { !vault.isOpen }
                XCTAssertFalse(window.header.lock.isSensitive)
                let locked = Task { try await environment.manager.sign(message: "two", recipient: "app.example") }
                try await Self.answer("wrong")
                await waitUntil("the word") {
                    PassphraseDialog.open.last?.problem.text.hasPrefix("This passphrase doesn’t open") == true
                }
                try await Self.answer("correct horse")
                _ = try await locked.value
                window.header.onLock?()
                await waitUntil("the lock") { !vault.isOpen }
                let refused = Task { try await environment.manager.sign(message: "three", recipient: "app.example") }
                await waitUntil("the question") { PassphraseDialog.open.count == 1 }
                PassphraseDialog.open.last?.dialog.cancel()
                do {
                    _ = try await refused.value
                    XCTFail("it was signed")
                } catch {
                    XCTAssertTrue(
                        error.localizedDescription.contains("your keys stayed locked"), error.localizedDescription)
                }
            }
        }
    }

    /// The desktop opens and locks its keyring: nothing here says that it is locked, or has a passphrase.
    func testAKeyringHasNoLockOfTheWindows() throws {
        let home = home
        try run {
            let keyring = try TestKeyring()
            try await keyring.start()
            let environment = try await WalletTestEnvironment.start { $0.keystore = Keystore() }
            let alice = environment.accounts[0]
            let window = ConnectWindow(manager: environment.manager)
            let vault = KeyVault(
                profile: "default", folders: try XCTUnwrap(environment.manager.folders), manager: environment.manager,
                environment: ["DBUS_SESSION_BUS_ADDRESS": keyring.bus.address])
            window.use(vault)
            window.present()
            await waitUntil("the page") { environment.manager.isBridgeReady }
            try await vault.keep(KeyDraft(alice.secretKey, of: alice.id), on: "devnet")
            XCTAssertTrue(vault.isOpen && !vault.hasPassphrase)
            XCTAssertFalse(window.header.lock.isVisible)
            window.header.onKeys?()
            let list = try XCTUnwrap(KeysDialog.open.last)
            await waitUntil("the keys") { list.shown.count == 1 }
            XCTAssertTrue(!list.change.isVisible && list.place.text.contains("keyring"), list.place.text)
            list.shown.first?.export.press()
            let dialog = try XCTUnwrap(ExportKeyDialog.open.last)
            let file = home.appendingPathComponent("alice.json")
            await waitUntil("the question for the account's name") { dialog.asksForName }
            for (typed, isRight) in [("", false), ("bob.test.near", false), (" \(alice.id.text) ", true)] {
                dialog.confirmation.text = typed
                XCTAssertFalse(dialog.problem.isVisible)
                dialog.write(to: file)
                await waitUntil("an answer to “\(typed)”") { dialog.problem.isVisible || dialog.note.isVisible }
                XCTAssertEqual(FileManager.default.fileExists(atPath: file.path), isRight, dialog.note.text)
                XCTAssertEqual(dialog.problem.text, isRight ? "" : "Type alice.test.near here, as it stands above.")
            }
            XCTAssertTrue(dialog.note.text.hasPrefix("The key is in "), dialog.note.text)
            XCTAssertTrue(PassphraseDialog.open.isEmpty)
            XCTAssertEqual(try Credential(json: Array(try Data(contentsOf: file))).accountId, alice.id)
            dialog.dialog.cancel()
            list.dialog.cancel()
            await vault.lock()
            XCTAssertFalse(window.header.lock.isVisible)
            window.close()
            try await environment.stop()
            try await keyring.stop()
        }
    }

    func testThePassphraseIsChanged() throws {
        let home = home
        try run {
            try await Self.started(home) { environment, window, vault in
                window.header.onKeys?()
                let empty = try XCTUnwrap(KeysDialog.open.last)
                await waitUntil("the list") { empty.note.text == "There are none yet." }
                XCTAssertFalse(empty.change.isVisible)
                empty.dialog.cancel()
                try await Self.keep(environment, window)
                // A window that has only begun doesn't know where its keys are.
                let later = Self.vault(environment, ContinuousClock())
                XCTAssertFalse(later.hasPassphrase || later.keys.isEmpty)
                let found = KeysDialog.present(later, nil, of: environment.manager, above: window.body)
                await waitUntil("the button, at first") { found.change.isVisible }
                found.dialog.cancel()
                window.header.onKeys?()
                let list = try XCTUnwrap(KeysDialog.open.last)
                await waitUntil("the button") { list.change.isVisible }
                list.change.press()
                let dialog = try XCTUnwrap(ChangePassphraseDialog.open.last)
                for (old, new, again, words) in [
                    ("", "", "", "Enter the passphrase until now."),
                    ("wrong", "", "", "Enter a passphrase."),
                    ("wrong", "new horse", "new house", "The two passphrases differ."),
                    ("wrong", "new horse", "new horse", "This passphrase doesn’t open"),
                    ("correct horse", "new horse", "new horse", "Your keys open with the new passphrase."),
                ] {
                    for (entry, text) in zip([dialog.old, dialog.passphrase, dialog.again], [old, new, again]) {
                        entry.text = text
                    }
                    dialog.dialog.respond(ChangePassphraseDialog.change)
                    await waitUntil("\(words) after \(dialog.note.text)") { dialog.note.text.hasPrefix(words) }
                }
                XCTAssertEqual([dialog.old, dialog.passphrase, dialog.again].map(\.text), ["", "", ""])
                dialog.dialog.cancel()
                list.dialog.cancel()
                await vault.lock()
                let signing = Task { try await environment.manager.sign(message: "one", recipient: "app.example") }
                try await Self.answer("correct horse")
                await waitUntil("the word") {
                    PassphraseDialog.open.last?.problem.text.hasPrefix("This passphrase doesn’t open") == true
                }
                try await Self.answer("new horse")
                _ = try await signing.value
            }
        }
    }

    func testTheVaultIsLockedAfterATimeWithoutASignature() throws {
        let home = home
        try run {
            let clock = ManualClock()
            try await Self.started(home, clock: clock) { environment, window, vault in
                try await Self.keep(environment, window)
                vault.patience = .seconds(300)
                await waitUntil("the wait") { clock.sleeperCount > 0 }
                clock.advance(by: .seconds(299))
                XCTAssertTrue(vault.isOpen)
                clock.advance(by: .seconds(1))
                await waitUntil("the lock") { !vault.isOpen }
            }
        }
    }

    func testAKeyIsExportedAfterItsPassphraseOnly() throws {
        let home = home
        try run {
            try await Self.started(home) { environment, window, vault in
                try await Self.keep(environment, window)
                let alice = environment.accounts[0]
                window.header.onKeys?()
                let list = try XCTUnwrap(KeysDialog.open.last)
                await waitUntil("the keys") { list.shown.count == 1 }
                XCTAssertEqual(list.shown.first?.key.placeSentence, "On devnet, encrypted")
                list.shown.first?.export.press()
                let dialog = try XCTUnwrap(ExportKeyDialog.open.last)
                let file = home.appendingPathComponent("alice.json")
                // It is open, and the passphrase is asked for all the same.
                XCTAssertTrue(vault.isOpen)
                dialog.write(to: file)
                await waitUntil("the question") { PassphraseDialog.open.count == 1 }
                PassphraseDialog.open.last?.dialog.cancel()
                await waitUntil("the end") { dialog.note.text == "Cancelled: the key was not exported." }
                XCTAssertFalse(FileManager.default.fileExists(atPath: file.path))
                dialog.write(to: file)
                try await Self.answer("correct horse")
                await waitUntil("the file: \(dialog.note.text)") { dialog.note.text.hasPrefix("The key is in ") }
                let written = try Credential(json: Array(try Data(contentsOf: file)))
                XCTAssertEqual(written.secretKey.exposedText(), alice.secretKey.exposedText())
                XCTAssertEqual(written.accountId, alice.id)
                let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
                XCTAssertEqual(mode, 0o600)
                dialog.write(to: URL(fileURLWithPath: "/proc/alice.json"))
                try await Self.answer("correct horse")
                await waitUntil("the problem") { dialog.note.text.hasPrefix("The key can’t be written") }

                dialog.dialog.respond(ExportKeyDialog.copy)
                try await Self.answer("correct horse")
                await waitUntil("the copy") { dialog.note.text.contains("in the clipboard") }
                XCTAssertEqual(ExportKeyDialog.open.count, 1, "the dialog stays")
                dialog.dialog.cancel()
                list.dialog.cancel()
                await Self.readAndTakeOut(alice)
            }
        }
    }

    func testAKeyIsRemovedAndItsAccountIsSignedOut() throws {
        let home = home
        try run {
            try await Self.started(home) { environment, window, vault in
                try await Self.keep(environment, window)
                let (alice, manager) = (environment.accounts[0], environment.manager)
                window.header.onKeys?()
                let list = try XCTUnwrap(KeysDialog.open.last)
                await waitUntil("the keys") { list.shown.count == 1 }
                list.shown.first?.remove?.press()
                var dialog = try XCTUnwrap(RemoveKeyDialog.open.last)
                await waitUntil("the node’s word: \(dialog.others.text)") {
                    dialog.others.text.hasPrefix("It is the account’s only key with full access")
                }
                dialog.dialog.cancel()
                XCTAssertEqual(vault.keys.map(\.account), [alice.id])

                await vault.lock()
                list.shown.first?.remove?.press()
                dialog = try XCTUnwrap(RemoveKeyDialog.open.last)
                dialog.dialog.respond(RemoveKeyDialog.remove)
                await waitUntil("the question") { PassphraseDialog.open.count == 1 }
                PassphraseDialog.open.last?.dialog.cancel()
                await waitUntil("the end") { dialog.note.text == "Cancelled: the key was not removed." }
                // Thought better of while the vault is opened.
                dialog.dialog.respond(RemoveKeyDialog.remove)
                await waitUntil("the question") { PassphraseDialog.open.count == 1 }
                dialog.dialog.cancel()
                try await Self.answer("correct horse")
                await waitUntil("the vault") { vault.isOpen }
                let kept = try await vault.secrets()
                XCTAssertEqual(kept.count, 1)
                XCTAssertEqual(manager.keystoreAccounts, [alice.id])
                await vault.lock()
                list.shown.first?.remove?.press()
                dialog = try XCTUnwrap(RemoveKeyDialog.open.last)
                dialog.dialog.respond(RemoveKeyDialog.remove)
                try await Self.answer("correct horse")
                await waitUntil("the end: \(manager.lastError ?? "")") { !manager.isSignedIn && !manager.isBusy }
                await waitUntil("the dialog’s end") { RemoveKeyDialog.open.isEmpty }
                await waitUntil("the list") { list.shown.isEmpty && list.note.text == "There are none yet." }
                list.dialog.cancel()
                XCTAssertEqual(vault.keys, [])
                XCTAssertEqual(manager.keystoreAccounts, [])
                let secrets = try await vault.secrets()
                XCTAssertTrue(secrets.isEmpty)
                XCTAssertNil(manager.lastError)
            }
        }
    }

    /// Reads the clipboard before and after it is emptied.
    @MainActor
    private static func readAndTakeOut(_ account: DevnetAccount) async {
        XCTAssertEqual(ClipboardText.read(), account.secretKey.exposedText())
        XCTAssertTrue(ClipboardSecret.isThere)
        ClipboardSecret.takeOut()
        XCTAssertFalse(ClipboardSecret.isThere)
        XCTAssertNil(ClipboardText.read())
        // A text that is copied meanwhile stays.
        ClipboardSecret.copy(Array("secret".utf8), for: .seconds(60))
        Clipboard.copy("bob.test.near")
        XCTAssertFalse(ClipboardSecret.isThere)
        ClipboardSecret.takeOut()
        XCTAssertEqual(ClipboardText.read(), "bob.test.near")
        // After its time it is taken out.
        ClipboardSecret.copy(Array("secret".utf8), for: .milliseconds(1))
        await waitUntil("the end") { !ClipboardSecret.isThere }
        XCTAssertNil(ClipboardText.read())
    }

    func testALockedVaultsAccountsAreKnownTheNextTime() throws {
        let home = home
        try run {
            try await Self.started(home) { environment, window, vault in
                try await Self.keep(environment, window)
                let manager = environment.manager
                let again = KeyVault(
                    profile: "default", folders: try XCTUnwrap(manager.folders), manager: manager, environment: [:],
                    preference: .sealedFile)
                XCTAssertFalse(again.isOpen)
                XCTAssertEqual(again.entries.map(\.accountId), [environment.accounts[0].id])
                XCTAssertEqual(again.entries.map(\.network), ["devnet"])
                let folders = try XCTUnwrap(manager.folders)
                let index = try String(
                    contentsOf: folders.state.appendingPathComponent("vault-keys.json"), encoding: .utf8)
                XCTAssertTrue(index.contains("alice.test.near"))
                XCTAssertFalse(index.contains(environment.accounts[0].secretKey.exposedText()))
                // A key of another network is known as such, so that it signs on no other one.
                let key = environment.accounts[1].publicKey
                let other = VaultKey(network: "mainnet", account: environment.accounts[1].id, publicKey: key)
                ProfileDocument(VaultKeyFile.self, of: manager).change { $0.append(other) }
                let third = Self.vault(environment, ContinuousClock())
                manager.addKeys(third.entries)
                XCTAssertEqual(manager.keystoreAccounts, [environment.accounts[0].id])
                XCTAssertEqual(
                    manager.configuration.keystore.network(of: key, besides: "devnet", chain: nil), "mainnet")
            }
        }
    }
}
