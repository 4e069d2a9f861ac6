// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectPeers
@testable import NEARConnectShell
@testable import NEARSharedKeys

/// Shared keys in the window where the login's service gives its share: a new computer, and one beside it.
final class SharedKeyReleaseWindowTests: MainLoopTestCase {
    /// Shows the window of another computer: another profile, which knows the login.
    @MainActor
    private static func computer(
        _ name: String, in scene: SharedKeyWindowScene
    ) throws -> (SharedKeyWindow, NEARWalletManager) {
        var configuration = scene.environment.configuration
        let folders = ProfileFolders(root: try scene.folders.data.appending(path: name))
        configuration.profile = .folders(folders)
        try scene.saveLogin(.release, in: folders)
        let manager = NEARWalletManager(configuration: configuration)
        return (scene.approving(SharedKeyWindow.present(manager, above: scene.window.window)), manager)
    }

    func testANewComputerGetsAShareByTheLoginAndTheWords() throws {
        try run {
            let scene = try await SharedKeyWindowScene.start()
            let first = try scene.open()
            let (account, words) = try await scene.madeAccount(in: first, mode: .release)
            XCTAssertEqual(first.model.login?.mode, .release)

            let (second, secondManager) = try Self.computer("second", in: scene)
            try await second.press(.lost)
            let lost = try await second.until(SharedKeyLostPane.self)
            lost.buttons.first { $0.loss == .newComputer }?.button.press()
            let form = try await second.until(SharedKeyFormPane.self)
            form.account.text = account.text
            form.words.text = words
            form.go.press()
            try await second.givePassphrase("battery staple")
            let back = try await second.end()
            XCTAssertEqual(
                back, "\(account.text) opens on this computer again, with the login and this computer.")
            XCTAssertEqual(second.model.records.map(\.account), [account])
            // The same key, which both computers open.
            XCTAssertEqual(second.model.records.first?.set.publicKey, first.model.records.first?.set.publicKey)
            for view in [first, second] {
                try await view.press(.signIn(account))
                let opened = try await view.end()
                XCTAssertTrue(opened.contains("was opened with the login of ada@example.org"), opened)
            }

            // A third one, to which the first answers without the words.
            let (third, thirdManager) = try Self.computer("third", in: scene)
            try await third.press(.join)
            let join = try await third.until(SharedKeyJoinPane.self)
            try await first.press(.addComputer(account))
            let request = try await first.until(SharedKeyRequestPane.self)
            request.request.text = join.request.text
            XCTAssertEqual(request.digits.text, join.digits.text)
            request.same.isChecked = true
            XCTAssertTrue(request.go.isSensitive, "the service gives its share: no words are needed")
            request.go.press()
            let answer = try await first.until(SharedKeyAnswerPane.self)
            join.answer.text = answer.answer.text
            join.go.press()
            try await third.givePassphrase("a third one")
            let joined = try await third.end()
            XCTAssertTrue(joined.contains("has a share of its own for \(account.text)"), joined)
            try await third.press(.signIn(account))
            let opened = try await third.end()
            XCTAssertTrue(opened.contains("was opened with the login of ada@example.org"), opened)
            for view in [first, second, third] { view.close() }
            for manager in [secondManager, thirdManager] { manager.close() }
            try await scene.stop()
        }
    }
}
