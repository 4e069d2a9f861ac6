// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import WebKitGTK
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The chain's explorer in the shell's window.
final class ExplorerWindowTests: MainLoopTestCase {
    @MainActor
    private static func opened(
        _ body: (WalletTestEnvironment, ConnectWindow, ExplorerPage) async throws -> Void
    ) async throws {
        let environment = try await WalletTestEnvironment.start()
        let window = ConnectWindow(manager: environment.manager)
        window.explorer = environment.devnet.explorerURL
        window.present()
        window.body.show(.devnet)
        let page = try XCTUnwrap(window.body.explorerPage)
        await waitUntil("the explorer") { page.view.title == "NEAR devnet" && !page.view.isLoading }
        try await body(environment, window, page)
        window.close()
        try await environment.stop()
    }

    @MainActor
    private static func text(_ page: ExplorerPage, has part: String) async throws {
        let found = try await page.view.call(
            """
            for (let turn = 0; turn < 3000 && !document.body.innerText.includes(part); turn++)
                await new Promise((resolve) => setTimeout(resolve, 10));
            return document.body.innerText;
            """, arguments: ["part": part])
        XCTAssertTrue(found.contains(part), found)
    }

    func testItShowsTheChainInTheWindowAndGoesAway() throws {
        try run {
            try await Self.opened { environment, window, page in
                try await Self.text(page, has: "Chain \(environment.devnet.chainId)")
                _ = try await page.view.call("location.hash = '#/accounts'; return ''")
                try await Self.text(page, has: "alice.test.near")
                XCTAssertTrue(page.isMapped)
                window.body.show(.wallet)
                XCTAssertNil(window.body.explorerPage)
            }
        }
    }

    /// The page has the theme's colours, also after the desktop has gone from light to dark.
    func testItLooksAsTheThemeDoesInLightAndDark() throws {
        try run {
            try await Self.opened { _, window, page in
                var seen: [String] = []
                for isDark in [false, true] {
                    DisplayLook.prefer(dark: isDark)
                    await waitUntil("the theme") { StyleSheet.isDark(around: page) == isDark }
                    let back = try XCTUnwrap(StyleSheet.css("theme_bg_color", around: page))
                    let chosen = try XCTUnwrap(StyleSheet.css("theme_selected_bg_color", around: page))
                    let expected = "\(back) \(StyleSheet.linkCSS(around: page)) \(chosen)none".filter { $0 != " " }
                    let found = try await page.view.call(
                        """
                        const read = () => [
                            getComputedStyle(document.body).backgroundColor,
                            getComputedStyle(document.querySelector("nav a")).color,
                            getComputedStyle(document.querySelector("#search button")).backgroundColor,
                            // Otherwise a button of WebKit's own is painted, whatever its colours are.
                            getComputedStyle(document.querySelector("#search button")).appearance,
                        ].join("").replaceAll(" ", "");
                        for (let turn = 0; turn < 1000 && read() !== expected; turn++)
                            await new Promise((resolve) => setTimeout(resolve, 10));
                        return read();
                        """, arguments: ["expected": expected])
                    XCTAssertEqual(found, expected)
                    seen.append(found)
                }
                XCTAssertNotEqual(seen[0], seen[1])
                DisplayLook.prefer(dark: nil)
            }
        }
    }

    func testNEARIsGivenTimePassesAndAStateComesBack() throws {
        try run {
            try await Self.opened { environment, window, _ in
                let tools = try XCTUnwrap(window.body.devnetPage).tools
                await waitUntil("the accounts") { tools.rows.contains { $0.hasPrefix("alice.test.near: ") } }
                tools.blocks.text = "0"
                tools.skip.press()
                XCTAssertTrue(tools.note.text.hasPrefix("Enter a number of blocks from 1 to"))
                tools.keepState.press()
                await waitUntil("the state") { tools.snapshots.count == 1 && tools.keepState.isSensitive }
                let before = try XCTUnwrap(tools.snapshots.first).height
                tools.blocks.text = "1000"
                tools.skip.press()
                await waitUntil("the blocks") {
                    tools.height.text == "Block \(before + 1000)" && tools.skip.isSensitive
                }
                tools.account.text = "dora.test.near"
                tools.amount.text = "7"
                tools.give.press()
                await waitUntil("the account: \(tools.note.text)") {
                    tools.rows.contains("dora.test.near: 7\u{A0}NEAR") && tools.give.isSensitive
                }
                XCTAssertTrue(environment.manager.keystoreAccounts.contains { $0.text == "dora.test.near" })
                tools.goBack.press()
                await waitUntil("the state: \(tools.note.text)") {
                    tools.height.text == "Block \(before)" && !tools.rows.contains { $0.hasPrefix("dora") }
                }
                XCTAssertTrue(tools.note.text.hasPrefix("The chain is at block \(before) again."))
            }
        }
    }

