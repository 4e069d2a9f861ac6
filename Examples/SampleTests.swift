// SPDX-License-Identifier: MIT

import Foundation
import GTKToolkit
import MainLoopTesting
import NEARConnectTestKit
import XCTest

/// Runs the documentation's samples on a devnet, with a wallet that a script drives.
final class SampleTests: MainLoopTestCase {
    /// Starts a chain with a wallet that accepts everything, signs in with it and runs `body`.
    @MainActor
    private static func signedIn(
        script: JSONValue = [:], configure: (inout NEARWalletConfiguration) -> Void = { _ in },
        _ body: (WalletTestEnvironment) async throws -> Void
    ) async throws {
        let environment = try await WalletTestEnvironment.start(script: script, configure: configure)
        let account = try await account(of: environment.manager, walletId: ScriptedWallet.id)
        XCTAssertEqual(account.walletId, ScriptedWallet.id)
        try await body(environment)
        try await environment.stop()
    }

    func testTheStoredAccountIsUsedAgain() throws {
        try run {
            try await Self.signedIn { environment in
                let first = try XCTUnwrap(environment.manager.currentAccount)
                environment.restartManager()
                // An id that no wallet has: nobody may sign in anew.
                let again = try await account(of: environment.manager, walletId: "nobody")
                XCTAssertEqual(again, first)
            }
        }
    }

    func testTheShopAndItsGuestBookGetWhatIsSent() throws {
        try run {
            try await Self.signedIn { environment in
                let (devnet, manager) = (environment.devnet, environment.manager)
                let (shop, book) = (environment.accounts[1].id, try AccountId("book.test.near"))
                try await devnet.deploy(.guestBook, to: book)
                let before = try await (manager.balance(of: shop), manager.balance(of: book))
                let hashes = try await buy(from: shop, book: book, with: manager)
                XCTAssertEqual(Set(hashes).count, 4)
                let paid = try await manager.balance(of: shop).subtracting(before.0)
                XCTAssertEqual(paid, try NEARToken("1.6 NEAR"))
                let kept = try await manager.balance(of: book)
                // The deposits, and its part of the gas of the call.
                XCTAssertGreaterThan(try kept.subtracting(before.1), try NEARToken("0.1 NEAR"))
            }
        }
    }

    func testAPhonePaysAfterItsUserHasScannedTheCode() throws {
        try run {
            XCTAssertEqual(phoneConfiguration(projectId: "p").phoneWallets?.site, "https://shop.example")
            let relay = try await WalletConnectRelay.start()
            let environment = try await WalletTestEnvironment.start {
                $0.phoneWallets = PhoneWalletSettings(projectId: "p", relay: relay.address)
            }
            let phone = try XCTUnwrap(
                ScriptedWalletConnectWallet(
                    ScriptedWalletConnectWallet.Settings(relay: relay.address, accounts: environment.accounts)))
            var said: [String] = []
            let panel = PhonePanel(
                showCode: { code in
                    Task {
                        do {
                            try await phone.pair(code)
                        } catch {
                            // The sign-in fails then.
                        }
                    }
                }, say: { said.append($0) })
            environment.manager.setPhoneWalletPresenter(panel)
            let shop = environment.accounts[1].id
            let before = try await environment.manager.balance(of: shop)
            _ = try await payByPhone(NEARToken("2 NEAR"), to: shop, with: environment.manager)
            let after = try await environment.manager.balance(of: shop)
            XCTAssertEqual(try after.subtracting(before), try NEARToken("2 NEAR"))
            XCTAssertTrue(said.contains("Scripted phone wallet asks you on your phone."), "\(said)")
            panel.press()
            await phone.stop()
            try await environment.stop()
            await relay.stop()
        }
    }

    func testARelayerGetsASignedGift() throws {
        try run {
            try await Self.signedIn { environment in
                let text = try await giftForRelayer(to: environment.accounts[1].id, with: environment.manager)
                let gift = try SignedDelegateAction(borsh: [UInt8](XCTUnwrap(Data(base64Encoded: text))))
                XCTAssertTrue(gift.verify())
                XCTAssertEqual(gift.delegateAction.receiverId, environment.accounts[1].id)
            }
        }
    }

    func testAServerTakesTheSignatureOfAFullAccessKeyOnly() throws {
        try run {
            try await Self.signedIn { environment in
                let nonce = [UInt8](0..<32)
                let signed = try await proveAccount(nonce: nonce, with: environment.manager)
                let id = try await check(signed, nonce: nonce) { _, _ in .fullAccess }
                XCTAssertEqual(id, environment.accounts[0].id)
                do {
                    _ = try await check(signed, nonce: nonce) { _, _ in nil }
                    XCTFail("the key is nobody's")
                } catch NEP413Error.keyNotOfAccount {}
            }
        }
    }

