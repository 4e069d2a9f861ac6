// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import NEARRPC
import TestSupport
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Documents that are left, come back or end at each step of a request, in real views.
///
/// An answer reaches the document that has asked, once, or nobody; nothing is sent twice.
final class DAppDocumentTests: MainLoopTestCase {
    /// The place of a request on its way.
    private enum Step: CaseIterable {
        /// The page has asked, and the host may not know yet.
        case asked
        /// Another site's question is open.
        case queued
        /// The user is asked.
        case open
        /// The user has said yes.
        case approved
        /// The host's answer is on its way to the page.
        case answered
    }
    /// The event of a document.
    private enum Event: CaseIterable {
        case navigation, otherSite, reload, backAndForth, documentOpen, pushState, processEnd, closing
    }

    /// Counts what it hears of anybody's answers.
    private static let page = WalletSite.Page(
        """
        <!doctype html><title>dApp</title><body><script>
        globalThis.ends = 0;
        globalThis.heard = 0;
        for (const name of ["answer", "message", "near-wallet-injected", "near-connect-dapp:hello"]) {
          for (const target of [window, document]) target.addEventListener(name, () => { heard += 1; }, true);
        }
        </script></body>
        """)

    /// The parts that all rounds share.
    @MainActor
    private final class Stage {
        let scene: BrowserScene
        let other: WalletSite
        /// The other site's page, whose question holds the queue up.
        let blocker: DAppPage
        private var received = NEARToken(yoctoNEAR: 0)
        private var rounds = 0
        private var last: DAppPage?

        init() async throws {
            let pages = ["/": DAppDocumentTests.page, "/next": DAppDocumentTests.page]
            scene = try await BrowserScene(on: try await WalletSite.start(pages))
            other = try await WalletSite.start(pages)
            blocker = try await scene.browser.pages.show(other.origin + "/")
            _ = try await blocker.run("await wallet.signIn(); return null;")
            let page = try await scene.open()
            _ = try await page.run("await wallet.signIn(); return null;")
            scene.browser.pages.close(page)
            received = try await balance()
        }

        private func balance() async throws -> NEARToken {
            try await scene.client.viewAccount(AccountId("bob.test.near")).value.amount
        }

        /// Returns a page with a new document, in the view of the last one where that is still there.
        func page() async throws -> DAppPage {
            rounds += 1
            let address = try XCTUnwrap(WebAddress("\(scene.site.origin)/?\(rounds)"))
            let pages = scene.browser.pages
            guard let last, pages.pages.contains(where: { $0 === last }) else {
                let page = try await pages.show(address.text)
                last = page
                return page
            }
            pages.load(address, in: last)
            await waitUntil("the next round's page") {
                last.view.committedURI == address.text && !last.view.isLoading
            }
            return last
        }

        /// Returns how many transfers have come since the last call.
        func takeTransfers() async throws -> UInt128 {
            let now = try await balance()
            defer { received = now }
            return now.yoctoNEAR - received.yoctoNEAR
        }

        func stop() async throws {
            await other.stop()
            try await scene.stop()
        }
    }

    /// A request that is a question of its own.
    private enum Method: String, CaseIterable {
        case signAndSendTransaction, signAndSendTransactions, signMessage, signDelegateActions

        /// The transfers that come of it.
        var transfers: UInt128 {
            switch self {
            case .signAndSendTransaction: 1
            case .signAndSendTransactions: 2
            case .signMessage, .signDelegateActions: 0
            }
        }
    }

    /// Lets an event happen at a step of a request, and looks at what came of it.
    @MainActor
    private static func check(
        _ step: Step, _ event: Event, of method: Method = .signAndSendTransaction, on stage: Stage, turns: Int = 0,
        seed: UInt64? = nil
    ) async throws {
        let name = "\(method), \(event) when \(step)" + (seed.map { ", seed \($0)" } ?? "")
        let (scene, host) = (stage.scene, stage.scene.browser.host)
        let user = scene.user
        let page = try await stage.page()
        // The questions so far.
        var asked = user.asked.count
        user.waits = true
        if step == .queued {
            stage.blocker.view.call(
                """
                addEventListener("near-wallet-injected", ({ detail }) => {
                  detail.signMessage({ message: "hello", recipient: location.host, nonce: new Uint8Array(32) }).catch(() => {});
                }, { once: true });
                dispatchEvent(new Event("near-selector-ready"));
                """, arguments: [:]
            ) { _ in }
            await waitUntil("the other question, \(name)") { user.asked.count == asked + 1 }
            asked += 1
        }
        page.view.call(
            """
            globalThis.results = [];
            addEventListener("near-wallet-injected", ({ detail }) => {
              const transfer = { receiverId: "bob.test.near", actions: [{ type: "Transfer", params: { deposit: "1" } }] };
              const params = {
                signAndSendTransaction: transfer, signAndSendTransactions: { transactions: [transfer, transfer] },
                signMessage: { message: "hello", recipient: location.host, nonce: new Uint8Array(32) },
                signDelegateActions: { delegateActions: [transfer] },
              };
              detail[method](params[method]).then(() => { ends += 1; results.push(0); }, (error) => { ends += 1; results.push(error.code); });
            }, { once: true });
            dispatchEvent(new Event("near-selector-ready"));
            heard = 0;
            """, arguments: ["method": method.rawValue]
        ) { _ in }
        switch step {
        case .asked: break
        case .queued: await waitUntil("its place, \(name)") { host.queue.count == 2 }
        case .open, .approved, .answered:
            await waitUntil("the question, \(name)") { user.asked.count == asked + 1 }
            if step != .open { user.approve() }
            if step == .answered { await waitUntil("the answer, \(name)") { host.queue.count == 0 } }
        }
        for _ in 0..<turns { await MainLoop.turn() }
        let isSame = try await happen(event, to: page, on: stage, name)
        // From here on the user says yes to all.
        user.waits = false
        user.approve()
        if let isSame {
            if isSame {
                await waitUntil("the end of \(name)") { host.queue.count == 0 }
                let text = try await page.view.call(
                    """
                    const ended = new Promise((resolve) => { const look = () => ends > 0 ? resolve() : setTimeout(look, 5); look(); });
                    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5000))]);
                    return JSON.stringify([ends, heard]);
                    """)
                XCTAssertEqual(text, "[1,0]", name)
            } else {
                // A document that has asked nothing hears nothing; its own requests are answered.
                let text = try await page.run(
                    "heard = 0; await wallet.getAccounts(); return [globalThis.ends ?? 0, globalThis.heard ?? 0];")
                XCTAssertEqual(text, [0, 0], name)
            }
        }
        await waitUntil("the queue's end, \(name)") { host.queue.count == 0 }
        let transfers = try await stage.takeTransfers()
        XCTAssertTrue(transfers == 0 || transfers == method.transfers, "\(transfers), \(name)")
        if event == .pushState || event == .documentOpen || step == .answered {
            XCTAssertEqual(transfers, method.transfers, name)
        }
        if step == .queued, event != .pushState, event != .documentOpen { XCTAssertEqual(transfers, 0, name) }
        if step == .open, event != .pushState, event != .documentOpen { XCTAssertEqual(transfers, 0, name) }
    }

