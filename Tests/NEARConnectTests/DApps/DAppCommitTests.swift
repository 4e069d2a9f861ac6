// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Navigations in the moment between a document's commit and the view's token for it.
///
/// The token may be on its way when the next document is there, and then it lands in that one.
final class DAppCommitTests: MainLoopTestCase {
    /// Asks for the accounts and a signature as soon as it is there, and says so to the outermost page.
    private static let asking = """
        globalThis.ends = [];
        globalThis.hasFrameAsked = false;
        addEventListener("message", ({ data }) => { if (data === "asked") hasFrameAsked = true; });
        (() => {
          let wallet;
          addEventListener("near-wallet-injected", (event) => { wallet = event.detail; }, { once: true });
          dispatchEvent(new Event("near-selector-ready"));
          const end = (result) => ends.push(result);
          if (!wallet) return end("none");
          const signing = { message: "hello", recipient: location.host, nonce: new Uint8Array(32) };
          wallet.getAccounts({}).then((accounts) => end(accounts.length), (error) => end(error.code));
          wallet.signMessage(signing).then(({ accountId }) => end(accountId), (error) => end(error.code));
          if (self !== top) top.postMessage("asked", "*");
        })();
        """
    private static let framing = """
        document.body.append(Object.assign(document.createElement("iframe"), { src: location.search.slice(1) }));
        """

    private static func page(_ script: String) -> WalletSite.Page {
        WalletSite.Page("<!doctype html><body><script>\(script)</script></body>")
    }

    /// Holds the first token that is sent after it was closed.
    @MainActor
    private final class Gate {
        private var waiting: [CheckedContinuation<Void, Never>] = []
        private var isOpen = false

        func pass() async {
            if !isOpen { await withCheckedContinuation { waiting.append($0) } }
        }

        func open() {
            isOpen = true
            for each in waiting { each.resume() }
            waiting = []
        }
    }

    @MainActor
    private struct Place {
        let scene: BrowserScene
        let own: SiteOrigin
        let other: SiteOrigin
        let third: SiteOrigin

        /// A site that has alice's account, another one that is allowed in its frames, and a third one with nothing.
        init() async throws {
            let pages = ["/": DAppScene.blank, "/asking": page(asking), "/framing": page(asking + framing)]
            let site = try await WalletSite.start(pages)
            scene = try await BrowserScene(on: site)
            own = try XCTUnwrap(SiteOrigin(site.origin))
            other = try XCTUnwrap(SiteOrigin(site.origin.replacing("127.0.0.1", with: "localhost")))
            third = try XCTUnwrap(SiteOrigin(site.origin.replacing("127.0.0.1", with: "app.localhost")))
            for origin in [own, other] {
                let page = try await scene.browser.pages.show("\(origin)/")
                _ = try await page.run("await wallet.signIn({}); return null;")
                scene.browser.pages.close(page)
            }
            try scene.browser.host.permissions.setFrames(of: other, inside: own, areAllowed: true)
            scene.browser.host.noteChange()
        }

        func load(_ address: String, in page: DAppPage) throws {
            scene.browser.pages.load(try XCTUnwrap(WebAddress(address)), in: page)
        }

        /// Shows a page and its frame, which both ask and don't know yet which view they are in.
        func askWithoutToken(behind gate: Gate) async throws -> DAppPage {
            let page = try await scene.browser.pages.show("\(third)/")
            page.beforeGreeting = { await gate.pass() }
            let address = "\(own)/framing?\(other)/asking"
            try load(address, in: page)
            await waitUntil("the page with the frame") { page.view.committedURI == address && !page.view.isLoading }
            _ = try await page.view.call(
                "while (!hasFrameAsked) await new Promise((resolve) => setTimeout(resolve, 10)); return '';")
            XCTAssertNil(page.document)
            return page
        }

        /// Waits until what a page has asked is answered, and returns the answers.
        func ends(of page: DAppPage) async throws -> Set<JSONValue> {
            let text = try await page.view.call(
                """
                const late = Date.now() + 20000;
                while (ends.length < 2 && Date.now() < late) await new Promise((resolve) => setTimeout(resolve, 10));
                return JSON.stringify(ends);
                """)
            return Set(try JSONValue.parse(text).arrayValue ?? [])
        }

        /// The askers of the questions that came after the first `before`.
        func askers(since before: Int) -> Set<String> {
            Set(scene.user.asked.dropFirst(before).map { $0.asker.key.text })
        }
    }

    /// Whoever comes next speaks for itself, whether the token was for it or for the document before it.
    func testNobodySpeaksForADocumentThatWasLeftBeforeItsToken() throws {
        try run(timeout: 180) {
            let place = try await Place()
            for target in [place.third, place.own, place.other] {
                for isLate in [false, true] {
                    let gate = Gate()
                    let page = try await place.askWithoutToken(behind: gate)
                    let before = place.scene.user.asked.count
                    let next = "\(target)/asking"
                    place.scene.browser.onEvent = { [weak page] event in
                        guard case .updated(let shown) = event, let page, shown === page else { return }
                        // The first token is sent now: the document that it was for has just been left.
                        if !isLate, page.view.committedURI == next { gate.open() }
                    }
                    try place.load(next, in: page)
                    await waitUntil("the next document") { page.view.committedURI == next && !page.view.isLoading }
                    if isLate {
                        // Neither token is there: what the document has asked waits.
                        _ = try await page.view.call(
                            "await new Promise((resolve) => setTimeout(resolve, 200)); return '';")
                        XCTAssertEqual(place.askers(since: before), [], next)
                        gate.open()
                    }
                    let ends = try await place.ends(of: page)
                    if target == place.third {
                        XCTAssertEqual(ends, [0, 4100], "\(next) \(isLate)")
                        XCTAssertEqual(place.askers(since: before), [], "\(next) \(isLate)")
                    } else {
                        XCTAssertEqual(ends, [1, "alice.test.near"], "\(next) \(isLate)")
                        XCTAssertEqual(place.askers(since: before), ["dapp:\(target)"], "\(next) \(isLate)")
                    }
                    XCTAssertEqual(place.scene.browser.host.queue.count, 0)
                    place.scene.browser.onEvent = { _ in }
                    place.scene.browser.pages.close(page)
                }
            }
            try await place.scene.stop()
        }
    }

    /// A page that stays, and its frame of another origin, are answered however late their token comes.
    func testADocumentThatStaysIsAnsweredOnceItsTokenIsThere() throws {
        try run(timeout: 60) {
            let place = try await Place()
            let gate = Gate()
            let page = try await place.askWithoutToken(behind: gate)
            let before = place.scene.user.asked.count
            gate.open()
            let ends = try await place.ends(of: page)
            XCTAssertEqual(ends, [1, "alice.test.near"])
            await waitUntil("the frame's question") { place.scene.user.asked.count == before + 2 }
            XCTAssertEqual(place.askers(since: before), ["dapp:\(place.own)", "dapp:\(place.other) \(place.own)"])
            await waitUntil("the answer") { place.scene.browser.host.queue.count == 0 }
            try await place.scene.stop()
        }
    }
}
