// SPDX-License-Identifier: MIT

import FoundationEssentials
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

/// A user of dApps who is asked where sites work and what they add.
@MainActor
final class SiteUser: SiteQuestionPresenter {
    var agrees = true
    var waits = false
    private(set) var asked: [SiteQuestion] = []
    private var thinking: CheckedContinuation<Bool, Never>?

    func decide(_ question: SiteQuestion) async -> Bool {
        asked.append(question)
        if waits { return await withCheckedContinuation { thinking = $0 } }
        return agrees
    }

    /// Agrees to the question that is open.
    func agree() { thinking.take()?.resume(returning: true) }

    func dismiss() { thinking.take()?.resume(returning: false) }
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
    let siteUser = SiteUser()
    /// The folder in which the permissions are, as `XDG_DATA_HOME` names it to commands.
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("dapps-\(UUID().uuidString)")

    /// Starts the chain and opens the browser.
    ///
    /// - Parameters:
    ///   - policy: Answers in the user's place.
    ///   - site: The site; one with an empty page where there is none.
    ///   - keys: Keys of other networks.
    ///   - known: The networks that are asked before anything is signed for a custom one.
    ///   - accounts: The number of accounts of which the keystore has keys: alice's, and bob's after it.
    ///   - now: The time, for what is written about sites.
    init(
        policy: ApprovalPolicy = .ask, on site: WalletSite? = nil, keys: [Keystore.Entry] = [],
        known: [NEARNetwork] = [], accounts: Int = 1, now: @escaping @Sendable () -> Date = { Date() }
    ) async throws {
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let data = root.appendingPathComponent("near-connect/default")
        environment = try await DAppTestEnvironment.start(
            policy: policy, keysOf: accounts,
            over: DAppTestEnvironment.Parts(
                permissions: SitePermissions(folder: data, patience: .seconds(5), now: now),
                networks: SiteNetworks(folder: data), keys: keys, known: known))
        environment.browser.host.questions = siteUser
        client = try NEARRPCClient(endpoints: [RPCEndpoint(url: environment.devnet.rpcURL)])
        if let site { self.site = site } else { self.site = try await WalletSite.start(["/": DAppScene.blank]) }
    }

    /// Writes into the file that the site may see alice, as a user does: other processes can take that away.
    ///
    /// - Returns: What another process of the profile knows.
    @discardableResult
    func permitInFile() throws -> SitePermissions {
        let folder = root.appendingPathComponent("near-connect/default")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let key = devnet.accounts[0].secretKey.publicKey
        let time: JSONValue = "2026-01-01T00:00:00Z"
        let grant: JSONValue = [
            "network": "devnet", "since": time, "lastUsed": time,
            "accounts": [["accountId": .string(devnet.accounts[0].id.text), "publicKey": .string("\(key)")]],
        ]
        let sites: JSONValue = [
            "schema": 1, "sites": [["origin": .string(site.origin), "networks": [grant]]],
        ]
        try Data(sites.bytes).write(to: folder.appendingPathComponent("sites.json"), options: .atomic)
        browser.host.lookForChanges()
        return SitePermissions(folder: folder)
    }

    /// The site's origin.
    var origin: SiteOrigin {
        get throws { try XCTUnwrap(SiteOrigin(site.origin)) }
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
        try FileManager.default.removeItem(at: root)
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
    /// Loads the page again, and waits until the new document is there.
    func reload() async {
        await renewed { self.view.reload() }
    }

    /// Does something that loads the page again, and waits until the new document is there.
    func renewed(by work: () -> Void) async {
        let before = document
        work()
        await waitUntil("the new document") {
            self.document != nil && self.document != before && !self.view.isLoading
        }
    }

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