    /// Lets an event happen.
    ///
    /// - Returns: Whether the document that has asked is there afterwards; `nil` if there is none at all.
    @MainActor
    private static func happen(
        _ event: Event, to page: DAppPage, on stage: Stage, _ name: String
    ) async throws -> Bool? {
        let view = page.view
        let site = stage.scene.site.origin
        let own = try XCTUnwrap(view.committedURI)
        func wait(for address: String) async {
            await waitUntil("\(address), \(name)") { view.committedURI == address && !view.isLoading }
        }
        switch event {
        case .navigation:
            view.load(uri: site + "/next")
            await wait(for: site + "/next")
            return false
        case .otherSite:
            view.load(uri: stage.other.origin + "/next")
            await wait(for: stage.other.origin + "/next")
            return false
        case .reload:
            _ = try await view.call("globalThis.before = 1; return ''")
            view.reload()
            var isThere = true
            while isThere {
                await MainLoop.turn()
                do {
                    isThere = try await view.call("return typeof globalThis.before") != "undefined"
                } catch {
                    // The document went while it was asked.
                }
            }
            await wait(for: own)
            return false
        case .backAndForth:
            view.load(uri: site + "/next")
            await wait(for: site + "/next")
            stage.scene.browser.pages.showPrevious(in: page)
            await wait(for: own)
            return try await view.call("return typeof globalThis.results") == "object"
        case .documentOpen:
            _ = try await view.call(
                "document.open(); document.write('<!doctype html><body>new</body>'); document.close(); return ''")
            return true
        case .pushState:
            _ = try await view.call("history.pushState({}, '', '/elsewhere'); location.hash = 'here'; return ''")
            return true
        case .processEnd:
            view.terminateWebProcess()
            return nil
        case .closing:
            stage.scene.browser.pages.close(page)
            return nil
        }
    }

    func testEachEventAtEachStepEndsARequestOnce() throws {
        try run(timeout: 180) {
            let stage = try await Stage()
            for step in Step.allCases {
                for event in Event.allCases { try await Self.check(step, event, on: stage) }
            }
            try await stage.stop()
        }
    }

    func testAQuestionClosesAlthoughTheNextDocumentHangs() throws {
        try run {
            let hanging = WalletSite.Page("<!doctype html><body>busy<script>for (;;);</script>")
            let site = try await WalletSite.start(["/": DAppScene.blank, "/hanging": hanging])
            let scene = try await BrowserScene(on: site)
            let page = try await scene.open()
            _ = try await page.run("await wallet.signIn(); return null;")
            scene.user.waits = true
            _ = try await page.run(
                """
                const transfer = { receiverId: "bob.test.near", actions: [{ type: "Transfer", params: { deposit: "1" } }] };
                wallet.signAndSendTransaction(transfer).catch(() => {});
                return null;
                """)
            await waitUntil("the question") { scene.user.asked.count == 2 }
            page.view.load(uri: site.origin + "/hanging")
            await waitUntil("the next document") { page.view.committedURI == site.origin + "/hanging" }
            await waitUntil("the question's end") { scene.browser.host.queue.count == 0 }
            scene.user.approve()
            page.view.terminateWebProcess()
            let balance = try await scene.client.viewAccount(AccountId("bob.test.near")).value.amount
            XCTAssertEqual(balance, try NEARToken("10000 NEAR"))
            try await scene.stop()
        }
    }

    func testEventsInAnyOrderEndARequestOnce() throws {
        try run(timeout: 7200) {
            let rounds = SoakCount.full(or: 100)
            let seed = UInt64.random(in: 0 ... .max)
            print("seed \(seed)")
            var random = SplitMix64(seed: seed)
            let stage = try await Stage()
            for _ in 0..<rounds {
                let step = Step.allCases[Int.random(in: 0..<Step.allCases.count, using: &random)]
                let event = Event.allCases[Int.random(in: 0..<Event.allCases.count, using: &random)]
                let method = Method.allCases[Int.random(in: 0..<Method.allCases.count, using: &random)]
                let turns = Int.random(in: 0..<20, using: &random)
                try await Self.check(step, event, of: method, on: stage, turns: turns, seed: seed)
            }
            try await stage.stop()
        }
    }
}
