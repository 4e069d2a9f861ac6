// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import WebKitGTK
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore

/// The window's questions about networks and frames of sites, and the lists where answers are taken back.
final class NetworkQuestionTests: MainLoopTestCase {
    func testANetworkIsAskedAboutListedAndRemoved() throws {
        try run(timeout: 120) {
            let chain = try await Devnet.start(DevnetConfiguration())
            let nodes = try NEARRPCClient(endpoints: [RPCEndpoint(url: chain.rpcURL)])
            let named = try await nodes.status().genesisHash
            let genesis = try XCTUnwrap(named)
            let site = try await WalletSite.start(["/": DAppScene.blank])
            let scene = try await AppsScene()
            let tab = try await scene.show("\(site.origin)/")
            let page = try XCTUnwrap(tab.page)
            let session = tab.session
            let connecting = Task { try await page.run("return { accounts: await wallet.signIn({}) };") }
            try await scene.question().dialog.respond(ApprovalDialog.approve)
            _ = try await connecting.value
            let providing = Task {
                try await page.run(
                    """
                    const extension = await window.injectedWeb3["near-connect"].enable("dApp");
                    return { ok: await extension.metadata.provide({ networkId: "fun", genesisHash: "\(genesis)", rpcUrls: ["\(chain.rpcURL.absoluteString)"] }) };
                    """)
            }
            await waitUntil("the question") { session.questions.current != nil }
            let question = try XCTUnwrap(session.questions.current)
            XCTAssertEqual(question.text.heading, "127.0.0.1 wants to add the network fun: add it?")
            XCTAssertEqual(question.text.facts.map(\.name), ["Website", "Network", "Genesis hash", "Node"])
            question.dialog.respond(SiteQuestionDialogs.agree)
            let answer = try await providing.value
            XCTAssertEqual(answer["ok"], true)
            // It stands in the list of a new tab, and can be removed there.
            scene.browser.openTab()
            let start = try scene.tab.start
            await waitUntil("the list") { start.networks.map(\.id) == ["fun"] }
            try XCTUnwrap(start.networkButtons["fun"]).press()
            await waitUntil("its end") { start.networks.isEmpty }
            XCTAssertEqual(try session.host.networks.all(), [])
            try await scene.stop()
            await site.stop()
            await chain.stop()
        }
    }

    func testAFrameIsAllowedAndStoppedInTheBar() throws {
        try run(timeout: 120) {
            let asking = WalletSite.Page(
                """
                <!doctype html><body><script>
                let found = 0;
                addEventListener("near-wallet-injected", () => { found += 1; });
                dispatchEvent(new Event("near-selector-ready"));
                top.postMessage({ found }, "*");
                </script></body>
                """)
            let framing = WalletSite.Page(
                """
                <!doctype html><title>Shop</title><body><script>
                globalThis.found = new Promise((resolve) => addEventListener("message", ({ data }) => { if (data?.found !== undefined) resolve(String(data.found)); }));
                const other = location.href.replace("127.0.0.1", "localhost").replace("/framing", "/asking");
                addEventListener("DOMContentLoaded", () => document.body.append(Object.assign(document.createElement("iframe"), { src: other })));
                </script></body>
                """)
            let site = try await WalletSite.start(["/": DAppScene.blank, "/asking": asking, "/framing": framing])
            let other = site.origin.replacing("127.0.0.1", with: "localhost")
            let scene = try await AppsScene()
            let tab = try await scene.show("\(site.origin)/framing")
            let found = { @MainActor () async throws -> String in
                try await XCTUnwrap(tab.page).view.call("return await found;")
            }
            let before = try await found()
            XCTAssertEqual(before, "0")
            // A site without a permission of its own isn't offered.
            XCTAssertEqual(tab.frameOffer.state, FrameOffer.State.none)
            let second = scene.browser.openTab()
            try await scene.show("\(other)/")
            let page = try XCTUnwrap(second.page)
            let connecting = Task { try await page.run("return { accounts: await wallet.signIn({}) };") }
            try await scene.question().dialog.respond(ApprovalDialog.approve)
            _ = try await connecting.value
            let (own, framed) = (try XCTUnwrap(SiteOrigin(site.origin)), try XCTUnwrap(SiteOrigin(other)))
            scene.browser.close(second)
            tab.page?.view.reload()
            await waitUntil("the offer") { tab.frameOffer.state == .offered(framed, inside: own) }
            XCTAssertTrue(tab.frameOffer.text.text.contains("localhost"))
            XCTAssertTrue(tab.frameOffer.text.text.contains("127.0.0.1"))
            let shown = try XCTUnwrap(tab.page)
            await shown.renewed { tab.frameOffer.allow.press() }
            await waitUntil("the page's frame") { tab.frameOffer.state == .present(framed, inside: own) }
            let allowed = try await found()
            XCTAssertEqual(allowed, "1")
            tab.frameOffer.stop.press()
            await waitUntil("its end") { tab.frameOffer.state == FrameOffer.State.none }
            XCTAssertEqual(
                try tab.session.host.permissions.site(framed)?.grants.values.flatMap(\.framesInside), [])
            await shown.reload()
            let after = try await found()
            XCTAssertEqual(after, "0")
            try await scene.stop()
            await site.stop()
        }
    }
}
