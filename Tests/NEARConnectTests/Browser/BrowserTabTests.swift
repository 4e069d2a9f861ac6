// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// Tabs of the browser in the shell's window.
final class BrowserTabTests: MainLoopTestCase {
    func testAWindowWithoutAppsMakesNoBrowser() throws {
        try run {
            let scene = try await AppsScene()
            XCTAssertNil(scene.browser.session.pages, "nothing of WebKit before the first page")
            XCTAssertTrue(scene.window.body.showsApps)
            scene.window.body.navigation.press(.activity)
            XCTAssertFalse(scene.window.body.showsApps)
            scene.window.body.navigation.press(.apps)
            XCTAssertTrue(scene.window.body.showsApps)
            XCTAssertEqual(scene.browser.tabs.count, 1)
            try await scene.stop()
        }
    }

    func testPopupsAreTabsBesideTheirOpener() throws {
        try run {
            let site = try await WalletSite.start(["/": DAppScene.blank, "/popup": DAppScene.blank])
            let scene = try await AppsScene()
            let tab = try await scene.show("\(site.origin)/")
            scene.browser.openTab()
            scene.browser.notebook.current = 0
            let view = try XCTUnwrap(tab.page?.view)
            _ = try await view.call("window.popup = open('/popup'); return ''")
            await waitUntil("the popup") { scene.browser.tabs.count == 3 }
            let popup = try scene.tab
            await AppsScene.wait(for: popup, toShow: "\(site.origin)/popup")
            XCTAssertEqual(scene.browser.notebook.index(of: popup), 1)
            _ = try await view.call("popup.close(); return ''")
            await waitUntil("its end") { scene.browser.tabs.count == 2 }
            XCTAssertTrue(popup.isClosed)
            try await scene.stop()
            await site.stop()
        }
    }

    func testKeysDoWhatTheyDoInBrowsers() throws {
        try run {
            let site = try await WalletSite.start(["/": DAppScene.blank, "/next": DAppScene.blank])
            let scene = try await AppsScene()
            let browser = scene.browser
            @MainActor func press(_ name: String, _ modifiers: Set<String> = []) {
                Keyboard.press(name, modifiers, in: browser.notebook)
            }
            let tab = try await scene.show("\(site.origin)/")
            try await scene.show("\(site.origin)/next")
            press("Left", ["Alt"])
            await AppsScene.wait(for: tab, toShow: "\(site.origin)/")
            press("Right", ["Alt"])
            await AppsScene.wait(for: tab, toShow: "\(site.origin)/next")
            press("l", ["Control"])
            XCTAssertTrue(tab.toolbar.address.isFocus)
            tab.toolbar.address.text = "half an addr"
            press("Escape")
            XCTAssertEqual(tab.toolbar.address.text, "\(site.origin)/next")
            press("plus", ["Control"])
            press("plus", ["Control"])
            XCTAssertEqual(tab.page?.view.zoom ?? 0, 1.2, accuracy: 0.001)
            press("minus", ["Control"])
            XCTAssertEqual(tab.page?.view.zoom ?? 0, 1.1, accuracy: 0.001)
            press("0", ["Control"])
            XCTAssertEqual(tab.page?.view.zoom, 1)
            press("f", ["Control"])
            XCTAssertTrue(tab.findBar.isVisible)
            press("Escape")
            XCTAssertFalse(tab.findBar.isVisible)
            _ = try await tab.page?.view.call("window.mark = 1; return ''")
            press("F5")
            await waitUntil("the load") { tab.page?.view.isLoading == true }
            await AppsScene.wait(for: tab, toShow: "\(site.origin)/next")
            let mark = try await tab.page?.view.call("return String(window.mark)")
            XCTAssertEqual(mark, "undefined")
            press("t", ["Control"])
            XCTAssertEqual(browser.tabs.count, 2)
            XCTAssertTrue(try scene.tab.toolbar.address.isFocus)
            press("n", ["Control", "Shift"])
            XCTAssertTrue(try scene.tab.session.isPrivate)
            press("Page_Up", ["Control"])
            XCTAssertEqual(browser.notebook.current, 1)
            press("w", ["Control"])
            press("w", ["Control"])
            press("w", ["Control"])
            XCTAssertEqual(browser.tabs.count, 1)
            XCTAssertFalse(scene.window.body.showsApps, "the last one leaves the browser")
            press("w", ["Control"])
            XCTAssertTrue(scene.window.window.isDestroyed, "elsewhere the key closes the window")
            try await scene.environment.stop()
            await site.stop()
        }
    }

