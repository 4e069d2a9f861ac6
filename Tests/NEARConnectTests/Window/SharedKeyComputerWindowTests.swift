// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
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

/// A second computer in the shell's window: it asks, the first one answers, and both open the account.
final class SharedKeyComputerWindowTests: MainLoopTestCase {
    func testASecondComputerGetsAShareByTheFirstOnesAnswer() throws {
        try run {
            let scene = try await SharedKeyWindowScene.start()
            let (folders, alice) = (try XCTUnwrap(scene.environment.manager.folders), scene.environment.accounts[0].id)
            // The account that is connected adds the key; the user says yes.
            _ = try await scene.environment.manager.signIn(walletId: KeystoreService.walletId)
            try SavedLogin(issuer: scene.provider.issuer, service: scene.service.address).save(folders)
            let first = try scene.open()
            try await first.press(.new)
            let new = try await first.until(SharedKeyNewPane.self)
            try XCTUnwrap(new.connected).isChosen = true
            new.start.press()
            try await first.givePassphrase("correct horse")
            let shown = try await first.until(SharedKeyWordsPane.self)
            let words = shown.labels.compactMap { $0.text.split(separator: " ").last.map(String.init) }
            shown.written.press()
            shown.typed.text = words.joined(separator: " ")
            shown.check.press()
            let made = try await first.end()
            XCTAssertEqual(made, "\(alice.text) opens with any two of the three now.")

            // The other computer: another profile, which knows no login.
            var configuration = scene.environment.configuration
            configuration.profile = .folders(ProfileFolders(root: folders.data.appending(path: "second")))
            let manager = NEARWalletManager(configuration: configuration)
            let second = scene.approving(SharedKeyWindow.present(manager, above: scene.window.window))
            try await second.press(.join)
            let join = try await second.until(SharedKeyJoinPane.self)
            XCTAssertFalse(join.go.isSensitive)
            join.answer.text = "near-connect-share:AAAA"
            join.go.press()
            XCTAssertTrue(join.problem.text.contains("another request"), join.problem.text)

            // Here the digits are compared before anything is made.
            try await first.press(.addComputer(alice))
            let request = try await first.until(SharedKeyRequestPane.self)
            request.request.text = "near-connect-computer:nothing"
            XCTAssertTrue(request.problem.isVisible)
            XCTAssertFalse(request.same.isVisible)
            request.request.text = join.request.text
            XCTAssertFalse(request.problem.isVisible)
            XCTAssertEqual(request.digits.text, join.digits.text)
            request.words.text = words.dropLast().joined(separator: " ")
            XCTAssertFalse(request.go.isSensitive, "nobody has compared the digits")
            request.same.isChecked = true
            request.go.press()
            XCTAssertTrue(request.problem.text.contains("23 words"), request.problem.text)
            request.words.text = words.joined(separator: " ")
            request.go.press()
            let answer = try await first.until(SharedKeyAnswerPane.self)

            join.answer.text = answer.answer.text
            join.go.press()
            try await second.givePassphrase("battery staple")
            let joined = try await second.end()
            XCTAssertTrue(joined.hasPrefix("This computer has a share of its own for \(alice.text)"), joined)
            answer.copy.press()
            first.model.leave()
            for view in [second, first] {
                try await view.press(.signIn(alice))
                let opened = try await view.end()
                XCTAssertEqual(opened, "\(alice.text) was opened with the login of ada@example.org and this computer.")
            }
            second.close()
            manager.close()
            try await scene.stop()
        }
    }
}
