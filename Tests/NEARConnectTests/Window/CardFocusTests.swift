// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The keyboard's focus in the cards of the wallet's page, which read their content again.
final class CardFocusTests: MainLoopTestCase {
    func testTheFocusStaysWhereNothingHasChangedAndGoesOnWhereItsButtonHides() throws {
        try run {
            try await PagesWindowTests.signedIn { environment, window in
                let (alice, page) = (environment.accounts[0].id, try XCTUnwrap(window.body.pages.wallet))
                let (token, pictures) = (try AccountId("token.test.near"), try AccountId("pictures.test.near"))
                try await environment.devnet.deploy(.fungibleToken(owner: alice, totalSupply: "1000"), to: token)
                try await environment.devnet.deploy(.nonFungibleToken(owner: alice), to: pictures)
                page.tokens.entry.contract.text = token.text
                page.tokens.entry.add.press()
                page.nfts.entry.contract.text = pictures.text
                page.nfts.entry.add.press()
                await waitUntil("the cards") {
                    page.keys.removals.first?.isSensitive == true && page.tokens.shown.first?.send.isSensitive == true
                        && page.nfts.entry.contract.text.isEmpty
                }
                // Content that is read again and is the same keeps its buttons.
                let (send, removal) = (page.tokens.shown[0].send, page.keys.removals[0])
                for button in [send, removal] {
                    button.focus()
                    page.keys.note.text = ""
                    page.appear()
                    page.tokens.again.isVisible = true
                    // Both are said anew with the answers.
                    await waitUntil("the answers") { page.keys.note.text == "1 key." && !page.tokens.again.isVisible }
                    XCTAssertTrue(button.isFocus, "\(button.accessibleName)")
                }
                XCTAssertTrue(page.tokens.shown[0].send === send && page.keys.removals[0] === removal)
                // A button that hides gives the focus to the field beside it.
                for contract in [token, pictures] {
                    try await environment.devnet.deploy(.guestBook, to: contract)
                }
                page.appear()
                await waitUntil("the buttons") { page.tokens.again.isMapped && page.nfts.again.isMapped }
                page.tokens.again.focus()
                page.tokens.again.press()
                XCTAssertTrue(page.tokens.entry.contract.isFocus)
                page.nfts.again.focus()
                page.nfts.again.press()
                XCTAssertTrue(page.nfts.entry.contract.isFocus)
            }
        }
    }
}
