// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import NEARRPC
import WebKitGTK
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore

/// The dialogs about sites, as a user operates them.
final class SiteQuestionTests: MainLoopTestCase {
    /// Opens a page of a site on loopback.
    @MainActor
    private static func open() async throws -> (scene: AppsScene, site: WalletSite, tab: BrowserTab, page: DAppPage) {
        let site = try await WalletSite.start(["/": DAppScene.blank])
        let scene = try await AppsScene()
        let tab = try await scene.show("\(site.origin)/")
        return (scene, site, tab, try XCTUnwrap(tab.page))
    }

    func testAUserGivesAsManyAccountsAsHeChooses() throws {
        try run {
            let (scene, site, tab, page) = try await Self.open()
            let none = Task { try await page.run("return await wallet.signIn().then(() => 0, (error) => error.code);") }
            var question = try await scene.question()
            XCTAssertEqual(question.boxes.map(\.isChecked), [true, false, false])
            XCTAssertTrue(question.options.isEmpty)
            XCTAssertTrue(question.text.facts.contains { $0.name == "First time here" })
            question.boxes[0].isChecked = false
            question.dialog.respond(ApprovalDialog.approve)
            let refused = try await none.value
            XCTAssertEqual(refused, 4001, "none was chosen")

            let both = Task {
                try await page.run("return (await wallet.signIn()).map((account) => account.accountId);")
            }
            question = try await scene.question()
            question.boxes[1].isChecked = true
            question.dialog.respond(ApprovalDialog.approve)
            let accounts = try await both.value
            XCTAssertEqual(accounts, ["alice.test.near", "bob.test.near"])
            await waitUntil("the bar") { tab.bar.permission.text == "Sees alice.test.near and 1 more" }

            // The second signs where the page asks for it, and a key for it leaves the first where it is.
            let key = Task {
                try await page.run(
                    """
                    const nep408 = window.near["near-connect"];
                    const account = { accountId: "bob.test.near" };
                    await nep408.signIn({ permission: { receiverId: "alice.test.near", methodNames: [] }, account });
                    return (await wallet.getAccounts()).map((account) => account.accountId);
                    """)
            }
            question = try await scene.question()
            XCTAssertTrue(question.boxes.isEmpty, "a key is for one account")
            XCTAssertEqual(question.options.count, 1)
            XCTAssertFalse(question.text.facts.contains { $0.name == "First time here" })
            question.dialog.respond(ApprovalDialog.approve)
            let after = try await key.value
            XCTAssertEqual(after, ["alice.test.near", "bob.test.near"])
            try await scene.stop()
            await site.stop()
        }
    }

    func testAMessageForAnotherSiteIsAQuestionOfItsOwn() throws {
        try run {
            let scene = try await AppsScene()
            @MainActor func dialog(_ recipient: String) throws -> ApprovalDialog {
                let frame = try XCTUnwrap(DAppFrame(origin: "https://wallet.app.example"))
                let request = ApprovalRequest(
                    network: "testnet", chain: .testnet, asker: .dApp(frame),
                    subject: .message(
                        "Sign in", recipient: ExactText(recipient), signerId: try AccountId("a.testnet")))
                return ApprovalDialog(request, parent: scene.browser.notebook)
            }
            let own = try dialog("wallet.app.example")
            XCTAssertEqual(own.text.heading, "Sign a message?")
            XCTAssertFalse(own.text.isDangerous)
            XCTAssertFalse(own.approveButton?.hasStyle("destructive-action") ?? true)
            let other = try dialog("bank.example")
            XCTAssertEqual(other.text.heading, "Let this site sign in at bank.example as you?")
            XCTAssertTrue(other.text.isDangerous)
            XCTAssertEqual(other.text.approve, "_Sign all the same")
            XCTAssertTrue(other.approveButton?.hasStyle("destructive-action") ?? false)
            XCTAssertTrue(other.heading.hasStyle("near-connect-danger-text"))
            for dialog in [own, other] { dialog.cancel() }
            try await scene.stop()
        }
    }

