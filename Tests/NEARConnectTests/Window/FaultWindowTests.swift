// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import Synchronization
import WebKitGTK
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The window while nodes are slow, silent or wrong, and while pages crash.
final class FaultWindowTests: MainLoopTestCase {
    /// The lie that a node tells, which a test changes while the node runs.
    private final class Lie: Sendable {
        /// The amount in the place of each account's; `nil` for the truth.
        let amount = Mutex<String?>(nil)
        /// True while every question but `status` waits.
        let isSilent = Mutex(false)
        /// The questions that have waited.
        let waiting = Mutex(0)
    }

    /// Shows the window of a signed-in account, whose node tells lies.
    @MainActor
    private static func signedIn(
        _ body: (WalletTestEnvironment, ConnectWindow, Lie) async throws -> Void
    ) async throws {
        let environment = try await WalletTestEnvironment.start()
        let (lie, hidden) = (Lie(), environment.devnet.rpcURL)
        let node = try await ScriptedNode.start { method, request in
            if lie.isSilent.withLock({ $0 }), method != "status" { lie.waiting.withLock { $0 += 1 } }
            while lie.isSilent.withLock({ $0 }), method != "status" { try await Task.sleep(for: .milliseconds(5)) }
            let reply = try await ScriptedNode.forward(request, to: hidden)
            guard let amount = lie.amount.withLock({ $0 }), var fields = reply.objectValue,
                var result = fields["result"]?.objectValue, result["amount"] != nil
            else { return reply }
            result["amount"] = .string(amount)
            fields["result"] = .object(result)
            return .object(fields)
        }
        let window = ConnectWindow(manager: environment.manager)
        window.present()
        environment.manager.connect(walletId: KeystoreService.walletId)
        await waitUntil("the account") { environment.manager.isSignedIn && !environment.manager.isBusy }
        environment.manager.network = .custom(
            try CustomNetwork(id: environment.devnet.chainId, rpcURLs: [node.url]))
        window.body.startAnew()
        await waitUntil("the page") { environment.manager.isBridgeReady && environment.manager.isSignedIn }
        try await body(environment, window, lie)
        lie.isSilent.withLock { $0 = false }
        window.close()
        try await environment.stop()
        await node.stop()
    }

    func testASilentNodeKeepsNobodyFromTyping() throws {
        try run {
            try await Self.signedIn { environment, window, lie in
                await waitUntil("the balance") { window.body.pages.wallet?.balance.text.hasSuffix("NEAR") == true }
                lie.isSilent.withLock { $0 = true }
                window.body.startAnew()
                let page = try XCTUnwrap(window.body.pages.wallet)
                XCTAssertEqual(page.balance.text, "…")
                window.body.show(.send)
                let form = try XCTUnwrap(window.body.pages.send).form
                for text in ["b", "bo", "bob", "bob.test.near"] { form.receiver.entry.text = text }
                XCTAssertEqual(form.receiver.finding.text, "Asking a node about this account…")
                form.amount.text = "1.5"
                XCTAssertTrue(form.send.isSensitive, "the chain decides")
                window.body.show(.contract)
                window.body.show(.activity)
                window.body.show(.send)
                for page in ShellPage.allCases where page != .devnet {
                    window.body.show(page)
                    let fields = WidgetEntries.type("a1", in: window.window)
                    XCTAssertFalse(fields.isEmpty, "\(page)")
                    for (field, text) in fields { XCTAssertTrue(text.hasSuffix("a1"), "\(page): \(field) has \(text)") }
                }
                window.body.show(.send)
                form.receiver.entry.text = "bob.test.near"
                lie.isSilent.withLock { $0 = false }
                await waitUntil("the answer") { form.receiver.finding.text == "This account exists." }
                await waitUntil("the balance") { window.body.pages.model.view != nil }
                XCTAssertNil(environment.manager.lastError)
            }
        }
    }

