// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

typealias DAppUser = DAppTestUser

extension DAppTestUser {
    /// True if the user says no to everything.
    var refuses: Bool {
        get { answer(ApprovalRequest.anySignIn) == .cancelled }
        set { answer = { newValue ? .cancelled : $0.approvedWithFirstAccount } }
    }
}

extension ApprovalRequest {
    fileprivate static var anySignIn: ApprovalRequest {
        ApprovalRequest(network: "devnet", chain: nil, asker: .program(origin: ""), subject: .signIn(candidates: []))
    }
}

/// A browser for dApps over a devnet, with a site on loopback.
@MainActor
final class BrowserScene {
    let client: NEARRPCClient
    let site: WalletSite
    private let environment: DAppTestEnvironment

    var devnet: Devnet { environment.devnet }
    var browser: DAppBrowser { environment.browser }
    var user: DAppUser { environment.user }

    /// Starts the chain and opens the browser.
    ///
    /// - Parameters:
    ///   - policy: Answers in the user's place.
    ///   - site: The site; one with an empty page where there is none.
    init(policy: ApprovalPolicy = .ask, on site: WalletSite? = nil) async throws {
        environment = try await DAppTestEnvironment.start(policy: policy, keysOf: 1, pageNetwork: nil)
        client = try NEARRPCClient(endpoints: [RPCEndpoint(url: environment.devnet.rpcURL)])
        if let site { self.site = site } else { self.site = try await WalletSite.start(["/": DAppScene.blank]) }
    }

    /// Opens the site's page and waits until it is shown.
    func open(_ path: String = "/") async throws -> DAppPage {
        try await browser.pages.show(site.origin + path)
    }

    /// The journal, the newest entry first.
    func history() async throws -> [JournalEntry] { try await environment.journal.history() }

    /// The journal's open entries after the chain was asked about them.
    func reconciled() async throws -> [JournalEntry] { try await environment.journal.reconcile() }

    func stop() async throws {
        await site.stop()
        try await environment.stop()
    }
}

extension DAppPages {
    /// Opens a page and waits until it is shown.
    func show(_ text: String) async throws -> DAppPage {
        let address = try XCTUnwrap(WebAddress(text))
        let page = try await open(address)
        await waitUntil("the page") { page.view.committedURI == address.text && !page.view.isLoading }
        return page
    }
}

extension DAppPage {
    /// Runs a function body in the page's own world, where `wallet` is what a connector finds.
    func run(_ body: String) async throws -> JSONValue {
        let text = try await view.call(
            """
            const found = new Promise((resolve) => addEventListener("near-wallet-injected", (event) => resolve(event.detail), { once: true }));
            dispatchEvent(new Event("near-selector-ready"));
            const wallet = await found;
            const work = Object.getPrototypeOf(async () => {}).constructor;
            return JSON.stringify(await new work("wallet", body)(wallet));
            """, arguments: ["body": body])
        return try JSONValue.parse(text)
    }
}
