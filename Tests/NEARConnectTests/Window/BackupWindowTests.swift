// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARDevnet
import NEARPrimitives
import NEARVault
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// Backups in the window: a profile is written to a file, and opens on another computer.
final class BackupWindowTests: HomeTestCase {
    @MainActor
    private static func answer(_ passphrase: String, again: String? = nil) async throws {
        await waitUntil("the question") { PassphraseDialog.open.count == 1 }
        let dialog = try XCTUnwrap(PassphraseDialog.open.last)
        dialog.passphrase.text = passphrase
        if let again { dialog.again.text = again }
        dialog.dialog.respond(PassphraseDialog.unlock)
    }

    func testABackupThatIsCancelledWritesNothing() throws {
        let file = home.appendingPathComponent("profile.backup")
        try run {
            try await Self.started { environment, _, _ in
                let folders = try XCTUnwrap(environment.manager.folders)
                var bytes = Array("secret".utf8)
                let secret = SecretBytes(moving: &bytes)
                var key = [UInt8](repeating: 7, count: 32)
                let keys = [try SecretName(.importedKey, id: "1"): SecretBytes(moving: &key)]
                let writing = Task {
                    try await SealedProfile.write(
                        folders, named: "default", keys: keys, sealedBy: secret, to: file)
                }
                writing.cancel()
                do {
                    _ = try await writing.value
                    XCTFail("it was written")
                } catch is CancellationError {}
                XCTAssertFalse(FileManager.default.fileExists(atPath: file.path))
            }
        }
    }

    /// Shows a window whose vault has alice's key.
    @MainActor
    private static func started(
        _ body: (WalletTestEnvironment, ConnectWindow, [String]) async throws -> Void
    ) async throws {
        let environment = try await WalletTestEnvironment.start { $0.keystore = Keystore() }
        let folders = try XCTUnwrap(environment.manager.folders)
        let window = ConnectWindow(manager: environment.manager)
        let vault = KeyVault(
            profile: "default", folders: folders, manager: environment.manager, environment: [:],
            preference: .sealedFile)
        window.use(vault)
        window.profiles = WindowProfiles(current: "default", names: { ["default"] }, open: { _ in })
        window.present()
        let alice = environment.accounts[0]
        let keeping = Task {
            try await vault.keep(KeyDraft(alice.secretKey, of: alice.id), on: "devnet")
        }
        try await answer("correct horse", again: "correct horse")
        try await keeping.value
        // A backup with keys asks for the vault's passphrase.
        await vault.lock()
        try await body(environment, window, [alice.secretKey.exposedText()])
        window.close()
        try await environment.stop()
    }

    @MainActor
    private static func backup(_ window: ConnectWindow, to file: URL, withKeys: Bool) async throws -> String {
        window.showProfiles()
        try XCTUnwrap(ProfilesDialog.open.last).backup.press()
        XCTAssertTrue(ProfilesDialog.open.isEmpty)
        let dialog = try XCTUnwrap(BackupDialog.open.last)
        XCTAssertTrue(dialog.keepsKeys.isVisible)
        dialog.keepsKeys.isChecked = withKeys
        dialog.write(to: file)
        XCTAssertEqual(dialog.problem.text, "Enter a passphrase.")
        dialog.passphrase.text = "battery staple"
        dialog.again.text = "battery stapel"
        dialog.write(to: file)
        XCTAssertEqual(dialog.problem.text, "The two passphrases differ.")
        dialog.again.text = "battery staple"
        dialog.write(to: file)
        if withKeys { try await answer("correct horse") }
        await waitUntil("the file, \(dialog.problem.text)") {
            dialog.progress.text.contains(file.path) || dialog.problem.isVisible
        }
        XCTAssertFalse(dialog.problem.isVisible, dialog.problem.text)
        XCTAssertEqual(dialog.passphrase.bytes, [], "the passphrase isn't left in the entry")
        let text = dialog.progress.text
        dialog.dialog.respond(0)
        XCTAssertTrue(BackupDialog.open.isEmpty)
        return text
    }