    func testAskingASilentChainCanBeCancelled() throws {
        try run {
            try await Self.signedIn { environment, window, lie in
                let now = ProcessIdentity.current
                let ended = ProcessIdentity(
                    pid: now.pid, startTicks: 1, boot: now.boot, namespace: now.namespace)
                let intent = JournalIntent(
                    id: "open", time: 1, request: "open", kind: .transactions, network: environment.devnet.chainId,
                    genesis: nil, signerId: environment.accounts[0].id, walletId: KeystoreService.walletId,
                    parts: [JournalIntent.Part(receiverId: environment.accounts[1].id, actions: [])], process: ended)
                let folder = try XCTUnwrap(environment.manager.folders).state
                _ = try JournalFile(folder: folder).append([.intent(intent)], compacted: JournalLedger.compacted)
                window.body.show(.activity)
                let page = try XCTUnwrap(window.body.pages.activity)
                // The window's own questions have their answers.
                await waitUntil("the entry") { page.table.count == 1 && window.body.pages.model.view != nil }
                lie.isSilent.withLock { $0 = true }
                lie.waiting.withLock { $0 = 0 }
                page.ask.press()
                XCTAssertEqual(page.note.text, "Asking the chain what became of it…")
                XCTAssertEqual(page.ask.accessibleName, "Cancel asking")
                await waitUntil("the question") { lie.waiting.withLock { $0 > 0 } }
                page.ask.press()
                await waitUntil("the end") { page.note.text.hasPrefix("Cancelled: ") }
                XCTAssertEqual(page.ask.accessibleName, "Ask the chain now")
                lie.isSilent.withLock { $0 = false }
                page.ask.press()
                await waitUntil("the chain's word") { page.note.text == "1 of 1 that weren’t settled are now." }
            }
        }
    }

    func testANodeThatGoesIsNamedAndAskedAgain() throws {
        try run {
            try await Self.signedIn { environment, window, lie in
                lie.amount.withLock { $0 = "nonsense" }
                window.body.startAnew()
                let page = try XCTUnwrap(window.body.pages.wallet)
                await waitUntil("the fault") { page.problem.text.hasPrefix("Your balance can’t be read: ") }
                XCTAssertFalse(page.problem.text.contains(".."), page.problem.text)
                XCTAssertEqual(page.balance.text, "— NEAR")
                XCTAssertTrue(page.retry.isVisible)
                for amount in ["-1", "340282366920938463463374607431768211456", ""] {
                    lie.amount.withLock { $0 = amount }
                    window.body.pages.model.read()
                    await waitUntil("the answer") { !window.body.pages.model.isReading }
                    XCTAssertEqual(page.balance.text, "— NEAR", "for “\(amount)”")
                }
                lie.amount.withLock { $0 = nil }
                await waitUntil("the button") { page.retry.isSensitive }
                page.retry.press()
                await waitUntil("the balance") { page.balance.text.hasSuffix("NEAR") && page.balance.text != "— NEAR" }
                XCTAssertFalse(page.problem.isVisible || page.retry.isVisible)
                XCTAssertNil(environment.manager.lastError)
            }
        }
    }

    func testWhatCanBeSentFollowsABalanceThatAnotherProgramHasChanged() throws {
        try run {
            try await Self.signedIn { environment, window, _ in
                let bob = environment.accounts[1]
                window.body.show(.send)
                let form = try XCTUnwrap(window.body.pages.send).form
                form.receiver.entry.text = bob.id.text
                await waitUntil("the fee") { !form.costs.text.isEmpty }
                form.amount.text = "9000"
                XCTAssertTrue(form.send.isSensitive)
                try await environment.manager.sendNEAR(to: bob.id, amount: try NEARToken("8000 NEAR"))
                // Whoever comes back to the window after a while sees what there is then.
                let (freshness, clock) = (window.body.freshness, ManualClock())
                freshness.isWatched = false
                freshness.clock = clock
                clock.advance(by: freshness.limit)
                freshness.comeBack()
                await waitUntil("the new bound") { !form.send.isSensitive }
                form.most.press()
                await waitUntil("the most") { form.amount.text.hasPrefix("1999.") }
            }
        }
    }

