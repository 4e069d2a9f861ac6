// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectPeers
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import TestSupport
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The window without an account, over a real chain: how one begins.
final class StartWindowTests: HomeTestCase {
    /// Shows a window over a chain whose keys it doesn't have.
    @MainActor
    private static func started(
        _ home: URL, _ body: (WalletTestEnvironment, ConnectWindow) async throws -> Void
    ) async throws {
        let environment = try await WalletTestEnvironment.start { $0.keystore = Keystore() }
        let window = ConnectWindow(manager: environment.manager)
        window.keyFolder = CredentialFolder(path: home.appendingPathComponent("keys").path)
        window.present()
        await waitUntil("the page") { environment.manager.isBridgeReady }
        try await body(environment, window)
        window.close()
        try await environment.stop()
    }

    func testAKeystoreWithoutKeysIsNotOffered() throws {
        let home = home
        try run {
            try await Self.started(home) { environment, window in
                let offered = try await environment.manager.wallets()
                XCTAssertFalse(offered.contains { $0.id == KeystoreService.walletId })
                XCTAssertFalse(window.body.pages.start.keys.isVisible)
                XCTAssertTrue(window.body.pages.start.importing.isVisible)
            }
        }
    }

    func testAnImportedKeySignsInAndIsThereTheNextTime() throws {
        let home = home
        try run {
            try await Self.started(home) { environment, window in
                let alice = environment.accounts[0]
                window.body.pages.start.importing.press()
                let dialog = try XCTUnwrap(ImportKeyDialog.open.last)
                dialog.dialog.respond(ImportKeyDialog.keep)
                XCTAssertEqual(
                    dialog.problem.text, "Enter a secret key or a seed phrase, or choose a file.")
                dialog.secret.text = alice.secretKey.exposedText()
                dialog.account.text = environment.accounts[1].id.text
                dialog.dialog.respond(ImportKeyDialog.keep)
                await waitUntil("the refusal") {
                    dialog.problem.text.hasPrefix("This is no access key of bob.test.near")
                }
                XCTAssertFalse(dialog.unchecked.isVisible, "a node has said no")
                dialog.account.text = "nobody.test.near"
                dialog.dialog.respond(ImportKeyDialog.keep)
                await waitUntil("no account") { dialog.problem.text.hasPrefix("There is no account nobody.test.near") }
                dialog.account.text = alice.id.text
                dialog.dialog.respond(ImportKeyDialog.keep)
                await waitUntil("the account: \(environment.manager.lastError ?? "")") {
                    environment.manager.currentAccount?.accountId == alice.id.text
                }
                XCTAssertTrue(ImportKeyDialog.open.isEmpty)
                XCTAssertEqual(dialog.secret.bytes, [], "the key isn't left in the entry")
                let home = try XCTUnwrap(window.body.pages.keyHome)
                let (entries, problems) = await home.read()
                XCTAssertEqual(entries.map(\.accountId), [alice.id])
                XCTAssertEqual(problems, [])
            }
        }
    }

    func testAFileIsReadAndNamesItsAccount() throws {
        let home = home
        try run {
            try await Self.started(home) { environment, window in
                let alice = environment.accounts[0]
                let file = home.appendingPathComponent("alice.json")
                let credential = Credential(accountId: alice.id, secretKey: alice.secretKey)
                try Data(credential.exposedJSON()).write(to: file)
                window.importKey()
                let dialog = try XCTUnwrap(ImportKeyDialog.open.last)
                dialog.secret.text = "forgotten"
                dialog.take(file)
                XCTAssertEqual(dialog.account.text, alice.id.text)
                XCTAssertEqual(dialog.secret.text, "")
                dialog.dialog.respond(ImportKeyDialog.keep)
                await waitUntil("the account") { environment.manager.isSignedIn }
            }
        }
    }