    func testAProfileAndItsKeysOpenOnAnotherComputer() throws {
        let (home, environment) = (home, environment)
        try run {
            try await Self.started { _, window, secrets in
                let file = home.appendingPathComponent("backup")
                let text = try await Self.backup(window, to: file, withKeys: true)
                XCTAssertTrue(text.hasSuffix("1 key is in it, too."), text)
                let bytes = try Data(contentsOf: file)
                XCTAssertNil(bytes.range(of: Data(secrets[0].utf8)))
                let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
                XCTAssertEqual(mode, 0o600)

                var restored: [String] = []
                let dialog = RestoreDialog.present(above: window.body, environment: environment) { restored.append($0) }
                dialog.dialog.respond(RestoreDialog.restore)
                XCTAssertEqual(dialog.problem.text, "Choose the file first.")
                dialog.take(file)
                dialog.passphrase.text = "battery"
                dialog.dialog.respond(RestoreDialog.restore)
                await waitUntil("the word") { dialog.problem.text.contains("doesn’t open") }
                XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: home.path), ["backup"])
                dialog.passphrase.text = "battery staple"
                dialog.dialog.respond(RestoreDialog.restore)
                try await Self.answer("another one", again: "another one")
                await waitUntil("the profile, \(dialog.problem.text)") { !restored.isEmpty }
                XCTAssertEqual(restored, ["default"])
                XCTAssertTrue(RestoreDialog.open.isEmpty)

                // A window of that profile has the key, and signs once the new passphrase is typed.
                let folders = try ProfileFolders(profile: "default", environment: environment)
                let vault = SealedFileVault(VaultFolders(data: folders.data.path, state: folders.state.path))
                var passphrase = Array("another one".utf8)
                let secret = SecretBytes(moving: &passphrase)
                try await vault.unlock { _ in secret }
                let names = try await vault.names()
                XCTAssertEqual(names.map(\.purpose), [.importedKey])
                let list = try Data(contentsOf: folders.state.appendingPathComponent("vault-keys.json"))
                XCTAssertNotNil(list.range(of: Data(names[0].id.utf8)))
            }
        }
    }

    /// A wallet that doesn't know the account on this computer has to be asked again, and the page says so.
    func testAnAccountThatCameBackWithoutItsKeySignsInAgain() throws {
        let folders = try ProfileFolders(profile: "restored", environment: environment)
        try run {
            let account = NEARAccount(
                accountId: "alice.test.near", publicKey: nil, walletId: KeystoreService.walletId)
            try AccountStore(folder: folders.data).save(.init(network: "devnet", account: account))
            let environment = try await WalletTestEnvironment.start {
                $0.keystore = Keystore()
                $0.profile = .folders(folders)
            }
            let (alice, manager) = (environment.accounts[0], environment.manager)
            let window = ConnectWindow(manager: manager)
            window.present()
            let page = try XCTUnwrap(window.body.pages.wallet)
            await waitUntil("the balance") { page.balance.text.hasSuffix("NEAR") }
            await waitUntil("the word") { page.stale.isVisible && page.signIn.isSensitive }
            XCTAssertTrue(page.stale.text.hasPrefix("Nothing can be signed here before you sign in again: "))
            XCTAssertFalse(page.check.isVisible, "it is known")
            for reason in ["it was moved", "it was moved."] {
                for mayPass in [false, true] {
                    let text = WalletPage.text(of: reason, mayPass: mayPass)
                    XCTAssertTrue(text.hasSuffix("it was moved."), text)
                }
            }
            manager.addKeys([
                Keystore.Entry(network: "devnet", accountId: alice.id, secretKey: alice.secretKey)
            ])
            page.signIn.press()
            await waitUntil("the account: \(manager.lastError ?? "")") {
                !page.stale.isVisible && !page.signIn.isVisible && !manager.isBusy
            }
            _ = try await manager.sign(message: "one", recipient: "app.example")
            window.close()
            try await environment.stop()
        }
    }

    func testAProfileWithFilesOfItsOwnStaysAsItIs() throws {
        let (home, environment) = (home, environment)
        try run {
            try await Self.started { wallet, window, _ in
                let folders = try XCTUnwrap(wallet.manager.folders)
                let denied = folders.config.appendingPathComponent("denied-hosts")
                try AtomicFile(url: denied).replace(with: Data("bad.example".utf8))
                let file = home.appendingPathComponent("backup")
                let text = try await Self.backup(window, to: file, withKeys: false)
                XCTAssertFalse(text.contains("key"), text)
                let empty = BackupDialog.present(
                    "empty", in: ProfileFolders(root: home.appendingPathComponent("empty")), keys: nil,
                    above: window.body)
                (empty.passphrase.text, empty.again.text) = ("battery staple", "battery staple")
                empty.write(to: home.appendingPathComponent("nothing"))
                await waitUntil("the word") { empty.problem.isVisible }
                XCTAssertEqual(empty.problem.text, "There is nothing to keep in profile “empty”.")
                XCTAssertFalse(FileManager.default.fileExists(atPath: home.appendingPathComponent("nothing").path))
                empty.dialog.respond(0)
                let other = try ProfileFolders(profile: "savings", environment: environment)
                let own = other.config.appendingPathComponent("denied-hosts")
                try AtomicFile(url: own).replace(with: Data("mine".utf8))
                var restored: [String] = []
                let dialog = RestoreDialog.present(above: window.body, environment: environment) { restored.append($0) }
                dialog.take(file)
                dialog.passphrase.text = "battery staple"
                dialog.name.text = "savings"
                dialog.dialog.respond(RestoreDialog.restore)
                await waitUntil("the word") { dialog.problem.isVisible }
                XCTAssertTrue(dialog.problem.text.contains("nothing is written over: \(own.path)"), dialog.problem.text)
                XCTAssertEqual(try String(contentsOf: own, encoding: .utf8), "mine")
                dialog.name.text = "../savings"
                dialog.passphrase.text = "battery staple"
                dialog.dialog.respond(RestoreDialog.restore)
                await waitUntil("the word") { dialog.problem.text.contains("letters, digits") }
                dialog.name.text = "second"
                dialog.dialog.respond(RestoreDialog.restore)
                await waitUntil("the profile, \(dialog.problem.text)") { !restored.isEmpty }
                XCTAssertEqual(restored, ["second"])
                let second = try ProfileFolders(profile: "second", environment: environment)
                XCTAssertEqual(
                    try String(contentsOf: second.config.appendingPathComponent("denied-hosts"), encoding: .utf8),
                    "bad.example")
            }
        }
    }
}