    /// The window stays in front: each minute the balance is read, quietly and one question at a time.
    func testTheBalanceFollowsTheChainWhileTheWindowStaysInFront() throws {
        try run {
            try await Self.signedIn { environment, window, lie in
                let (page, model) = (try XCTUnwrap(window.body.pages.wallet), window.body.pages.model)
                let (freshness, clock) = (window.body.freshness, ManualClock())
                freshness.isWatched = false
                freshness.clock = clock
                await waitUntil("the balance") { page.balance.text.hasSuffix("NEAR") && !model.isReading }
                let before = page.balance.text
                freshness.isWatched = true
                await waitUntil("the wait") { clock.sleeperCount == 1 }
                try await environment.manager.sendNEAR(to: environment.accounts[1].id, amount: try .near(5000))
                // A node that hangs is asked once, and what is known stands there meanwhile.
                lie.isSilent.withLock { $0 = true }
                lie.waiting.withLock { $0 = 0 }
                for _ in 0..<3 {
                    clock.advance(by: freshness.limit)
                    await waitUntil("the next wait") { clock.sleeperCount == 1 }
                    XCTAssertEqual(page.balance.text, before)
                    XCTAssertFalse(model.isReading, "nothing turns")
                }
                await waitUntil("the question") { lie.waiting.withLock { $0 } > 0 }
                XCTAssertEqual(lie.waiting.withLock { $0 }, 1)
                lie.isSilent.withLock { $0 = false }
                await waitUntil("the balance now") { page.balance.text != before }
                XCTAssertTrue(page.balance.text.hasSuffix("NEAR"), page.balance.text)
                // A node that lies takes nothing away.
                let known = page.balance.text
                lie.amount.withLock { $0 = "nonsense" }
                clock.advance(by: freshness.limit)
                await waitUntil("the word") { page.problem.text.hasPrefix("This may be out of date") }
                XCTAssertEqual(page.balance.text, known)
                // Behind other windows it asks nobody.
                await waitUntil("the next wait") { clock.sleeperCount == 1 }
                window.window.onActive?(false)
                await waitUntil("the end of the wait") { clock.sleeperCount == 0 }
            }
        }
    }

    func testTokensAreNotSentOnceTheWindowHasLeftTheirAccount() throws {
        try run {
            try await Self.signedIn { environment, window, lie in
                let (alice, bob) = (environment.accounts[0].id, environment.accounts[1].id)
                let token = try AccountId("token.test.near")
                try await environment.devnet.deploy(.fungibleToken(owner: alice, totalSupply: "1000"), to: token)
                let card = try XCTUnwrap(window.body.pages.wallet).tokens
                card.entry.contract.text = token.text
                card.entry.add.press()
                await waitUntil("the token") { card.shown.first?.send.isSensitive == true }
                card.shown.first?.send.press()
                let dialog = try XCTUnwrap(SendTokenDialog.open.last)
                dialog.receiver.field.entry.text = bob.text
                dialog.most.press()
                await waitUntil("the account") { dialog.receiver.account != nil }
                lie.isSilent.withLock { $0 = true }
                dialog.dialog.respond(SendTokenDialog.send)
                XCTAssertTrue(card.entry.note.text.hasPrefix("Asking "), card.entry.note.text)
                environment.manager.disconnect()
                await waitUntil("the end") { !environment.manager.isSignedIn }
                lie.isSilent.withLock { $0 = false }
                await waitUntil("the word: \(card.entry.note.text)") {
                    card.entry.note.text.hasPrefix("Nothing was sent: ")
                }
                XCTAssertNil(environment.manager.lastError)
            }
        }
    }

    func testALieAboutTheBalanceCostsNothing() throws {
        try run {
            try await Self.signedIn { environment, window, lie in
                let before = try await environment.devnetBalance(of: 0)
                // More than there is: the form believes it, and the chain refuses.
                lie.amount.withLock { $0 = "340282366920938463463374607431768211455" }
                window.body.startAnew()
                window.body.show(.send)
                let form = try XCTUnwrap(window.body.pages.send).form
                await waitUntil("the lie") { window.body.pages.model.view != nil }
                form.receiver.entry.text = environment.accounts[1].id.text
                form.amount.text = "20000000"
                await waitUntil("the button") { form.send.isSensitive }
                form.send.press()
                await waitUntil("the refusal") { environment.manager.lastError != nil && !environment.manager.isBusy }
                XCTAssertFalse(form.result.isVisible)
                XCTAssertEqual(form.amount.text, "20000000", "nobody has to type it again")
                // Less than there is: nothing is sent that the user didn't want.
                lie.amount.withLock { $0 = "5" }
                window.body.startAnew()
                let poor = try XCTUnwrap(window.body.pages.send ?? window.body.pages.view(of: .send)?.view as? SendPage)
                await waitUntil("the other lie") { window.body.pages.model.view != nil }
                poor.form.receiver.entry.text = environment.accounts[1].id.text
                poor.form.amount.text = "1"
                await waitUntil("the word") { !poor.form.send.isSensitive }
                let after = try await environment.devnetBalance(of: 0)
                XCTAssertEqual(before, after)
            }
        }
    }

    func testAPageThatCrashesLeavesWalletSendAndContractAsTheyWere() throws {
        try run { try await Self.crash(on: [.wallet, .send, .contract]) }
    }

    func testAPageThatCrashesLeavesMessageActivityAndDevnetAsTheyWere() throws {
        try run { try await Self.crash(on: [.message, .activity, .devnet]) }
    }

