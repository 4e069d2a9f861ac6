// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARVault
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// Keys of which the user thinks better while the vault is being opened for them.
final class CancelledKeyTests: HomeTestCase {
    /// The user cancels while the vault's passphrase is asked for, and then gives it all the same.
    func testWhatIsCancelledWhileTheVaultIsOpenedIsNotKept() throws {
        let home = home
        try run {
            let environment = try await WalletTestEnvironment.start { $0.keystore = Keystore() }
            let manager = environment.manager
            let window = ConnectWindow(manager: manager)
            let vault = KeyVault(
                profile: "default", folders: try XCTUnwrap(manager.folders), manager: manager, environment: [:],
                preference: .sealedFile)
            window.use(vault)
            window.keyFolder = CredentialFolder(path: home.appendingPathComponent("keys").path)
            window.present()
            await waitUntil("the page") { manager.isBridgeReady }
            window.createKey()
            await waitUntil("the dialog") { CreateKeyDialog.open.count == 1 }
            let dialog = try XCTUnwrap(CreateKeyDialog.open.last)
            dialog.written.isChecked = true
            dialog.dialog.respond(CreateKeyDialog.keep)
            await waitUntil("the question") { PassphraseDialog.open.count == 1 }
            let question = try XCTUnwrap(PassphraseDialog.open.last)
            dialog.dialog.cancel()
            (question.passphrase.text, question.again.text) = ("correct horse", "correct horse")
            question.dialog.respond(PassphraseDialog.unlock)
            await waitUntil("the vault") { vault.isOpen }
            let secrets = try await vault.secrets()
            XCTAssertTrue(secrets.isEmpty)
            XCTAssertEqual(vault.keys, [])
            XCTAssertFalse(manager.isSignedIn || manager.isBusy)
            window.close()
            try await environment.stop()
        }
    }
}
