// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The window's pages, over a real wallet and chain.
final class PagesWindowTests: MainLoopTestCase {
    @MainActor
    static func signedIn(
        _ body: (WalletTestEnvironment, ConnectWindow) async throws -> Void
    ) async throws {
        let environment = try await WalletTestEnvironment.start()
        try await environment.devnet.deploy(.guestBook, to: environment.accounts[1].id)
        let window = ConnectWindow(manager: environment.manager)
        window.present()
        environment.manager.connect(walletId: KeystoreService.walletId)
        await waitUntil("the account") { environment.manager.isSignedIn && !environment.manager.isBusy }
        try await body(environment, window)
        window.close()
        try await environment.stop()
    }

    func testKeysGoToThePagesAndBack() throws {
        try run {
            try await Self.signedIn { _, window in
                let body = window.body
                Keyboard.press("2", ["Alt"], in: window.window)
                XCTAssertEqual(body.page, .send)
                await waitUntil("the focus") { body.pages.send?.form.receiver.entry.isFocus == true }
                Keyboard.press("Page_Down", ["Control"], in: window.window)
                XCTAssertEqual(body.page, .contract)
                await waitUntil("the focus") { body.pages.contract?.form.contract.isFocus == true }
                Keyboard.press("Escape", in: window.window)
                XCTAssertTrue(body.navigation.hasFocus)
                Keyboard.press("F6", in: window.window)
                XCTAssertEqual(body.pages.contract?.form.contract.isFocus, true)
                Keyboard.press("8", ["Alt"], in: window.window)
                XCTAssertEqual(body.page, .contract, "there is no explorer here")
            }
        }
    }

    /// Tab comes to every button and field of a page, and then to the first again.
    ///
    /// Escape leads to the list of pages.
    func testTabGoesThroughEachPageAndEscapeLeavesIt() throws {
        try run(timeout: 90) {
            try await Self.signedIn { _, window in
                let body = window.body
                let user = try DisplayUser()
                for page in ShellPage.allCases where page != .devnet {
                    body.show(page)
                    await waitUntil("\(page)") { body.isSettled }
                    if page == .wallet {
                        await waitUntil("the keys") { body.pages.wallet?.keys.removals.isEmpty == false }
                    }
                    var seen: [WidgetFocus.Place] = []
                    var focus = WidgetFocus.current(in: window.window)
                    while seen.count < 120, focus != seen.first || seen.isEmpty {
                        if let focus { seen.append(focus) }
                        // While the balance is read its button can't be used; that begins when the page is chosen.
                        await MainLoop.turn()
                        await waitUntil("the balance") {
                            page != .wallet
                                || WidgetFocus.usable(in: window.window).contains {
                                    $0.description.contains("Read everything")
                                }
                        }
                        try await user.act("key Tab")
                        await waitUntil("the focus after \(seen)") {
                            let next = WidgetFocus.current(in: window.window)
                            return next != nil && next != focus
                        }
                        focus = WidgetFocus.current(in: window.window)
                    }
                    XCTAssertLessThan(seen.count, 120, "\(page): \(seen)")
                    let missed = Set(WidgetFocus.usable(in: window.window)).subtracting(seen)
                    XCTAssertEqual(missed.map(\.description), [], "\(page): \(seen)")
                    try await user.act("key Escape")
                    await waitUntil("the list of pages, from \(page)") { body.navigation.hasFocus }
                }
                try user.stop()
            }
        }
    }

    func testOneCodeIsOnTheScreenAtATime() throws {
        try run {
            try await Self.signedIn { _, window in
                @MainActor func show() -> (dialog: Dialog, code: QRCodeView) {
                    let code = QRCodeView(size: 21, side: 100, name: "code") { _, _ in true }
                    let dialog = Dialog(
                        title: "code", parent: window.body, width: 200,
                        choices: [Dialog.Choice(text: "Close", response: 0)], byDefault: 0)
                    dialog.append(code)
                    dialog.present()
                    return (dialog, code)
                }
                let first = show()
                await waitUntil("the code") { first.code.hasCode }
                let second = show()
                await waitUntil("the newer code") { second.code.hasCode }
                XCTAssertFalse(first.code.hasCode)
                second.dialog.cancel()
                await waitUntil("the older code") { first.code.hasCode }
                first.dialog.cancel()
            }
        }
    }

