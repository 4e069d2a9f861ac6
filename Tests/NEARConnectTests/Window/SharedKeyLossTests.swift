// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARDevnet
import NEARPrimitives
import Synchronization
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectPeers
@testable import NEARConnectShell
@testable import NEARSharedKeys

/// Losses that a user chooses in the window of shared keys: each leads to an account that opens again.
final class SharedKeyLossTests: MainLoopTestCase {
    /// Chooses a sentence of “Lost something?”, gives the words, and says yes to the new key; returns its words.
    @MainActor
    private static func replace(
        _ account: AccountId, after loss: SharedKeyLoss, with words: String, in view: SharedKeyWindow
    ) async throws -> String {
        try await choose(loss, of: account, with: words, in: view)
        let new = try await view.typeBack()
        try await view.approve(2)
        let end = try await view.end()
        XCTAssertTrue(end.hasPrefix("\(account.text) has another key"), "\(loss): \(end)")
        XCTAssertFalse(view.model.prove(try ShareWords(words), of: account).isGood, "\(loss)")
        XCTAssertTrue(view.model.prove(try ShareWords(new), of: account).isGood, "\(loss)")
        return new
    }

    @MainActor
    private static func choose(
        _ loss: SharedKeyLoss, of account: AccountId, with words: String, in view: SharedKeyWindow
    ) async throws {
        try await view.press(.lost)
        let lost = try await view.until(SharedKeyLostPane.self)
        lost.buttons.first { $0.loss == loss }?.button.press()
        let form = try await view.until(SharedKeyFormPane.self)
        XCTAssertEqual(form.account.text, account.text)
        form.words.text = words
        form.go.press()
    }

    func testEachLossLeavesAnAccountThatOpens() throws {
        try run(timeout: 120) {
            let scene = try await SharedKeyWindowScene.start()
            var view = try scene.open()
            var (account, words) = try await scene.madeAccount(in: view)

            words = try await Self.replace(account, after: .stolenComputer, with: words, in: view)

            // Another person's login takes the lost one's place.
            await scene.provider.expect(.init(subject: "person-2", email: "bob@example.org", name: "Bob"))
            let (notes, browser) = (Addresses(), view.model.browser)
            view.model.browser = { address throws(LoginError) in
                notes.list.withLock { $0.append(address) }
                try await browser(address)
            }
            words = try await Self.replace(account, after: .login, with: words, in: view)
            // A browser that is signed in would give the lost one once more.
            let addresses = notes.list.withLock(\.self)
            XCTAssertEqual(addresses.count, 1)
            XCTAssertTrue(addresses.allSatisfy { $0.contains("prompt=login") }, "\(addresses)")
            try await view.press(.signIn(account))
            let bob = try await view.end()
            XCTAssertEqual(bob, "\(account.text) was opened with the login of bob@example.org and this computer.")

            // The service is gone: another one is named first.
            await scene.service.stop()
            let other = try await ShareService.start(
                ShareServiceSettings(
                    issuers: [.init(scene.provider.issuer, groups: ["near-connect": "near-connect"])]))
            try await view.press(.login)
            let login = try await view.until(SharedKeyLoginPane.self)
            login.service.text = other.address
            login.save.press()
            words = try await Self.replace(account, after: .service, with: words, in: view)
            view.close()

            // The passphrase is forgotten: the file is kept, and this computer is as a new one.
            view = try scene.open()
            try await view.press(.signIn(account))
            let pane = try await view.until(SharedKeyStepsPane.self) { $0.forgotten.isMapped }
            for answer in [0, ForgottenPassphraseDialog.begin] {
                XCTAssertTrue(pane.passphrase.isMapped)
                pane.forgotten.press()
                await waitUntil("the question") { ForgottenPassphraseDialog.open.count == 1 }
                ForgottenPassphraseDialog.open.first?.dialog.respond(answer)
                await waitUntil("its end") { ForgottenPassphraseDialog.open.isEmpty }
            }
            let new = try await view.until(SharedKeyStepsPane.self) { $0.again.isMapped }
            XCTAssertTrue(new.problem.text.hasSuffix("secrets.sealed.forgotten-1."), new.problem.text)
            try await view.givePassphrase("battery staple")
            let failed = try await view.end()
            XCTAssertTrue(failed.contains("isn’t where it was put"), failed)
            _ = try await Self.replace(account, after: .newComputer, with: words, in: view)
            var taken: Keystore.Entry?
            view.onUse = { taken = $0 }
            try await view.press(.signIn(account))
            let opened = try await view.until(SharedKeyEndPane.self)
            XCTAssertTrue(opened.use.isVisible, opened.text.text)
            opened.use.press()
            let alice = scene.environment.accounts[0].id
            try await scene.pay(from: account, by: try XCTUnwrap(taken).signer, to: alice)
            await other.stop()
            scene.window.close()
            await scene.provider.stop()
            try await scene.environment.stop()
        }
    }

    /// Another computer has replaced the key: its words and the login open the account here again.
    func testAKeyThatAnotherComputerHasReplacedIsBroughtHere() throws {
        try run(timeout: 120) {
            let scene = try await SharedKeyWindowScene.start()
            var view = try scene.open()
            let (account, words) = try await scene.madeAccount(in: view)
            // This computer as it is before.
            let folders = try [scene.folders.data, scene.folders.state]
            let copies = folders.map { $0.appendingPathExtension("before") }
            for (folder, copy) in zip(folders, copies) { try FileManager.default.copyItem(at: folder, to: copy) }
            let new = try await Self.replace(account, after: .stolenComputer, with: words, in: view)
            view.close()
            for (folder, copy) in zip(folders, copies) {
                try FileManager.default.removeItem(at: folder)
                try FileManager.default.copyItem(at: copy, to: folder)
            }
            view = try scene.open()
            try await view.press(.signIn(account))
            try await view.givePassphrase("correct horse")
            let gone = try await view.end()
            XCTAssertTrue(gone.contains("doesn’t have this key any more"), gone)
            _ = try await Self.replace(account, after: .newComputer, with: new, in: view)
            try await view.press(.signIn(account))
            let opened = try await view.end()
            XCTAssertTrue(opened.hasPrefix("\(account.text) was opened with the login of"), opened)
            view.close()
            try await scene.stop()
        }
    }

    /// The addresses that a browser was opened with.
    private final class Addresses: Sendable {
        let list = Mutex<[String]>([])
    }
}
