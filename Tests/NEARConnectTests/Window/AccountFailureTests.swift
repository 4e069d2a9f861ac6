// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The wallet's page where no node answers any more, or the window has gone to another account.
final class AccountFailureTests: MainLoopTestCase {
    func testABalanceStaysWhereItCannotBeReadAgainAndAKeyGoesToNoOtherAccount() throws {
        try run {
            try await PagesWindowTests.signedIn { environment, window in
                let page = try XCTUnwrap(window.body.pages.wallet)
                let model = window.body.pages.model
                await waitUntil("the balance") { page.balance.text.hasSuffix("NEAR") && !model.isReading }
                await waitUntil("the keys") { page.keys.list != nil }
                let (known, balance) = (try XCTUnwrap(model.view), page.balance.text)
                page.keys.add.press()
                await environment.devnet.stop()
                page.appear()
                await waitUntil("the failure") { page.retry.isVisible && page.retry.isSensitive }
                XCTAssertEqual(model.view, known)
                XCTAssertEqual(page.balance.text, balance)
                XCTAssertTrue(page.problem.text.hasPrefix("This may be out of date"), page.problem.text)
                page.retry.focus()
                page.retry.press()
                // The button can't be used while a node is asked.
                await waitUntil("the focus") { page.receive.isFocus }
                let dialog = try XCTUnwrap(AddKeyDialog.open.last)
                dialog.key.text = "ed25519:\(Base58.encode([UInt8](repeating: 7, count: 32)))"
                dialog.contract.text = environment.accounts[1].id.text
                model.follow(
                    NEARAccount(
                        accountId: environment.accounts[1].id.text, publicKey: nil, walletId: KeystoreService.walletId))
                dialog.dialog.respond(AddKeyDialog.add)
                XCTAssertTrue(page.keys.problem.isVisible)
                XCTAssertTrue(page.keys.problem.text.hasPrefix("Nothing was sent: the window has gone"))
                XCTAssertFalse(environment.manager.isBusy)
            }
        }
    }
}