    func testThoseWhoWereSentToAndTheContractsMethodsAreOffered() throws {
        try run {
            try await Self.signedIn { environment, window in
                let (bob, new) = (environment.accounts[1].id, String(repeating: "a", count: 64))
                try await environment.manager.sendNEAR(to: bob, amount: try .near(1))
                window.body.show(.send)
                let sending = try XCTUnwrap(window.body.pages.send).form
                await waitUntil("the receiver") { sending.receiver.entry.completions == [bob.text] }
                (sending.receiver.entry.text, sending.amount.text) = (new, "1")
                await waitUntil("the button") { sending.send.isSensitive }
                sending.send.press()
                await waitUntil("the new one, too") { sending.receiver.entry.completions == [new, bob.text] }
                window.body.show(.contract)
                let form = try XCTUnwrap(window.body.pages.contract).form
                form.contract.text = bob.text
                await waitUntil("the methods") { form.method.completions.contains("add_message") }
            }
        }
    }

    func testANarrowWindowHasItsPagesInTheBar() throws {
        try run {
            try await Self.signedIn { environment, window in
                // A key that was used has more words.
                try await environment.manager.sendNEAR(to: environment.accounts[1].id, amount: try .near(1))
                XCTAssertFalse(window.header.pages.isVisible)
                window.window.resizeNow(width: 380, height: 600)
                await waitUntil("the narrow window") { window.body.isNarrow }
                await waitUntil("its bar") { window.header.pages.isVisible }
                XCTAssertFalse(window.body.navigation.isVisible)
                // Without the list there is room for less.
                window.window.resizeNow(width: 380, height: 600)
                await waitUntil("the narrower window") { window.window.size.width == 380 }
                window.header.onPage?(.activity)
                XCTAssertEqual(window.body.page, .activity)
                for page in ShellPage.allCases where page != .devnet {
                    window.body.show(page)
                    await waitUntil("\(page)") { window.body.isSettled }
                    if page == .wallet {
                        await waitUntil("the keys") { window.body.pages.wallet?.keys.removals.isEmpty == false }
                    }
                    XCTAssertEqual(window.window.size.width, 380, "\(page) fits")
                    XCTAssertEqual(WidgetWidths.above(380, in: window.window), [], "\(page)")
                }
            }
        }
    }

