// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARPrimitives
import NEARShares
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectPeers
@testable import NEARConnectShell
@testable import NEARSharedKeys

/// Sign-outs in the window of shared keys: what the wallet's page signs with, the login, and this computer's share.
final class SharedKeySignOutWindowTests: MainLoopTestCase {
    func testTheLoginEndsAndThePageSignsNoMore() throws {
        try run(timeout: 120) {
            let scene = try await SharedKeyWindowScene.start()
            let manager = scene.environment.manager
            var view = try scene.open()
            let (account, _) = try await scene.madeAccount(in: view)
            try await view.press(.signIn(account))
            var opened: Keystore.Entry?
            view.onUse = { opened = $0 }
            try await view.until(SharedKeyEndPane.self) { $0.use.isVisible }.use.press()
            let others = manager.configuration.keystore.entries
            manager.addKeys([try XCTUnwrap(opened)])
            for other in others {
                try await manager.removeKey(other.signer.publicKey, of: other.accountId, on: other.network)
            }
            _ = try await manager.signIn(walletId: KeystoreService.walletId)
            XCTAssertEqual(manager.connectedAccount, account)

            view = try scene.open()
            try await view.press(.signOut(account))
            let form = try await view.until(SharedKeySignOutPane.self)
            XCTAssertTrue(form.first === form.go && form.everywhere.isChecked && !form.erases.isChecked)
            XCTAssertFalse(form.words.isMapped, "no words are needed")
            form.everywhere.isChecked = false
            XCTAssertFalse(form.go.isSensitive, "nothing is to end")
            form.everywhere.isChecked = true
            form.go.press()
            try await view.givePassphrase("correct horse")
            let end = try await view.end()
            XCTAssertEqual(end, "The login of \(account.text) has ended, on all computers.")
            XCTAssertNil(manager.connectedAccount)
            XCTAssertEqual(manager.keystoreKeys(of: account), [])
            let ends = await scene.service.events.filter { $0.call == "sign-out" }
            XCTAssertEqual(ends.count, 1)
            // The next login opens it again.
            try await view.press(.signIn(account))
            let again = try await view.end()
            XCTAssertTrue(again.hasPrefix("\(account.text) was opened with the login of"), again)
            view.close()
            try await scene.stop()
        }
    }

    func testTheShareGoesWithTheWordsAtHandAlone() throws {
        try run(timeout: 120) {
            let scene = try await SharedKeyWindowScene.start()
            let view = try scene.open()
            let (account, words) = try await scene.madeAccount(in: view, mode: .release)
            try await view.press(.signOut(account))
            let form = try await view.until(SharedKeySignOutPane.self)
            form.erases.isChecked = true
            XCTAssertTrue(form.words.isMapped)
            XCTAssertFalse(form.go.isSensitive, "the words are missing")
            for (text, said) in [
                ("one two three", "A share has 24 words, not 3 words."),
                (try SharedKeyWindowTests.otherWords(), "belongs to"),
            ] {
                form.words.text = text
                form.go.press()
                XCTAssertTrue(form.problem.isVisible && !form.problem.text.isEmpty, said)
                XCTAssertTrue(view.pane === form, said)
            }
            // Without the login nobody is asked, and other computers go on.
            form.everywhere.isChecked = false
            form.words.text = words
            form.go.press()
            let end = try await view.end()
            XCTAssertTrue(end.hasPrefix("This computer’s share for \(account.text) is erased."), end)
            let ends = await scene.service.events.filter { $0.call == "sign-out" }
            XCTAssertEqual(ends.count, 0)
            try await view.press(.signIn(account))
            let gone = try await view.end()
            XCTAssertTrue(gone.hasPrefix("The share of the first computer isn’t where it was put."), gone)
            // The words and the login bring it back.
            _ = try await view.until(SharedKeyListPane.self)
            view.model.mend(.newComputer, of: account, with: try ShareWords(words))
            let back = try await view.end()
            XCTAssertTrue(back.contains("opens on this computer again"), back)
            view.close()
            try await scene.stop()
        }
    }
}
