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

/// Pages that aren't shown: servers that don't show who they are, hosts of the user's list, pages that don't load.
final class PageProblemTests: MainLoopTestCase {
    func testAServerThatDoesNotShowWhoItIsIsNotPassed() throws {
        try run {
            let secure = try LoopbackSite { _ in LoopbackSite.Reply("<!doctype html><title>secret</title>") }
            let address = secure.url("app.localhost")
            let site = try await WalletSite.start(["/": DAppScene.blank, "/away": .redirect(to: address)])
            let scene = try await AppsScene()
            let tab = try scene.tab
            // First as a new tab's page, then over another page, then behind a redirect.
            for (written, hasPage) in [(address, false), (address, true), ("\(site.origin)/away", true)] {
                if hasPage { try await scene.show("\(site.origin)/") }
                try scene.enter(written)
                await waitUntil("the problem") { tab.failed != nil }
                XCTAssertTrue(tab.problem.heading.text.contains("app.localhost"), tab.problem.heading.text)
                XCTAssertTrue(tab.problem.text.text.contains("doesn’t trust the issuer"), tab.problem.text.text)
                XCTAssertEqual(tab.bar.owner.text, "Nothing was loaded")
                XCTAssertEqual(tab.bar.permission.text, "")
                XCTAssertNil(tab.site)
                tab.problem.retry.press()
                await waitUntil("the same problem") { tab.failed != nil && tab.pending == nil }
                XCTAssertEqual(secure.requests.count, 0)
                XCTAssertNotEqual(tab.page?.view.title, "secret")
                tab.problem.leave.press()
                XCTAssertEqual(tab.documentAddress, hasPage ? "\(site.origin)/" : nil)
                XCTAssertEqual(tab.page == nil, !hasPage)
            }
            try await scene.stop()
            await site.stop()
            secure.stop()
        }
    }

    func testAnAddressThatLeadsNowhereSaysSo() throws {
        try run {
            let silent = try await WalletSite.start([:])
            await silent.stop()
            let scene = try await AppsScene()
            let tab = try scene.tab
            for (written, part) in [
                ("\(silent.origin)/", "can’t be reached"), ("localhost:1", "isn’t opened here"),
                ("https://near-connect-bridge.local/", "isn’t opened here"),
            ] {
                try scene.enter(written)
                await waitUntil("the problem of \(written)") { tab.failed != nil }
                XCTAssertTrue(tab.problem.heading.text.contains(part), tab.problem.heading.text)
                tab.problem.leave.press()
                XCTAssertNil(tab.page)
            }
            try await scene.stop()
        }
    }

    func testAHostOfTheListIsNotOpenedByAnybody() throws {
        try run {
            let site = try await WalletSite.start([
                "/": DAppScene.blank, "/away": .redirect(to: "http://www.evil.example/x"),
            ])
            let scene = try await AppsScene(denied: "# mine\nevil.example\n")
            let tab = try scene.tab
            for written in ["evil.example", "http://www.EVIL.example./x", "\(site.origin)/away"] {
                try scene.enter(written)
                await waitUntil("the problem") { tab.failed != nil }
                XCTAssertTrue(tab.problem.heading.text.contains("evil.example"), tab.problem.heading.text)
                XCTAssertFalse(tab.problem.retry.isVisible)
                tab.problem.leave.press()
                await waitUntil("the start") { tab.page == nil }
            }
            // A page that leads there stays where it is; so does the opener of a window.
            try await scene.show("\(site.origin)/")
            let view = try XCTUnwrap(tab.page?.view)
            _ = try await view.call("location.href = 'https://evil.example/'; return ''")
            await waitUntil("the notice") { tab.notice.text?.contains("evil.example") == true }
            XCTAssertEqual(tab.documentAddress, "\(site.origin)/")
            let opened = try await view.call("return String(open('https://a.evil.example/'))")
            XCTAssertEqual(opened, "null")
            XCTAssertEqual(scene.browser.tabs.count, 1)
            try await scene.stop()
            await site.stop()
        }
    }