    func testTheFirstPageFitsIntoANarrowWindow() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let window = ConnectWindow(manager: environment.manager)
            window.present()
            await waitUntil("the window") { window.window.isMapped && window.body.isSettled }
            window.window.resizeNow(width: 380, height: 600)
            await waitUntil("the narrow window") { window.body.isNarrow }
            XCTAssertEqual(WidgetWidths.above(380, in: window.window), [])
            window.close()
            try await environment.stop()
        }
    }

    func testTheWindowComesBackAsItWas() throws {
        try run {
            let home = FileManager.default.temporaryDirectory.appendingPathComponent("window-\(UUID().uuidString)")
            var configuration = NEARWalletConfiguration(profile: .folders(ProfileFolders(root: home)))
            configuration.walletLists = []
            let first = ConnectWindow(manager: NEARWalletManager(configuration: configuration))
            first.present()
            await waitUntil("the window") { first.window.isMapped }
            first.window.resizeNow(width: 840, height: 560)
            await waitUntil("its size") { first.window.size.width == 840 }
            first.body.show(.activity)
            first.close()
            first.manager.close()
            let second = ConnectWindow(manager: NEARWalletManager(configuration: configuration))
            XCTAssertEqual(second.body.page, .activity)
            second.present()
            await waitUntil("the size") { second.window.size == (840, 560) }
            second.close()
            second.manager.close()
            try FileManager.default.removeItem(at: home)
        }
    }

    func testTheWalletShowsItsBalanceAndKeysAndChangesThem() throws {
        try run {
            try await Self.signedIn { environment, window in
                let page = try XCTUnwrap(window.body.pages.wallet)
                await waitUntil("the balance") { page.balance.text.hasSuffix("NEAR") }
                await waitUntil("the keys") { page.keys.list?.keys.count == 1 }
                let signing = try XCTUnwrap(page.keys.list?.keys.first?.key)
                XCTAssertNil(page.keys.uses.last(of: signing), "nothing was signed yet")
                XCTAssertEqual(page.wallet.facts?.rows.map(\.name).prefix(3), ["Version", "Code", "May"])
                XCTAssertEqual(page.wallet.facts?.rows[1].value, "ships with this program")
                XCTAssertFalse(page.wallet.updates.isVisible, "it comes with the program's own")
                page.receive.press()
                XCTAssertEqual(ReceiveDialog.open.count, 1)
                page.receive.press()
                XCTAssertEqual(ReceiveDialog.open.count, 1, "one code at a time")
                ReceiveDialog.open.first?.cancel()
                page.keys.add.press()
                let dialog = try XCTUnwrap(AddKeyDialog.open.last)
                XCTAssertEqual(dialog.dialog.button(AddKeyDialog.add)?.isSensitive, false)
                dialog.key.text = "ed25519:\(Base58.encode([UInt8](repeating: 7, count: 32)))"
                dialog.contract.text = environment.accounts[1].id.text
                dialog.methods.text = "add_message"
                XCTAssertEqual(dialog.dialog.button(AddKeyDialog.add)?.isSensitive, true)
                dialog.dialog.respond(AddKeyDialog.add)
                await waitUntil("the key") { page.keys.list?.keys.count == 2 }
                XCTAssertNotNil(page.keys.uses.last(of: signing), "it has signed the new key")
                XCTAssertNil(page.keys.uses.last(of: page.keys.list?.keys[1].key ?? ""))
                XCTAssertEqual(page.keys.list?.keys[1].limits, "methods: add_message; no limit for gas")
                await waitUntil("the end") { !environment.manager.isBusy && page.keys.removals[1].isSensitive }
                page.keys.removals[1].press()
                page.keys.question?.respond(KeysCard.remove)
                await waitUntil("its end") { page.keys.list?.keys.count == 1 }
                XCTAssertNil(environment.manager.lastError)
            }
        }
    }

    func testTheFormKnowsTheReceiverAndTheFeeAndSendsAll() throws {
        try run {
            try await Self.signedIn { environment, window in
                window.body.show(.send)
                let form = try XCTUnwrap(window.body.pages.send).form
                form.receiver.entry.text = "nobody.test.near"
                await waitUntil("the problem") { form.receiver.finding.text.hasPrefix("There is no such account.") }
                form.receiver.entry.text = String(repeating: "ab", count: 32)
                await waitUntil("the new account") { form.receiver.finding.text.hasPrefix("This account is new") }
                form.receiver.entry.text = environment.accounts[1].id.text.uppercased()
                XCTAssertTrue(form.receiver.lowerCase.isVisible)
                form.receiver.lowerCase.press()
                await waitUntil("the account") { form.receiver.finding.text == "This account exists." }
                XCTAssertTrue(form.costs.text.hasPrefix("Fee: at most 0.0000"))
                form.most.press()
                await waitUntil("the button") { form.send.isSensitive }
                form.send.press()
                await waitUntil("the result: \(environment.manager.lastError ?? "")") { form.result.isVisible }
                XCTAssertNil(environment.manager.lastError)
                let left = try await environment.manager.balance()
                XCTAssertLessThan(left, try NEARToken("0.01 NEAR"))
            }
        }
    }

    func testAContractIsAskedAndCalled() throws {
        try run {
            try await Self.signedIn { environment, window in
                window.body.show(.contract)
                let page = try XCTUnwrap(window.body.pages.contract)
                page.form.contract.text = environment.accounts[1].id.text
                await waitUntil("the methods") { page.form.methods.names.contains("add_message") }
                page.form.method.text = "add_message"
                page.form.arguments.text = #"{"text": "hello"}"#
                page.call.press()
                await waitUntil("the answer: \(environment.manager.lastError ?? "")") {
                    page.note.text.hasPrefix("Called. ")
                }
                XCTAssertEqual(page.answer.map { $0.cells[0] }, ["Result", "Logs", "Gas by purpose"])
                // One that fails leaves its fee and its gas, and no result.
                page.form.arguments.text = #"{"text": 5}"#
                page.call.press()
                await waitUntil("the failure: \(page.note.text)") { page.note.text.hasPrefix("The call failed. ") }
                XCTAssertEqual(page.answer.map { $0.cells[0] }, ["Gas by purpose"])
                environment.manager.lastError = nil
                page.form.arguments.text = #"{"text": "hello"}"#
                page.call.press()
                await waitUntil("the second answer") { page.note.text.hasPrefix("Called. ") }
                page.form.method.text = "total_messages"
                page.form.arguments.text = ""
                page.view.press()
                await waitUntil("the view") { page.note.text.contains("answered, at block") }
                XCTAssertEqual(page.answer.first?.cells[1], "2")
                page.form.method.text = "add_message"
                XCTAssertEqual(page.form.arguments.text, #"{"text": "hello"}"#, "as it was called last")
                page.form.arguments.text = "{"
                XCTAssertFalse(page.call.isSensitive)
                page.form.arguments.text = ""
                page.form.method.text = "no_such_method"
                page.view.press()
                await waitUntil("the refusal") { page.note.text.contains("gave no answer") }
            }
        }
    }

    func testAContractsOwnDescriptionFillsTheForm() throws {
        try run {
            try await Self.signedIn { environment, window in
                let contract = try AccountId("pictures.test.near")
                try await environment.devnet.deploy(.nonFungibleToken(owner: environment.accounts[0].id), to: contract)
                window.body.show(.contract)
                let page = try XCTUnwrap(window.body.pages.contract)
                page.form.method.text = "nft_token"
                XCTAssertFalse(page.form.words.isVisible)
                page.form.contract.text = contract.text
                await waitUntil("the methods") { page.form.methods.names.contains("nft_mint") }
                XCTAssertFalse(page.form.methods.names.contains("__contract_abi"))
                XCTAssertEqual(page.form.words.text, "Only reads: “View” asks a node for it. “A token, or null.”")
                XCTAssertEqual(page.form.arguments.text, "{\n  \"token_id\": \"\"\n}")
                page.form.method.text = "nft_transfer"
                XCTAssertTrue(page.form.words.text.contains("takes a deposit"), page.form.words.text)
                XCTAssertEqual(page.form.arguments.text, "{\n  \"receiver_id\": \"\",\n  \"token_id\": \"\"\n}")
                // The user's own text stays.
                page.form.arguments.text = #"{"token_id": "one"}"#
                page.form.method.text = "nft_token"
                XCTAssertEqual(page.form.arguments.text, #"{"token_id": "one"}"#)
                // A difference from the description is told, and keeps nobody from asking.
                let (arguments, advice) = (page.form.arguments, page.form.advice)
                arguments.text = #"{"token_id": 1}"#
                await waitUntil("the advice") { advice.isVisible }
                XCTAssertEqual(advice.text, "By the ABI, “token_id” is a text in quotation marks.")
                XCTAssertTrue(page.view.isSensitive && !page.form.problems.values.contains(where: \.isVisible))
                // Another contract's methods aren't known yet.
                page.form.contract.text = environment.accounts[1].id.text
                await waitUntil("the advice's end") { !advice.isVisible && !page.form.words.isVisible }
                page.form.contract.text = contract.text
                await waitUntil("the advice") { advice.isVisible }
                arguments.text = #"{"token_id": "one"}"#
                await waitUntil("its end") { !advice.isVisible }
                page.view.press()
                await waitUntil("the view") { page.note.text.contains("answered, at block") }
            }
        }
    }

    func testAMessageIsSignedAndChecked() throws {
        try run {
            try await Self.signedIn { environment, window in
                window.body.show(.message)
                let page = try XCTUnwrap(window.body.pages.message)
                page.message.text = "hello\nworld"
                page.recipient.text = "app.example"
                page.sign.press()
                await waitUntil("the signature: \(environment.manager.lastError ?? "")") { page.signed != nil }
                let text = try XCTUnwrap(page.signed)
                page.pasted.text = text
                page.verify.press()
                await waitUntil("the verdict") { page.verdict.text.hasPrefix("Valid: ") }
                page.pasted.text = text.replacing("hello", with: "hullo")
                XCTAssertFalse(page.verdict.isVisible, "it was about another text")
                page.verify.press()
                XCTAssertTrue(page.verdict.text.hasPrefix("Not valid: "), page.verdict.text)
                page.pasted.text = text.replacing(
                    environment.accounts[0].id.text, with: environment.accounts[1].id.text)
                page.verify.press()
                await waitUntil("whose key it isn't") { page.verdict.text.hasPrefix("Not valid on devnet: ") }
                page.pasted.text = "{"
                page.verify.press()
                XCTAssertTrue(page.verdict.text.hasPrefix("This is no JSON"), page.verdict.text)
                // Without a node nothing is said of the key, and the signature isn't called wrong.
                await environment.devnet.stop()
                page.pasted.text = text
                page.verify.press()
                await waitUntil("that no node says: \(page.verdict.text)") {
                    page.verdict.text.hasPrefix("The signature is right, but no node of devnet says")
                }
            }
        }
    }

    func testPagesThatNeedAnAccountSaySo() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let window = ConnectWindow(manager: environment.manager)
            window.present()
            window.body.show(.send)
            await waitUntil("the button") { window.body.pages.needed.button.isFocus }
            XCTAssertNil(window.body.pages.send)
            window.body.pages.needed.button.press()
            await waitUntil("the list") { environment.manager.showWalletUI }
            environment.manager.cancelPendingOperation()
            window.close()
            try await environment.stop()
        }
    }
}