    func testATextIsFoundInThePage() throws {
        try run {
            let site = try await WalletSite.start(["/": WalletSite.Page("<!doctype html><p>Stake and swap</p>")])
            let scene = try await AppsScene()
            let tab = try await scene.show("\(site.origin)/")
            tab.findBar.open()
            tab.findBar.text.text = "nowhere"
            await waitUntil("the answer") { tab.findBar.result.text == "Not found" }
            tab.findBar.text.text = "SWAP"
            await waitUntil("the answer") { tab.findBar.result.text.isEmpty }
            tab.findBar.close()
            try await scene.stop()
            await site.stop()
        }
    }

    func testAPrivateTabLeavesNothing() throws {
        try run {
            let storing = """
                <!doctype html><body><script>
                localStorage.setItem("mark", "private-mark");
                document.cookie = "mark=private-mark; max-age=86400";
                </script></body>
                """
            let site = try await WalletSite.start(["/": WalletSite.Page(storing)])
            let scene = try await AppsScene()
            let folders = try XCTUnwrap(scene.environment.configuration.folders())
            scene.browser.openTab(isPrivate: true)
            let tab = try await scene.show("\(site.origin)/")
            XCTAssertTrue(tab.bar.privacy.isVisible)
            let page = try XCTUnwrap(tab.page)
            let session = tab.session
            let asking = Task { try await page.run("return { accounts: await wallet.signIn() };") }
            await waitUntil("the question") { session.approvals.current != nil }
            session.approvals.current?.dialog.respond(ApprovalDialog.approve)
            _ = try await asking.value
            XCTAssertEqual(tab.bar.permission.text, "Sees alice.test.near")
            // A tab that isn't private knows nothing of it.
            scene.browser.openTab()
            XCTAssertEqual(try scene.tab.start.rows, [])
            XCTAssertNil(scene.browser.session.pages)
            scene.browser.close(tab)
            XCTAssertNil(scene.browser.privateSession)
            let files = FileManager.default
            for name in ["apps", "sites.json"] {
                XCTAssertFalse(files.fileExists(atPath: folders.data.appendingPathComponent(name).path), name)
            }
            XCTAssertFalse(files.fileExists(atPath: folders.cache.appendingPathComponent("apps").path))
            // The same page in a tab that is kept leaves its mark, so this test would see one.
            try await scene.show("\(site.origin)/")
            let kept = folders.data.appendingPathComponent("apps")
            await waitUntil("the cookie") {
                files.fileExists(atPath: kept.appendingPathComponent("cookies.sqlite").path)
            }
            try await scene.stop()
            await site.stop()
        }
    }

    func testEachControlHasAName() throws {
        try run {
            let scene = try await AppsScene()
            let tab = try scene.tab
            let toolbar = tab.toolbar
            let controls: [WidgetHandle] = [
                toolbar.back, toolbar.forward, toolbar.reload, toolbar.stop, toolbar.address, toolbar.newTab,
                toolbar.newPrivateTab, toolbar.find, toolbar.zoomIn, toolbar.zoomOut, toolbar.zoomReset,
                tab.label.closing, tab.progress, tab.findBar.text, tab.findBar.next, tab.findBar.previous,
                tab.findBar.closing, tab.offer.decline, scene.browser.notebook,
            ]
            let names = controls.map(\.accessibleName)
            XCTAssertFalse(names.contains(""), "\(names)")
            XCTAssertEqual(Set(names).count, names.count, "\(names)")
            XCTAssertEqual(tab.offer.choices.values.map(\.accessibleName).filter { $0.hasPrefix("Appear as") }.count, 3)
            try await scene.stop()
        }
    }

    func testNothingOfTheBrowserIsLeft() throws {
        try run {
            let site = try await WalletSite.start(["/": DAppScene.blank])
            let environment = try await WalletTestEnvironment.start()
            try await environment.manager.ready()
            MainLoop.drain()
            let before = LiveCount.all
            var browser: DAppBrowserWidget? = DAppBrowserWidget(
                configuration: DAppBrowserConfiguration(manager: environment.manager))
            try browser?.open("\(site.origin)/")
            await waitUntil("the page") { browser?.current?.page?.view.committedURI == "\(site.origin)/" }
            browser?.openTab(isPrivate: true)
            browser = nil
            await waitUntil("the release of everything in the browser: \(LiveCount.excess(over: before))") {
                LiveCount.isNoMore(than: before)
            }
            try await environment.stop()
            await site.stop()
        }
    }
}
