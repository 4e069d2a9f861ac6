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

/// The question that comes before a key is exported, where it can't be found out at first.
final class ExportKeyDialogTests: HomeTestCase {
    @MainActor
    private static func write(_ dialog: ExportKeyDialog, to file: URL) async throws {
        let button = try XCTUnwrap(dialog.dialog.button(ExportKeyDialog.save))
        dialog.write(to: file)
        await waitUntil("the end") { button.isSensitive }
    }

    func testNoKeyIsGivenWhileItIsUnknownWhetherAPassphraseIsAskedFor() throws {
        let home = home
        try run {
            let keyring = try TestKeyring()
            try await keyring.start()
            let environment = try await WalletTestEnvironment.start { $0.keystore = Keystore() }
            let (alice, folders) = (environment.accounts[0], try XCTUnwrap(environment.manager.folders))
            let makeVault = {
                KeyVault(
                    profile: "default", folders: folders, manager: environment.manager,
                    environment: ["DBUS_SESSION_BUS_ADDRESS": keyring.bus.address])
            }
            try await makeVault().keep(KeyDraft(alice.secretKey, of: alice.id), on: "devnet")
            // The note about the vault is damaged when the dialog opens.
            let record = folders.state.appendingPathComponent("secrets.record")
            let before = try Data(contentsOf: record)
            try Data("damaged".utf8).write(to: record)
            let vault = makeVault()
            let key = try XCTUnwrap(vault.keys.first)
            let window = ConnectWindow(manager: environment.manager)
            window.present()
            let held = HeldKey(
                network: key.network, account: key.account, publicKey: key.publicKey, place: .vault(vault, key))
            let dialog = ExportKeyDialog.present(held, above: window.body)
            await waitUntil("the problem") { dialog.note.isVisible }
            let file = home.appendingPathComponent("alice.json")
            try await Self.write(dialog, to: file)
            XCTAssertTrue(dialog.note.text.contains(record.path), dialog.note.text)
            // It is whole again: what is asked for is found out now, and nothing was given for it.
            try before.write(to: record)
            try await Self.write(dialog, to: file)
            XCTAssertTrue(dialog.asksForName && dialog.problem.isVisible)
            XCTAssertFalse(dialog.note.isVisible, dialog.note.text)
            XCTAssertFalse(FileManager.default.fileExists(atPath: file.path))
            dialog.confirmation.text = alice.id.text
            try await Self.write(dialog, to: file)
            XCTAssertEqual(try Credential(json: Array(try Data(contentsOf: file))).accountId, alice.id)
            dialog.dialog.cancel()
            window.close()
            try await environment.stop()
            try await keyring.stop()
        }
    }
}
