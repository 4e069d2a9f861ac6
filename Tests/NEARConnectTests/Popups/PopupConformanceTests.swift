// SPDX-License-Identifier: MIT

import GLibRuntime
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// Windows that pages open behave as in a browser, on a site that really answers.
final class PopupConformanceTests: MainLoopTestCase {
    private static let script = """
        <!DOCTYPE html><title>wallet</title><script>
        addEventListener("message", ({ data, origin, source }) => {
          if (data === "close") window.close();
          else if (data === "close opener") { opener.close(); source.postMessage("asked", "*"); }
          else if (data === "open another") { window.another = open("{origin}/another", "", "width=330,height=340"); }
          else source?.postMessage({ echo: data, from: origin, name: window.name }, "*");
        });
        opener?.postMessage({ here: location.pathname, name: window.name, hasOpener: opener !== null }, "*");
        </script>
        """

    private static let pages: [String: WalletSite.Page] = [
        "/wallet": WalletSite.Page(script),
        "/other": WalletSite.Page(script),
        "/another": WalletSite.Page(
            #"<script>opener.opener.postMessage({ here: "/another", grandchild: true }, "*")</script>"#),
        "/first": .redirect(to: "/second"),
        "/second": .redirect(to: "{origin}/third"),
        "/third": .redirect(to: "/wallet"),
        "/severed": WalletSite.Page(
            "<script>document.title = `opener ${opener === null}`</script>",
            headers: ["Cross-Origin-Opener-Policy": "same-origin"]),
        "/quick": WalletSite.Page(#"<script>opener.postMessage({ here: "/quick" }, "*"); close()</script>"#),
    ]

    /// A bridge page that notes what popups say, and the site.
    @MainActor
    private struct Stage {
        let environment: WalletTestEnvironment
        let site: WalletSite
        let coordinator: BridgeCoordinator

        /// Runs a script in the bridge page; `site` is the site's origin, `heard` the messages of popups.
        func run(_ script: StaticString) async throws -> String {
            try await coordinator.view.call(script, arguments: ["site": site.origin])
        }

        /// Waits for a popup's message and gives it back as JSON.
        ///
        /// - Parameter wanted: `field=value`, or the whole text.
        @discardableResult
        func hear(_ wanted: String) async throws -> String {
            try await coordinator.view.call(
                """
                const [field, value] = wanted.split("=");
                const fits = (data) => (typeof data === "string" ? data === wanted : String(data?.[field]) === value);
                for (let turn = 0; turn < 3000; turn++) {
                  const index = window.heard.findIndex(({ data }) => fits(data));
                  if (index >= 0) return JSON.stringify(window.heard.splice(index, 1)[0]);
                  await new Promise((resolve) => setTimeout(resolve, 10));
                }
                throw new Error(`never heard ${wanted}, but ${JSON.stringify(window.heard)}`);
                """, arguments: ["wanted": wanted])
        }
    }

    @MainActor
    private static func onStage(
        _ configure: (inout NEARWalletConfiguration) -> Void = { _ in }, _ body: (Stage) async throws -> Void
    ) async throws {
        let site = try await WalletSite.start(pages)
        let environment = try await WalletTestEnvironment.start(script: [:]) { configure(&$0) }
        await waitUntil("the bridge") { environment.manager.isBridgeReady }
        let coordinator = try XCTUnwrap(environment.manager.coordinator)
        let stage = Stage(environment: environment, site: site, coordinator: coordinator)
        _ = try await stage.run(
            "window.heard = []; addEventListener('message', ({ data, origin }) => heard.push({ data, origin })); return ''"
        )
        try await body(stage)
        try await environment.stop()
        await site.stop()
    }

    func testMessagesGoBothWaysAndNameTheirOrigins() throws {
        try run {
            try await Self.onStage { stage in
                _ = try await stage.run("window.popup = open(site + '/wallet'); return ''")
                let first = try await stage.hear("here=/wallet")
                XCTAssertTrue(first.contains(#""origin":"\#(stage.site.origin)""#), first)
                _ = try await stage.run("popup.postMessage('hello', site); return ''")
                let echo = try await stage.hear("echo=hello")
                XCTAssertTrue(echo.contains(#""from":"https://near-connect-bridge.local""#), echo)
                // A message for another origin isn't delivered.
                _ = try await stage.run(
                    "popup.postMessage('lost', 'https://example.com'); popup.postMessage('after', site); return ''")
                try await stage.hear("echo=after")
                let lost = try await stage.run("return String(heard.some(({ data }) => data.echo === 'lost'))")
                XCTAssertEqual(lost, "false")
            }
        }
    }

    func testBothSidesSeeThatAWindowIsClosed() throws {
        try run {
            try await Self.onStage { stage in
                _ = try await stage.run("window.popup = open(site + '/wallet'); return ''")
                try await stage.hear("here=/wallet")
                _ = try await stage.run("popup.postMessage('close', '*'); return ''")
                await waitUntil("the popup's end") { stage.coordinator.popups.isEmpty }
                let closed = try await stage.run(
                    """
                    for (let turn = 0; turn < 3000 && !popup.closed; turn++) await new Promise((done) => setTimeout(done, 10));
                    return String(popup.closed)
                    """)
                XCTAssertEqual(closed, "true")
                // The opener closes what it has opened.
                _ = try await stage.run("window.popup = open(site + '/wallet'); return ''")
                try await stage.hear("here=/wallet")
                _ = try await stage.run("popup.close(); return ''")
                await waitUntil("the popup's end") { stage.coordinator.popups.isEmpty }
            }
        }
    }

    func testANamedWindowIsUsedAgain() throws {
        try run {
            try await Self.onStage { stage in
                _ = try await stage.run("window.popup = open(site + '/wallet', 'near-wallet'); return ''")
                let first = try await stage.hear("here=/wallet")
                XCTAssertTrue(first.contains(#""name":"near-wallet""#), first)
                let same = try await stage.run(
                    "return String(open(site + '/other', 'near-wallet') === popup)")
                XCTAssertEqual(same, "true")
                try await stage.hear("here=/other")
                XCTAssertEqual(stage.coordinator.popups.count, 1)
                _ = try await stage.run("open(site + '/other', 'second'); return ''")
                try await stage.hear("name=second")
                XCTAssertEqual(stage.coordinator.popups.count, 2)
            }
        }
    }

    func testAWindowWithoutAnOpenerHasNoneAndIsShownAllTheSame() throws {
        try run {
            try await Self.onStage { stage in
                let result = try await stage.run("return String(open(site + '/severed', '', 'noopener'))")
                XCTAssertEqual(result, "null")
                await waitUntil("the page") { stage.coordinator.popups.first?.view.title == "opener true" }
                XCTAssertEqual(stage.coordinator.popups.first?.isPresented, true)
            }
        }
    }

    func testRedirectsAreFollowedAndTheOriginShownIsTheLast() throws {
        try run {
            try await Self.onStage { stage in
                _ = try await stage.run("window.popup = open(site + '/first'); return ''")
                try await stage.hear("here=/wallet")
                let popup = try XCTUnwrap(stage.coordinator.popups.first)
                XCTAssertEqual(popup.view.committedURI, stage.site.origin + "/wallet")
                _ = try await stage.run("popup.postMessage('still', site); return ''")
                try await stage.hear("echo=still")
            }
        }
    }

    func testAPageThatSeversItsOpenerIsShownAndCloses() throws {
        try run {
            try await Self.onStage { stage in
                _ = try await stage.run("window.popup = open(site + '/severed'); return ''")
                await waitUntil("the page") { stage.coordinator.popups.first?.view.title?.hasPrefix("opener") == true }
                let popup = try XCTUnwrap(stage.coordinator.popups.first)
                XCTAssertEqual(popup.isPresented, true)
                XCTAssertEqual(popup.view.title, "opener true", "the page has no opener")
                popup.close(by: .user)
                XCTAssertTrue(stage.coordinator.popups.isEmpty)
                let closed = try await stage.run(
                    """
                    for (let turn = 0; turn < 3000 && !popup.closed; turn++) await new Promise((done) => setTimeout(done, 10));
                    return String(popup.closed)
                    """)
                XCTAssertEqual(closed, "true")
            }
        }
    }

    func testAPopupOpensAPopupWhichOutlivesIt() throws {
        try run {
            try await Self.onStage { stage in
                _ = try await stage.run("window.popup = open(site + '/wallet', '', 'width=400,height=450'); return ''")
                try await stage.hear("here=/wallet")
                _ = try await stage.run("popup.postMessage('open another', site); return ''")
                try await stage.hear("grandchild=true")
                XCTAssertEqual(stage.coordinator.popups.count, 2)
                XCTAssertEqual(
                    stage.coordinator.popups.map(\.view.windowFeatures),
                    [WindowFeatures(width: 400, height: 450), WindowFeatures(width: 330, height: 340)])
                stage.coordinator.popups.first?.close(by: .user)
                XCTAssertEqual(stage.coordinator.popups.count, 1)
                XCTAssertEqual(stage.coordinator.popups.first?.view.committedURI, stage.site.origin + "/another")
            }
        }
    }

    func testAPopupCannotCloseTheBridge() throws {
        try run {
            try await Self.onStage { stage in
                _ = try await stage.run("window.popup = open(site + '/wallet'); return ''")
                try await stage.hear("here=/wallet")
                _ = try await stage.run("popup.postMessage('close opener', site); return ''")
                try await stage.hear("asked")
                let echo = try await stage.environment.manager.echo("still here")
                XCTAssertEqual(echo, "still here")
            }
        }
    }

    func testAWindowThatClosesAtOnceStillDeliversItsMessage() throws {
        try run {
            try await Self.onStage { stage in
                _ = try await stage.run("open(site + '/quick'); return ''")
                try await stage.hear("here=/quick")
                await waitUntil("the popup's end") { stage.coordinator.popups.isEmpty }
            }
        }
    }

    func testAPageThatOpensWindowsWithoutEndIsCutOff() throws {
        try run {
            try await Self.onStage { stage in
                let opened = try await stage.run(
                    "return String(Array.from({ length: 40 }, () => open('about:blank')).filter((each) => each !== null).length)"
                )
                XCTAssertEqual(opened, "\(PopupSet.limit)")
                stage.environment.manager.closePopups()
                XCTAssertTrue(stage.coordinator.popups.isEmpty)
            }
        }
    }

    func testAPopupOverTheBridgeIsAPageOfTheWidget() throws {
        try run {
            try await Self.onStage({ $0.popups = .overBridge }) { stage in
                let manager = stage.environment.manager
                let window = ConnectWindow(manager: manager)
                window.present()
                await waitUntil("the widget") { stage.coordinator.popupSet.host != nil }
                _ = try await stage.run("window.popup = open(site + '/wallet'); return ''")
                try await stage.hear("here=/wallet")
                await waitUntil("the page") { manager.showWalletUI }
                XCTAssertEqual(window.bridge.popups.count, 1)
                _ = try await stage.run("popup.postMessage('hello', site); return ''")
                try await stage.hear("echo=hello")
                stage.coordinator.popups.first?.close(by: .user)
                XCTAssertTrue(window.bridge.popups.isEmpty)
                XCTAssertFalse(manager.showWalletUI)
                window.close()
            }
        }
    }
}