    func testAProblemMarksTheFieldThatItIsAboutAndAFileIsTakenBack() throws {
        let home = home
        try run {
            try await Self.started(home) { environment, window in
                let file = home.appendingPathComponent("alice.json")
                try Data("nothing".utf8).write(to: file)
                window.importKey()
                let dialog = try XCTUnwrap(ImportKeyDialog.open.last)
                dialog.take(file)
                XCTAssertTrue(dialog.problem.isVisible)
                XCTAssertFalse(dialog.secret.isSensitive)
                dialog.letGo.press()
                await waitUntil("the field") { dialog.secret.isSensitive }
                XCTAssertFalse(dialog.problem.isVisible || dialog.letGo.isVisible)
                dialog.secret.text = environment.accounts[0].secretKey.exposedText()
                dialog.account.text = "Alice!"
                dialog.dialog.respond(ImportKeyDialog.keep)
                XCTAssertTrue(dialog.problem.text.hasPrefix("This is no account id"), dialog.problem.text)
                XCTAssertTrue(dialog.account.isFocus)
                XCTAssertTrue(dialog.account.hasStyle("near-connect-invalid"))
                XCTAssertFalse(dialog.secret.hasStyle("near-connect-invalid"))
                dialog.account.text = ""
                XCTAssertFalse(dialog.account.hasStyle("near-connect-invalid"))
                dialog.dialog.cancel()
            }
        }
    }

    func testAKeyIsKeptUncheckedOnlyWhereNoNodeAnswers() throws {
        let home = home
        try run {
            try await Self.started(home) { environment, window in
                await environment.devnet.stop()
                window.importKey()
                let dialog = try XCTUnwrap(ImportKeyDialog.open.last)
                dialog.secret.text = environment.accounts[0].secretKey.exposedText()
                dialog.account.text = environment.accounts[0].id.text
                dialog.dialog.respond(ImportKeyDialog.keep)
                await waitUntil("the question") { dialog.unchecked.isVisible }
                XCTAssertTrue(dialog.problem.text.hasPrefix("No node says"), dialog.problem.text)
                dialog.unchecked.isChecked = true
                dialog.dialog.respond(ImportKeyDialog.keep)
                await waitUntil("the key") { environment.manager.hasKeys }
            }
        }
    }

    func testANewKeyIsKeptOnceItsWordsAreWrittenDown() throws {
        let home = home
        try run {
            try await Self.started(home) { environment, window in
                window.body.pages.start.creating.press()
                let dialog = try XCTUnwrap(CreateKeyDialog.open.last)
                XCTAssertEqual(dialog.dialog.button(CreateKeyDialog.keep)?.isSensitive, false)
                let phrase = try SeedPhrase(dialog.words.text)
                dialog.written.isChecked = true
                XCTAssertEqual(dialog.dialog.button(CreateKeyDialog.keep)?.isSensitive, true)
                dialog.dialog.respond(CreateKeyDialog.keep)
                await waitUntil("the account: \(environment.manager.lastError ?? "")") {
                    environment.manager.isSignedIn && !environment.manager.isBusy
                }
                let account = try phrase.secretKey().publicKey.implicitAccountId
                XCTAssertEqual(environment.manager.currentAccount?.accountId, account?.text)
                XCTAssertEqual(dialog.words.text, "", "the words aren't left in the label")
                await waitUntil("the page") { window.body.pages.model.state == .missing }
            }
        }
    }

    func testListsThatCannotBeFetchedAreSaidAndFetchedAgain() throws {
        let home = home
        try run {
            let site = try SecureSite()
            try site.serve("manifest.json", "", status: "503 Service Unavailable")
            var configuration = NEARWalletConfiguration(profile: .folders(ProfileFolders(root: home)))
            configuration.walletLists = site.lists
            configuration.environment = site.environment
            let manager = NEARWalletManager(configuration: configuration)
            let window = ConnectWindow(manager: manager)
            window.present()
            await waitUntil("the note") { window.body.listNote.bar.text?.hasPrefix("The list of wallets") == true }
            let scripted = try JSONValue.parse(ScriptedWallet(accounts: []).manifest())
            var entry = scripted["wallets"]?[0]?.objectValue ?? [:]
            entry["icon"] = nil
            entry["executor"] = .string("\(site.origin)/code.js")
            try site.serve(manifest: [.object(entry)])
            window.body.listNote.bar.act()
            await waitUntil("the list") { window.body.listNote.bar.text == nil }
            window.close()
            manager.close()
            site.stop()
        }
    }
}
