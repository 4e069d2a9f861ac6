// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnect
import NEARConnectTestKit
import XCTest

/// A program with a plain view of WebKitGTK's and a wallet for it, and a dApp's site.
///
/// It has a chain of its own, and uses this package's public names only.
@MainActor
final class EmbeddedScene {
    let environment: WalletTestEnvironment
    let site: WalletSite
    let host: DAppHost
    /// The program's view.
    var view: PlainWebView {
        guard let shown else { preconditionFailure("the scene has ended") }
        return shown
    }

    private var shown: PlainWebView? = PlainWebView()

    /// Starts the chain and the site; the view has no wallet yet.
    ///
    /// - Parameters:
    ///   - pages: The site's pages.
    ///   - patience: The time that a question waits.
    ///   - clock: Measures that.
    init(
        _ pages: [String: WalletSite.Page] = [:], patience: Duration = .seconds(300),
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws {
        let blank = WalletSite.Page("<!doctype html><title>dApp</title><body></body>")
        environment = try await WalletTestEnvironment.start(
            accounts: ["alice.test.near", "bob.test.near"], approval: .ask
        ) { $0.clock = clock }
        site = try await WalletSite.start(["/": blank, "/next": blank].merging(pages) { $1 })
        host = DAppHost(
            signer: .keystore(of: environment.manager), context: DAppContext(manager: environment.manager),
            patience: patience)
    }

    /// The first of the wallet's accounts.
    var alice: AccountId { environment.accounts[0].id }

    /// Shows a page of the site in a view, and waits for it.
    func show(_ path: String = "/", in view: PlainWebView? = nil) async {
        let view = view ?? self.view
        let address = site.origin + path
        view.load(address)
        await waitUntil("the page") { view.shows(address) }
    }

    /// Attaches the host to the view, shows the site's page in it, and approves that it sees alice.
    func connect() async throws {
        try await host.attach(to: view.view)
        await show()
        try await begin("signIn", "{}")
        try host.approve(try await question(), as: [alice])
        let accounts = try await result()
        XCTAssertEqual(accounts[0]?["accountId"]?.stringValue, alice.text)
    }

    /// Has the page call the wallet; its promise is kept in the page.
    func begin(_ method: String, _ argument: String, in view: PlainWebView? = nil) async throws {
        _ = try await (view ?? self.view).call(
            """
            const found = new Promise((resolve) => addEventListener("near-wallet-injected", (event) => resolve(event.detail), { once: true }));
            dispatchEvent(new Event("near-selector-ready"));
            const wallet = await found;
            const parameter = JSON.parse(argument);
            if (parameter.nonce) parameter.nonce = new Uint8Array(parameter.nonce);
            globalThis.promise = wallet[method](parameter).then((value) => ({ value }), ({ code, message }) => ({ code, message }));
            return "";
            """, ["method": method, "argument": argument])
    }

    /// Returns what the page's last call has come to.
    func result(in view: PlainWebView? = nil) async throws -> JSONValue {
        let end = try await end(in: view)
        return try XCTUnwrap(end["value"], "\(end)")
    }

    /// Returns the code of the error in which the page's last call has ended.
    func code(in view: PlainWebView? = nil) async throws -> JSONValue? { try await end(in: view)["code"] }

    private func end(in view: PlainWebView?) async throws -> JSONValue {
        try JSONValue.parse(try await (view ?? self.view).call("return JSON.stringify(await promise);"))
    }

    /// Waits for the next question that is open.
    func question() async throws -> DAppOpenRequest {
        var listener = host.requests.makeAsyncIterator()
        let next = await listener.next()
        return try XCTUnwrap(next)
    }

    /// Ends all of it; views that the test has made are gone by then, and WebKit's processes with them.
    fileprivate func stop() async throws {
        host.close()
        shown = nil
        await site.stop()
        try await environment.stop()
    }
}

extension MainLoopTestCase {
    /// Runs a test with a scene of its own, which ends with it, however it ends.
    func withEmbedding(
        _ pages: [String: WalletSite.Page] = [:], patience: Duration = .seconds(300),
        clock: any Clock<Duration> = ContinuousClock(),
        _ body: @escaping @MainActor (EmbeddedScene) async throws -> Void
    ) throws {
        try run {
            let scene = try await EmbeddedScene(pages, patience: patience, clock: clock)
            do {
                try await body(scene)
            } catch {
                try await scene.stop()
                throw error
            }
            try await scene.stop()
        }
    }
}
