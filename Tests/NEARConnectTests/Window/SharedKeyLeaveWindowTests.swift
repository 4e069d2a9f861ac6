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

/// Accounts that leave their shared key in the window, and have an ordinary key alone afterwards.
final class SharedKeyLeaveWindowTests: MainLoopTestCase {
    /// Says yes to the question, and looks at the account that comes of it.
    @MainActor
    private static func checkEnd(
        of account: AccountId, with key: SecretKey, in view: SharedKeyWindow, _ scene: SharedKeyWindowScene
    ) async throws {
        try await view.approve(1)
        let end = try await view.end()
        XCTAssertEqual(end, "\(account.text) has the key \(key.publicKey) now; the shares open nothing.")
        let left = try await scene.keys(of: account)
        XCTAssertEqual(left.map(\.publicKey), [key.publicKey.handle])
        XCTAssertEqual(left.first?.accessKey.permission, .fullAccess)
        try await scene.pay(from: account, by: key, to: scene.environment.accounts[0].id)
        let list = try await view.until(SharedKeyListPane.self)
        XCTAssertFalse(list.buttons.contains { $0.choice == .leave(account) }, "it was left")
    }

    func testWithTheWordsNobodySignsIn() throws {
        try run(timeout: 120) {
            let scene = try await SharedKeyWindowScene.start()
            let view = try scene.open()
            let (account, words) = try await scene.madeAccount(in: view)
            let before = try await scene.keys(of: account)
            try await view.press(.leave(account))
            let form = try await view.until(SharedKeyLeavePane.self)
            XCTAssertTrue(form.first === form.key)
            XCTAssertFalse(form.go.isSensitive)

            // A wrong key is named as it is typed, and nothing is sent.
            let shared = try XCTUnwrap(view.model.records.first).set.publicKey
            for (text, words) in [
                ("ed25519:nonsense", "This is no public key: "),
                (try SecretKey.generate().exposedText(), "This looks like a secret key or a seed phrase."),
                ("\(shared)", "This key belongs to the shared key that the account leaves."),
            ] {
                form.key.text = text
                XCTAssertTrue(form.problem.isVisible && form.problem.text.hasPrefix(words), form.problem.text)
                XCTAssertFalse(form.go.isSensitive)
                form.go.press()
                guard case .idle = view.model.stage else { return XCTFail("something was begun") }
            }
            let key = try SecretKey.generate()
            form.key.text = " \(key.publicKey) "
            XCTAssertFalse(form.problem.isVisible)
            form.words.text = words.split(separator: " ").dropLast().joined(separator: " ")
            form.go.press()
            XCTAssertEqual(form.problem.text, "A share has 24 words, not 23 words.")
            XCTAssertTrue(view.pane === form)
            let after = try await scene.keys(of: account)
            XCTAssertEqual(after, before, "nothing was sent")

            // With the right words neither the login nor its service is needed.
            await scene.service.stop()
            await scene.provider.stop()
            form.words.text = words
            form.go.press()
            try await Self.checkEnd(of: account, with: key, in: view, scene)
            view.close()
            scene.window.close()
            try await scene.environment.stop()
        }
    }

    func testWithoutTheWordsTheLoginSigns() throws {
        try run(timeout: 120) {
            let scene = try await SharedKeyWindowScene.start()
            let view = try scene.open()
            let (account, _) = try await scene.madeAccount(in: view)
            let key = try SecretKey.generate()
            try await view.press(.leave(account))
            let form = try await view.until(SharedKeyLeavePane.self)
            form.key.text = "\(key.publicKey)"
            form.go.press()
            try await Self.checkEnd(of: account, with: key, in: view, scene)

            // Nothing of the account can be opened any more; its share goes when that is sure.
            let list = try await view.until(SharedKeyListPane.self)
            XCTAssertFalse(list.buttons.contains { $0.choice == .signIn(account) || $0.choice == .check(account) })
            try await view.press(.erase(account))
            let end = try await view.end()
            XCTAssertTrue(
                end.hasPrefix("This computer’s share for \(account.text) stays for now: it goes 90 days"), end)
            XCTAssertEqual(view.model.records.map(\.account), [account], "one node's word erases nothing")
            view.close()
            try await scene.stop()
        }
    }
}