    func testAPaneShowsTheManagersState() throws {
        try run {
            try await Self.signedIn { environment in
                var lines: [String] = []
                let line = StatusLine(manager: environment.manager) { lines.append($0) }
                let box = Box(.down)
                var packed: UnsafeMutableRawPointer?
                let pane = WalletPane(manager: environment.manager) { packed = $0 }
                XCTAssertNotNil(packed)
                XCTAssertEqual(lines, [environment.accounts[0].id.text])
                try await environment.manager.signOut()
                await waitUntil("the line without an account") { lines.last == "Not connected" }
                withExtendedLifetime((line, box, pane)) {}
            }
        }
    }

    func testARefusedPaymentIsLookedUp() throws {
        let refusal: JSONValue = ["signAndSendTransaction": [["do": "reject", "message": "Not today"]]]
        try run {
            try await Self.signedIn(script: refusal) { environment in
                let shop = environment.accounts[1].id
                let first = try await pay(shop, .oneYocto, with: environment.manager)
                XCTAssertTrue(first.hasPrefix("Whether you paid isn't known yet."), first)
                try await environment.setScript([:])
                let second = try await pay(shop, .oneYocto, with: environment.manager)
                XCTAssertTrue(second.hasPrefix("Paid: "), second)
                try await environment.manager.signOut()
                let third = try await pay(shop, .oneYocto, with: environment.manager)
                XCTAssertTrue(third.hasPrefix("Not paid. "), third)
            }
        }
    }

    func testAWalletOfTheProgramsOwnIsOffered() throws {
        try run {
            let environment = try await WalletTestEnvironment.start { offerOwnWallet(code: "export {};", in: &$0) }
            let wallets = try await environment.manager.wallets()
            XCTAssertTrue(wallets.contains { $0.id == "shop-wallet" && $0.name == "Shop Wallet" }, "\(wallets)")
            try await environment.stop()
        }
    }

    func testAViewModelOfIOSPays() throws {
        try run {
            try await Self.signedIn { environment in
                let book = try AccountId("book.test.near")
                try await environment.devnet.deploy(.guestBook, to: book)
                let model = WalletModel(manager: environment.manager)
                await model.pay("0.5", to: environment.accounts[1].id.text)
                XCTAssertTrue(model.status.hasPrefix("Sent: "), model.status)
                try await model.call(book.text)
            }
        }
    }

    func testADAppFindsTheWalletInAViewOfTheProgramsOwn() throws {
        try run {
            let site = try await WalletSite.start(["/": WalletSite.Page("<!doctype html><body></body>")])
            let environment = try await WalletTestEnvironment.start(approval: .ask)
            let (alice, shop) = (environment.accounts[0].id, environment.accounts[1].id)
            try await Self.browse(environment, site, paying: shop, as: alice)
            try await environment.stop()
            await site.stop()
        }
    }

    /// Shows a site in both panes, has its page sign in and pay, and closes both.
    @MainActor
    private static func browse(
        _ environment: WalletTestEnvironment, _ site: WalletSite, paying shop: AccountId, as alice: AccountId
    ) async throws {
        var views: [PlainWebView] = []
        // Dialogs wait for a user, so the host that answers by itself is another one.
        let shown = try await DAppPane(manager: environment.manager) { context in
            views.append(PlainWebView(in: context))
            return views[0].view
        }
        shown.host.close()
        let host = DAppHost(
            signer: .keystore(of: environment.manager), context: DAppContext(manager: environment.manager))
        try await host.attach(to: views[0].view)
        let answering = Task { await answerQuestions(of: host, as: alice, for: shop) }
        views[0].load(site.origin + "/")
        await waitUntil("the page") { views[0].shows(site.origin + "/") }
        let ends = try await views[0].call(
            """
            const found = new Promise((resolve) => addEventListener("near-wallet-injected", (event) => resolve(event.detail), { once: true }));
            dispatchEvent(new Event("near-selector-ready"));
            const wallet = await found;
            const [{ accountId }] = await wallet.signIn({});
            const pay = (receiverId) => wallet.signAndSendTransaction({ receiverId, actions: [{ type: "Transfer", params: { deposit: "1" } }] }).then(() => "paid", (error) => error.code);
            return `${accountId} ${await pay(shop)} ${await pay("relayer.test.near")}`;
            """, ["shop": shop.text])
        XCTAssertEqual(ends, "\(alice) paid 4001")
        host.close()
        await answering.value
        let box = Box(.down)
        var packed: UnsafeMutableRawPointer?
        let browser = BrowserPane(manager: environment.manager) { packed = $0 }
        XCTAssertNotNil(packed)
        XCTAssertThrowsError(try browser.open("javascript:alert(1)"))
        withExtendedLifetime((browser, box)) {}
    }

    func testAProfileIsRemoved() throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("near-connect-\(UUID().uuidString)")
        let folders = ProfileFolders(root: root)
        let file = folders.state.appendingPathComponent("journal.jsonl")
        try FileManager.default.createDirectory(at: folders.state, withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: file)
        try remove(folders)
        XCTAssertFalse(FileManager.default.fileExists(atPath: file.path))
        try FileManager.default.removeItem(at: root)
    }
}
