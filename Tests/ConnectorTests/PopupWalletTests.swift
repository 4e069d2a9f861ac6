// SPDX-License-Identifier: MIT

import ConnectorTesting
import Foundation
import MainLoopTesting
import WebKitGTK
import XCTest

/// Wallets that speak through windows, with a loopback server for their sites.
final class PopupWalletTests: MainLoopTestCase {
    private func runPage(
        _ body: @escaping @MainActor (ConnectorPage, WalletSite) async throws -> Void, name: String = #function
    ) throws {
        try run(name: name) {
            try await WalletSite.run { site in
                let page = ConnectorPage(.embedded, module: "popup-wallets.js")
                try await page.reload()
                try await body(page, site)
            }
        }
    }

    @MainActor
    private static func call(
        _ method: String, of wallet: String, on site: WalletSite, in page: ConnectorPage
    ) async throws -> String {
        try await page.view.call(
            "return await module.call(wallet, method, site)",
            arguments: ["wallet": wallet, "method": method, "site": site.address])
    }

    func testARedirectingWalletSignsInAndSigns() throws {
        try runPage { page, site in
            let account = #"{"accountId":"redirect.near","publicKey":"ed25519:r"}"#
            let signedIn = try await Self.call("signIn", of: "redirecting", on: site, in: page)
            XCTAssertEqual(signedIn, "[\(account)]")
            let accounts = try await Self.call("getAccounts", of: "redirecting", on: site, in: page)
            XCTAssertEqual(accounts, "[\(account)]")
            let message = try await Self.call("signMessage", of: "redirecting", on: site, in: page)
            XCTAssertTrue(message.contains("signed to be signed"), message)
            await waitUntil("the windows to go") { page.popups.isEmpty }
        }
    }

    func testARedirectingWalletsRefusalReachesTheCaller() throws {
        try runPage { page, site in
            let outcome = try await Self.call("signAndSendTransaction", of: "redirecting", on: site, in: page)
            XCTAssertEqual(outcome, "failed: The user said no")
            await waitUntil("the window to go") { page.popups.isEmpty }
        }
    }

    func testAWindowThatTheUserClosesEndsTheCall() throws {
        try runPage { page, site in
            let outcome = Task { try await Self.call("signIn", of: "polling", on: site, in: page) }
            await waitUntil("the window") { site.requests.contains { $0.hasPrefix("/mailbox/") } }
            page.closePopups()
            let text = try await outcome.value
            XCTAssertEqual(text, "failed: closed")
        }
    }

    func testAPageInsideTheExecutorsFrameOpensTheWindowAndAnswers() throws {
        try runPage { page, site in
            let signedIn = try await Self.call("signIn", of: "nesting", on: site, in: page)
            XCTAssertEqual(
                signedIn,
                #"[{"accountId":"nested.near","publicKey":"ed25519:n","signature":"sign-in for https://near-connect-bridge.local"}]"#
            )
            let message = try await Self.call("signMessage", of: "nesting", on: site, in: page)
            XCTAssertTrue(message.contains("to be signed for https://near-connect-bridge.local"), message)
            await waitUntil("the windows to go") { page.popups.isEmpty }
        }
    }

    func testAWalletOnAPhoneGetsALinkACodeToScanAndIsAskedUntilItAnswers() throws {
        try runPage { page, site in
            let outcome = Task { try await Self.call("signIn", of: "polling", on: site, in: page) }
            await waitUntil("the link") { page.links.contains { $0.hasPrefix("hotwallet://sign?id=") } }
            await waitUntil("a question to the server") { site.requests.contains { $0.hasPrefix("/mailbox/") } }
            let sheet = try await page.view.call("return module.sheet()")
            XCTAssertEqual(sheet, "sheet with code")
            let link = try XCTUnwrap(page.links.first.flatMap { URLComponents(string: $0) })
            let id = try XCTUnwrap(link.queryItems?.first { $0.name == "id" }?.value)
            site.post(#"{"accountId":"phone.near","publicKey":"ed25519:p"}"#, to: id)
            let text = try await outcome.value
            XCTAssertEqual(text, #"[{"accountId":"phone.near","publicKey":"ed25519:p"}]"#)
            let after = try await page.view.call("return module.sheet()")
            XCTAssertEqual(after, "none")
        }
    }
}