    func testLimitsAreSetByClicksAndSpareQuestions() throws {
        try run {
            let (scene, site, tab, page) = try await Self.open()
            XCTAssertFalse(tab.bar.limits.isVisible)
            let asking = Task { try await page.run("await wallet.signIn(); return null;") }
            try await scene.question().dialog.respond(ApprovalDialog.approve)
            _ = try await asking.value
            await waitUntil("the button") { tab.bar.limits.isVisible }
            tab.bar.limits.press()
            let form = try XCTUnwrap(tab.limitsDialog)
            XCTAssertFalse(form.remove.isVisible)
            for (amount, contract) in [
                ("", "bob.test.near"), ("0", "bob.test.near"), ("1 NEAR", "B!"), ("-1 NEAR", "bob.test.near"),
                ("1 apple", "bob.test.near"),
            ] {
                (form.amount.text, form.contract.text) = (amount, contract)
                form.save.press()
                XCTAssertTrue(form.problem.isVisible, "\(amount) \(contract)")
                XCTAssertNotNil(tab.limitsDialog)
            }
            // As everywhere in the window: NEAR, with the language's own sign before the fraction.
            (form.amount.text, form.contract.text) = ("1", "bob.test.near")
            XCTAssertFalse(tab.bar.trust.isVisible)
            form.save.press()
            XCTAssertNil(tab.limitsDialog)
            await waitUntil("the note in the bar") { tab.bar.trust.isVisible }
            func send(_ amount: String, _ receiver: String) -> Task<JSONValue, any Error> {
                Task {
                    try await page.run(
                        """
                        const deposit = "\(amount)" + "0".repeat(23);
                        return await wallet.signAndSendTransaction({ receiverId: "\(receiver)", actions: [{ type: "Transfer", params: { deposit } }] }).then(() => 0, (error) => error.code);
                        """)
                }
            }
            let covered = try await send("6", "bob.test.near").value
            XCTAssertEqual(covered, 0)
            XCTAssertNil(scene.browser.session.approvals.current)
            // 0.6 NEAR of 1 are gone; and other receivers are others.
            for (amount, receiver) in [("6", "bob.test.near"), ("1", "alice.test.near")] {
                let beyond = send(amount, receiver)
                try await scene.question().dialog.respond(ApprovalDialog.refuse)
                let code = try await beyond.value
                XCTAssertEqual(code, 4001)
            }
            tab.bar.limits.press()
            let again = try XCTUnwrap(tab.limitsDialog)
            XCTAssertEqual([again.amount.text, again.contract.text], ["1", "bob.test.near"])
            again.remove.press()
            XCTAssertNil(tab.limitsDialog)
            await waitUntil("the end of the note") { !tab.bar.trust.isVisible }
            let asked = send("1", "bob.test.near")
            try await scene.question().dialog.respond(ApprovalDialog.refuse)
            let code = try await asked.value
            XCTAssertEqual(code, 4001)
            try await scene.stop()
            await site.stop()
        }
    }

    func testKeysOfADisconnectedSiteAreDeletedAfterAQuestion() throws {
        try run {
            let (scene, site, tab, page) = try await Self.open()
            let asking = Task {
                try await page.run(
                    "await wallet.signIn({ addFunctionCallKey: { contractId: 'bob.test.near', allowMethods: { anyMethod: true } } }); return null;"
                )
            }
            try await scene.question().dialog.respond(ApprovalDialog.approve)
            _ = try await asking.value
            let client = try scene.environment.manager.nodes.client()
            let alice = try AccountId("alice.test.near")
            let before = try await client.viewAccessKeyList(of: alice).value.keys
            XCTAssertFalse(tab.keyOffer.isVisible)
            tab.bar.disconnect.press()
            XCTAssertTrue(tab.keyOffer.isVisible)
            XCTAssertEqual(tab.keyOffer.keys.count, 1)
            // A key with full access is deleted for no site, whatever the list says.
            let full = scene.environment.accounts[0].secretKey.publicKey
            let keys = tab.keyOffer.keys + [SiteGrant.Key(accountId: alice, publicKey: full)]
            tab.keyOffer.show(keys, of: tab.site)
            tab.keyOffer.delete.press()
            XCTAssertFalse(tab.keyOffer.isVisible)
            let question = try await scene.question()
            XCTAssertEqual(question.text.intents.flatMap(\.actions).count, 1)
            question.dialog.respond(ApprovalDialog.approve)
            var left = before.count
            while left == before.count, tab.notice.text == nil {
                left = try await client.viewAccessKeyList(of: alice).value.keys.count
            }
            XCTAssertEqual(left, before.count - 1, tab.notice.text ?? "")
            try await scene.stop()
            await site.stop()
        }
    }
}
