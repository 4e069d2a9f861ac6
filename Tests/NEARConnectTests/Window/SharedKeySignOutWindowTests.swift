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
            XCTAssertTrue(form.first === form.erases && !form.erases.isChecked)
            XCTAssertFalse(form.words.isMapped, "no words are needed")
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
                ("one two three", "A share has 24 words, not 3"),
                (try SharedKeyWindowTests.otherWords(), "belongs to the account’s key"),
            ] {
                form.words.text = text
                form.go.press()
                XCTAssertTrue(form.problem.isVisible && form.problem.text.contains(said), form.problem.text)
                XCTAssertTrue(view.pane === form, said)
            }
            // Another person in the browser: nothing ends, nothing is erased.
            form.words.text = words
            await scene.provider.expect(IdentityProvider.Person(subject: "somebody-else"))
            form.go.press()
            let strange = try await view.end()
            XCTAssertTrue(strange.contains("Sign in as the person who made the key"), strange)
            var ends = await scene.service.events.filter { $0.call == "sign-out" }
            XCTAssertEqual(ends.count, 0)
            await scene.provider.expect(IdentityProvider.Person(subject: "person-1"))
            try await view.press(.signIn(account))
            let opened = try await view.end()
            XCTAssertTrue(opened.hasPrefix("\(account.text) was opened with the login of"), opened)
            try await view.press(.signOut(account))
            let again = try await view.until(SharedKeySignOutPane.self)
            again.erases.isChecked = true
            again.words.text = words
            again.go.press()
            let end = try await view.end()
            XCTAssertTrue(end.contains("and this computer’s share is erased."), end)
            ends = await scene.service.events.filter { $0.call == "sign-out" }
            XCTAssertEqual(ends.count, 1)
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
