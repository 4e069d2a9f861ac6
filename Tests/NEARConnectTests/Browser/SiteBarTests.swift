// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore

/// The bar above a page and the address field, against pages that want another name there.
final class SiteBarTests: MainLoopTestCase {
    func testTheBarNamesTheDocumentThatIsShown() throws {
        try run {
            let silent = try SilentNode()
            let site = try await WalletSite.start([
                "/": DAppScene.blank, "/here": DAppScene.blank,
            ])
            let leading = try await WalletSite.start(["/": .redirect(to: "\(site.origin)/here")])
            let other = site.origin.replacing("127.0.0.1", with: "localhost")
            let scene = try await AppsScene()
            let tab = try await scene.show("\(site.origin)/")
            XCTAssertEqual(tab.bar.state?.text.owner, "127.0.0.1")
            XCTAssertEqual(tab.bar.owner.text, "127.0.0.1")
            XCTAssertEqual(tab.bar.permission.text, "Sees no account")
            let view = try XCTUnwrap(tab.page?.view)
            // Its own path is a page's to write, and no other origin.
            _ = try await view.call("history.pushState({}, '', '/https://bank.example/'); return ''")
            await waitUntil("the path") { tab.toolbar.address.text == "\(site.origin)/https://bank.example/" }
            _ = try await view.call(
                "try { history.pushState({}, '', other); } catch { } return ''", arguments: ["other": other])
            // An address that takes its time is named once it is there.
            let slow = silent.url.absoluteString.replacing("127.0.0.1", with: "localhost") + "/"
            _ = try await view.call("location.href = slow; return ''", arguments: ["slow": slow])
            await waitUntil("the load") { view.isLoading }
            XCTAssertEqual(tab.bar.owner.text, "127.0.0.1")
            XCTAssertFalse(tab.toolbar.address.text.contains("localhost"), tab.toolbar.address.text)
            XCTAssertEqual(tab.site?.text.text, site.origin)
            view.stopLoading()
            await waitUntil("the end of the load") { !view.isLoading }
            // A redirect's end is named, not its beginning.
            try scene.enter(leading.origin.replacing("127.0.0.1", with: "localhost") + "/")
            await AppsScene.wait(for: tab, toShow: "\(site.origin)/here")
            XCTAssertEqual(tab.bar.owner.text, "127.0.0.1")
            try await scene.show("\(other)/here")
            XCTAssertEqual([tab.bar.beginning.text, tab.bar.owner.text], ["http://", "localhost"])
            try await scene.stop()
            await leading.stop()
            await site.stop()
        }
    }

    func testAScriptInTheAddressFieldIsNotRun() throws {
        try run {
            let site = try await WalletSite.start(["/": DAppScene.blank])
            let scene = try await AppsScene()
            let tab = try await scene.show("\(site.origin)/")
            let view = try XCTUnwrap(tab.page?.view)
            for text in [
                "javascript:document.title='run'", " JavaScript:document.title='run'",
                "view-source:\(site.origin)/", "data:text/html,<title>run</title>", "file:///etc/passwd",
            ] {
                try scene.enter(text)
                XCTAssertNotNil(tab.notice.text, text)
                XCTAssertEqual(view.committedURI, "\(site.origin)/")
                XCTAssertFalse(view.isLoading)
            }
            let title = try await view.call("return document.title")
            XCTAssertEqual(title, "dApp")
            XCTAssertEqual(tab.documentAddress, "\(site.origin)/")
            try await scene.stop()
            await site.stop()
        }
    }

    func testAPageWithoutAnAddressHasNoNameAndNoWallet() throws {
        try run {
            let site = try await WalletSite.start(["/": DAppScene.blank])
            let scene = try await AppsScene()
            let tab = try await scene.show("\(site.origin)/")
            _ = try await XCTUnwrap(tab.page).view.call(
                "open('about:blank').document.write('<title>https://bank.example</title>'); return ''")
            await waitUntil("the popup") { scene.browser.tabs.count == 2 }
            let popup = try scene.tab
            XCTAssertTrue(popup.opener === tab.page)
            await waitUntil("its bar") { popup.bar.state?.text.owner == "Page without an address" }
            XCTAssertEqual(popup.bar.permission.text, "")
            try await scene.stop()
            await site.stop()
        }
    }

    func testAPlainPageIsShownAsSuchAndHasNoWallet() throws {
        try run {
            let site = try await WalletSite.start(["/": DAppScene.blank])
            let scene = try await AppsScene()
            // A name of this computer that isn't safe: another origin than without its dot.
            let plain = site.origin.replacing("127.0.0.1", with: "localhost.") + "/"
            try scene.enter(plain)
            let tab = try scene.tab
            await waitUntil("the page") { tab.page?.view.committedURI == plain && tab.page?.view.isLoading == false }
            XCTAssertEqual(tab.bar.warning.text, "Not secure")
            XCTAssertEqual(tab.bar.permission.text, "No wallet here")
            let found = try await XCTUnwrap(tab.page).view.call(
                """
                let found = "none";
                addEventListener("near-wallet-injected", () => { found = "wallet"; });
                dispatchEvent(new Event("near-selector-ready"));
                return `${found} ${typeof window.near} ${typeof window.injectedWeb3}`;
                """)
            XCTAssertEqual(found, "none undefined undefined")
            try await scene.stop()
            await site.stop()
        }
    }

    func testTheBarShowsWhatASiteSeesUntilItIsDisconnected() throws {
        try run {
            let site = try await WalletSite.start(["/": DAppScene.blank])
            let scene = try await AppsScene()
            let tab = try await scene.show("\(site.origin)/")
            let page = try XCTUnwrap(tab.page)
            XCTAssertFalse(tab.bar.disconnect.isVisible)
            let asking = Task { try await page.run("return { accounts: await wallet.signIn() };") }
            let question = try await scene.question()
            XCTAssertTrue(question.text.facts.contains { $0.value == site.origin }, "\(question.text.facts)")
            XCTAssertTrue(question.dialog.isTransient(for: scene.browser.notebook))
            XCTAssertEqual(tab.bar.waiting.text, "1 request waits")
            question.dialog.respond(ApprovalDialog.approve)
            _ = try await asking.value
            await waitUntil("the permission") { tab.bar.permission.text == "Sees alice.test.near" }
            XCTAssertFalse(tab.bar.waiting.isVisible)
            // The list of a new tab has the site, too.
            let fresh = scene.browser.openTab()
            let origin = try XCTUnwrap(SiteOrigin(site.origin))
            XCTAssertEqual(fresh.start.rows?.map(\.origin), [origin])
            XCTAssertEqual(fresh.start.rows?.first?.grants, ["Sees alice.test.near on devnet"])
            scene.browser.close(fresh)
            tab.bar.disconnect.press()
            XCTAssertEqual(tab.bar.permission.text, "Sees no account")
            let left = try await page.run("return { accounts: await wallet.getAccounts() };")
            XCTAssertEqual(left["accounts"], [])
            try await scene.stop()
            await site.stop()
        }
    }
}