    func testAHostThatIsDeniedLaterLosesItsWalletAtOnce() throws {
        try run {
            let site = try await WalletSite.start(["/": DAppScene.blank])
            let scene = try await AppsScene(denied: "")
            let tab = try await scene.show("\(site.origin)/")
            let page = try XCTUnwrap(tab.page)
            let before = try await page.run("return { accounts: await wallet.getAccounts() };")
            XCTAssertEqual(before["accounts"], [])
            let folders = try XCTUnwrap(scene.environment.configuration.folders())
            try Data("127.0.0.1\n".utf8).write(to: folders.config.appendingPathComponent("denied-hosts"))
            await waitUntil("the problem") { tab.failed != nil }
            let after = try await page.run(
                "return { code: await wallet.signIn().then(() => 0, (error) => error.code) };")
            XCTAssertEqual(after["code"], 4100)
            XCTAssertNil(scene.browser.session.approvals.current)
            try await scene.stop()
            await site.stop()
        }
    }

    func testFilesThatCannotBeUsedKeepPagesClosed() throws {
        try run {
            let site = try await WalletSite.start(["/": DAppScene.blank])
            for (denied, filter, part) in [
                (String(repeating: "a\n", count: 3 << 20), nil, "denied-hosts"), (nil, "[{]", "content-filter.json"),
            ] as [(String?, String?, String)] {
                let scene = try await AppsScene(denied: denied, filter: filter)
                let tab = try scene.tab
                try scene.enter("\(site.origin)/")
                await waitUntil("the reason") { tab.notice.text?.contains(part) == true }
                XCTAssertNil(tab.page)
                try await scene.stop()
            }
            await site.stop()
        }
    }

    func testAUsersFilterBlocksWhatItNames() throws {
        try run {
            let site = try await WalletSite.start(["/": DAppScene.blank, "/advert": DAppScene.blank])
            let rule = #"[{"trigger": {"url-filter": "/advert"}, "action": {"type": "block"}}]"#
            let scene = try await AppsScene(filter: rule)
            let tab = try await scene.show("\(site.origin)/")
            let fetched = try await XCTUnwrap(tab.page).view.call(
                "const ask = (path) => fetch(path).then(() => 'came', () => 'blocked'); return `${await ask('/advert')} ${await ask('/')}`"
            )
            XCTAssertEqual(fetched, "blocked came")
            try await scene.stop()
            await site.stop()
        }
    }

    func testASiteWithFixedWalletsIsOfferedAnother() throws {
        try run {
            let selector = """
                <!doctype html><body><script>localStorage.setItem("near-wallet-selector:recentlySignedInWallets", "[]")</script></body>
                """
            let site = try await WalletSite.start(["/": WalletSite.Page(selector)])
            let scene = try await AppsScene()
            let tab = try await scene.show("\(site.origin)/")
            let origin = try XCTUnwrap(SiteOrigin(site.origin))
            await waitUntil("the offer") { tab.offer.state == .offered }
            XCTAssertNil(try scene.browser.session.host.permissions.site(origin), "off until it is agreed to")
            tab.offer.choices[.nightly]?.press()
            await waitUntil("the note") { tab.offer.state == .present(.nightly) && tab.page?.view.isLoading == false }
            XCTAssertEqual(try scene.browser.session.host.permissions.site(origin)?.persona, .nightly)
            tab.offer.stop.press()
            await waitUntil("the offer") { tab.offer.state == .offered && tab.page?.view.isLoading == false }
            XCTAssertNil(try scene.browser.session.host.permissions.site(origin)?.persona)
            tab.offer.decline.press()
            XCTAssertEqual(tab.offer.state, PersonaOffer.State.none)
            try await scene.stop()
            await site.stop()
        }
    }
}
