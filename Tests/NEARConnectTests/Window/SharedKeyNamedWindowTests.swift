// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectPeers
@testable import NEARConnectShell
@testable import NEARSharedKeys

/// New accounts that the connected one makes below itself, with a shared key.
final class SharedKeyNamedWindowTests: MainLoopTestCase {
    /// Chooses a new account below the connected one.
    @MainActor
    private static func chooseBelow(in view: SharedKeyWindow) async throws -> SharedKeyNewPane {
        try await view.press(.new)
        let pane = try await view.until(SharedKeyNewPane.self)
        try XCTUnwrap(pane.below).isChosen = true
        return pane
    }

    func testANamedAccountIsMadeGoneOnWithAndOpened() throws {
        try run(timeout: 120) {
            let scene = try await SharedKeyWindowScene.start()
            let alice = scene.environment.accounts[0].id
            let named = try AccountId("shared.\(alice.text)")
            _ = try await scene.environment.manager.signIn(walletId: KeystoreService.walletId)
            try scene.saveLogin()
            let view = try scene.open()
            let new = try await Self.chooseBelow(in: view)
            XCTAssertFalse(new.start.isSensitive, "it has no name yet")
            XCTAssertEqual(new.amount.text, NumberStyle.current.text("0.1"))
            for (name, words) in [("Shared", "small letters only"), ("a.b", "directly below itself only")] {
                new.name.text = name
                XCTAssertTrue(new.problem.isVisible && new.problem.text.contains(words), new.problem.text)
                XCTAssertFalse(new.start.isSensitive)
            }
            new.name.text = "shared"
            XCTAssertEqual(new.preview.text, "The account will be \(named.text).")
            new.amount.text = "none"
            XCTAssertTrue(new.problem.isVisible && !new.start.isSensitive)
            new.amount.text = "2"
            XCTAssertFalse(new.problem.isVisible)
            new.start.press()
            try await view.givePassphrase("correct horse")

            // Left while the words are shown; gone on with, it has its name still.
            try await view.until(SharedKeyWordsPane.self).leave.press()
            _ = try await view.end()
            let none = await Self.exists(named, in: scene)
            XCTAssertFalse(none)
            try await view.press(.goOn(named))
            let again = try await view.until(SharedKeyNewPane.self)
            XCTAssertEqual(again.preview.text, "The account will be \(named.text).")
            XCTAssertFalse(again.name.isSensitive)
            again.amount.text = "2"
            again.start.press()
            _ = try await view.typeBack()
            let made = try await view.end()
            XCTAssertEqual(made, "\(named.text) opens with any two of the three now.")
            let record = try XCTUnwrap(view.model.records.first { $0.account == named })
            let (keys, balance) = (try await scene.keys(of: named), try await scene.balance(of: named))
            XCTAssertEqual(keys.map(\.publicKey), [record.set.publicKey.handle])
            XCTAssertEqual(balance, try NEARToken("2 NEAR"))
            try await view.press(.signIn(named))
            let opened = try await view.end()
            XCTAssertEqual(opened, "\(named.text) was opened with the login of ada@example.org and this computer.")

            // Now the name is taken, which is said before anything is begun.
            let taken = try await Self.chooseBelow(in: view)
            taken.name.text = named.text
            taken.start.press()
            let refused = try await view.end()
            XCTAssertTrue(refused.hasPrefix("\(named.text) exists already."), refused)
            XCTAssertEqual(view.model.records.map(\.account), [named])
            view.close()
            try await scene.stop()
        }
    }

    @MainActor
    private static func exists(_ account: AccountId, in scene: SharedKeyWindowScene) async -> Bool {
        do {
            _ = try await scene.balance(of: account)
            return true
        } catch {
            return false
        }
    }

    /// Names the account that has to be connected, and sends nothing by another one.
    func testAnotherAccountMakesNothing() throws {
        try run {
            let scene = try await SharedKeyWindowScene.start()
            let alice = scene.environment.accounts[0].id
            _ = try await scene.environment.manager.signIn(walletId: KeystoreService.walletId)
            let key = try SecretKey.generate().publicKey
            let wrong = ["shared.bob.test.near", "bob.test.near", "a.b.\(alice.text)"]
            for id in wrong {
                let account = try AccountId(id)
                let placer = ManagerKeyPlacer(
                    manager: scene.environment.manager, deposit: try NEARToken("1 NEAR"))
                do throws(SharedKeyError) {
                    try await placer.place(key, on: account)
                    XCTFail("\(id) was made")
                } catch {
                    guard case .refused(let reason) = error else { throw error }
                    XCTAssertTrue(reason.contains(id) && reason.contains("Connect"), reason)
                }
            }
            try await scene.stop()
        }
    }
}