    func testItsViewIsNotTheBridgesAndReachesNothingOfIt() throws {
        try run {
            try await Self.opened { environment, _, page in
                try await environment.manager.ready()
                XCTAssertFalse(environment.manager.coordinator?.view === page.view)
                let reached = try await page.view.call(
                    """
                    const addresses = ["near-connect://bridge/Bridge/bridge.js", "near-connect://rpc/mainnet", "near-connect://icons/x"];
                    const results = await Promise.all(addresses.map(async (address) => {
                        const image = new Promise((resolve) => {
                            const element = new Image();
                            element.onload = () => resolve("seen");
                            element.onerror = () => resolve("not seen");
                            element.src = address;
                        });
                        const fetched = fetch(address, { mode: "no-cors" }).then(() => "reached", () => "not reached");
                        return `${await fetched}, ${await image}`;
                    }));
                    return `${results.join("; ")}; ${typeof window.nearConnect}`;
                    """)
                XCTAssertEqual(
                    reached,
                    Array(repeating: "not reached, not seen", count: 3).joined(separator: "; ") + "; undefined")
            }
        }
    }

    func testItGoesNowhereElse() throws {
        try run {
            try await Self.opened { environment, _, page in
                // WebKit itself refuses files to web pages, without a question.
                _ = try await page.view.call("location.href = 'file:///etc/passwd'; return ''")
                let elsewhere = [
                    "https://elsewhere.example/", "http://localhost:40000/",
                    "near-connect://bridge/Bridge/bridge.js", "about:blank",
                ]
                for address in elsewhere {
                    _ = try await page.view.call("location.href = address; return ''", arguments: ["address": address])
                    await waitUntil("the refusal of \(address)") { page.refused.last == address }
                }
                let opened = try await page.view.call("return String(window.open('https://elsewhere.example/'))")
                XCTAssertEqual(opened, "null")
                XCTAssertEqual(page.refused, elsewhere + ["https://elsewhere.example/"])
                XCTAssertEqual(page.view.committedURI, "\(environment.devnet.explorerURL.absoluteString)/")
                try await Self.text(page, has: "Chain \(environment.devnet.chainId)")
            }
        }
    }

    func testAWalletThatWantsToBeSeenComesFirst() throws {
        try run {
            try await Self.opened { environment, window, _ in
                environment.manager.connect()
                await waitUntil("the list") { environment.manager.showWalletUI }
                await waitUntil("the end of the explorer") { window.body.explorerPage == nil }
                window.body.show(.devnet)
                XCTAssertNil(window.body.explorerPage, "the list is not to be covered")
                environment.manager.cancelPendingOperation()
            }
        }
    }

    func testWithoutAnExplorerThereIsNothingToChoose() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let window = ConnectWindow(manager: environment.manager)
            window.present()
            XCTAssertFalse(window.body.offered.contains(.devnet))
            window.body.show(.devnet)
            XCTAssertNil(window.body.explorerPage)
            window.close()
            try await environment.stop()
        }
    }

    func testNothingOfItIsLeft() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            try await environment.manager.ready()
            MainLoop.drain()
            let before = LiveCount.all
            var window: ConnectWindow? = ConnectWindow(manager: environment.manager)
            window?.explorer = environment.devnet.explorerURL
            window?.present()
            window?.body.show(.devnet)
            window?.body.show(.wallet)
            window?.body.show(.devnet)
            window?.close()
            window = nil
            await waitUntil("the release of everything in the window") { LiveCount.isNoMore(than: before) }
            try await environment.stop()
        }
    }
}
