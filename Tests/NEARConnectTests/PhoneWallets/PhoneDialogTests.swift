// SPDX-License-Identifier: MIT

import Foundation
import GTKToolkit
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import XCTest

@testable import NEARConnect

/// The dialogs that the bridge widget shows for wallets on phones.
final class PhoneDialogTests: MainLoopTestCase {
    private static let link = "wc:topic@2?expiryTimestamp=1&relay-protocol=irn&symKey=abc"

    func testALinkIsShownCopiedAndCancelled() throws {
        try run {
            let dialogs = PhoneWalletDialogs(parent: Box(.down))
            var cancels = 0
            @MainActor func show(_ seconds: Double) throws -> PhoneLinkDialog {
                let link = PhoneWalletLink(
                    uri: Self.link, walletName: "WalletConnect\u{202E}", expires: Date(timeIntervalSinceNow: seconds))
                XCTAssertFalse("\(link)".contains("symKey"))
                dialogs.show(.link(link)) { cancels += 1 }
                let shown = dialogs.link
                return try XCTUnwrap(shown)
            }
            let first = try show(299.5)
            XCTAssertEqual(first.left.text, "It counts for 5:00.")
            await waitUntil("a second") { first.left.text == "It counts for 4:58." }
            XCTAssertFalse(first.said.isVisible)
            first.copy.press()
            XCTAssertEqual(first.said.text, "Copied")
            // The next link takes its place, without a word to whoever waits.
            let second = try show(-1)
            XCTAssertFalse(first === second)
            XCTAssertEqual(second.left.text, "The link has ended; the next one is being made.")
            XCTAssertEqual(cancels, 0)
            second.dialog.cancel()
            XCTAssertEqual(cancels, 1)
            XCTAssertNil(dialogs.link)
        }
    }

    func testTheWidgetShowsTheLinkAndThatThePhoneIsAsked() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            scene.manager.setPhoneWalletPresenter(nil)
            let widget = BridgeWidget(manager: scene.manager)
            let dialogs = widget.phoneDialogs
            let manager = scene.manager
            let waiting = Task { () async -> String? in
                do throws(NEARError) {
                    _ = try await manager.signIn(walletId: "wallet-connect")
                    return nil
                } catch {
                    return error.code
                }
            }
            await waitUntil("the link") { dialogs.link != nil }
            XCTAssertTrue(dialogs.link?.link.uri.hasPrefix("wc:") == true)
            await scene.script("near_getAccounts", [.wait])
            try await scene.phone.pair(try XCTUnwrap(dialogs.link?.link.uri))
            await waitUntil("the question") { dialogs.asking != nil }
            XCTAssertNil(dialogs.link)
            dialogs.asking?.cancel()
            let code = await waiting.value
            XCTAssertEqual(code, "user-cancelled")
            XCTAssertNil(dialogs.asking)
            await scene.phone.go()
            try await scene.stop()
        }
    }

    func testEachQuestionHasItsWords() throws {
        try run {
            @MainActor func text(_ kind: PhoneWalletQuestion.Kind) -> String {
                PhoneWalletDialogs.text(PhoneWalletQuestion(kind: kind, walletName: "Phone"))
            }
            XCTAssertTrue(text(.accounts).hasPrefix("Phone is asked there"))
            XCTAssertTrue(text(.message).contains("sign a message"))
            XCTAssertTrue(text(.transactions(1)).contains("1 transaction."))
            XCTAssertTrue(text(.transactions(3)).contains("3 transactions."))
        }
    }
}