    func testAPageThatCrashesLeavesDelegateAndAppsAsTheyWere() throws {
        try run { try await Self.crash(on: [.delegate, .apps]) }
    }

    /// A request ends with the page, its question closes, and nothing is signed.
    func testAPageThatCrashesWhileItsQuestionOrTheListOfWalletsIsOpenSignsNothing() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(approval: .ask)
            let window = ConnectWindow(manager: environment.manager)
            window.present()
            let manager = environment.manager
            let approvals = window.bridge.approvals
            @MainActor func connect() async {
                manager.connect(walletId: KeystoreService.walletId)
                await waitUntil("the question") { approvals.current != nil }
            }
            await connect()
            manager.coordinator?.view.terminateWebProcess()
            await waitUntil("the end of the question") { approvals.current == nil && !manager.isBusy }
            XCTAssertFalse(manager.isSignedIn)
            await waitUntil("the page again") { manager.isBridgeReady }
            await connect()
            approvals.current?.dialog.respond(ApprovalDialog.approve)
            await waitUntil("the account") { manager.isSignedIn && !manager.isBusy }

            let before = try await environment.devnetBalance(of: 0)
            let bob = environment.accounts[1].id
            let sending = Task { try await manager.sendNEAR(to: bob, amount: try .near(1)) }
            await waitUntil("the question") { approvals.current != nil }
            XCTAssertGreaterThan(WebProcesses.kill(), 0)
            do {
                _ = try await sending.value
                XCTFail("nobody has approved")
            } catch {
                XCTAssertEqual((error as? NEARError)?.code, "bridge-crashed", "\(error)")
            }
            await waitUntil("the end of the question") { approvals.current == nil && !manager.isBusy }
            await waitUntil("the page again") { manager.isBridgeReady }
            let after = try await environment.devnetBalance(of: 0)
            XCTAssertEqual(before, after)

            manager.connect()
            await waitUntil("the list of wallets") { manager.showWalletUI }
            manager.coordinator?.view.terminateWebProcess()
            await waitUntil("the end of the list") { !manager.showWalletUI && !manager.isBusy }
            await waitUntil("the page again") { manager.isBridgeReady }
            XCTAssertTrue(manager.isSignedIn)
            window.close()
            try await environment.stop()
        }
    }

    /// Has the bridge page crash while each of at most three pages is shown.
    ///
    /// With a fourth crash within a minute it would stay away.
    @MainActor
    private static func crash(on pages: [ShellPage]) async throws {
        let environment = try await WalletTestEnvironment.start()
        let window = ConnectWindow(manager: environment.manager)
        window.explorer = environment.devnet.explorerURL
        window.present()
        let manager = environment.manager
        manager.connect(walletId: KeystoreService.walletId)
        await waitUntil("the account") { manager.isSignedIn && !manager.isBusy }
        window.body.show(.send)
        window.body.pages.send?.form.receiver.entry.text = "bob.test.near"
        for page in pages {
            window.body.show(page)
            await waitUntil("\(page)") { window.body.isSettled }
            manager.coordinator?.view.terminateWebProcess()
            await waitUntil("the crash on \(page)") { !manager.isBridgeReady }
            await waitUntil("the page again on \(page)") { manager.isBridgeReady }
            XCTAssertEqual(window.body.page, page)
            XCTAssertTrue(manager.isSignedIn)
            XCTAssertFalse(manager.showWalletUI)
        }
        XCTAssertEqual(window.body.pages.send?.form.receiver.entry.text, "bob.test.near", "what was typed stays")
        if let explorer = window.body.explorerPage {
            await waitUntil("the explorer") { explorer.view.title == "NEAR devnet" && !explorer.view.isLoading }
            explorer.view.terminateWebProcess()
            await waitUntil("the word") { explorer.problem.text?.contains("has crashed") == true }
            explorer.problem.act()
            await waitUntil("the explorer again") {
                explorer.view.title == "NEAR devnet" && !explorer.view.isLoading && explorer.problem.text == nil
            }
        }
        window.close()
        try await environment.stop()
    }
}

extension WalletTestEnvironment {
    /// The balance of an account, asked of the chain itself.
    @MainActor
    fileprivate func devnetBalance(of index: Int) async throws -> String {
        let reply = try await ScriptedNode.forward(
            .object([
                "jsonrpc": "2.0", "id": "test", "method": "query",
                "params": [
                    "request_type": "view_account", "finality": "optimistic",
                    "account_id": .string(accounts[index].id.text),
                ],
            ]), to: devnet.rpcURL)
        return reply["result"]?["amount"]?.stringValue ?? ""
    }
}
