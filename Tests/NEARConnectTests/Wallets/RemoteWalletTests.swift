// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import TestSupport
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Remote wallets in a real page: offered without waiting, pinned when used, and run from the pinned code.
final class RemoteWalletTests: MainLoopTestCase {
    private static let id = "web-wallet"

    /// A site with a list of one wallet, which is the scripted one, and an environment that asks it.
    @MainActor
    private static func start(
        trust: WalletTrust = .onFirstUse, changes: JSONValue.Members = [:]
    ) async throws -> (SecureSite, WalletTestEnvironment) {
        let site = try SecureSite()
        let environment = try await WalletTestEnvironment.start {
            $0.walletLists = site.lists
            $0.walletTrust = trust
            $0.environment = site.environment
            $0.additionalManifests = []
        }
        try serve(at: site, environment, changes)
        environment.restartManager()
        return (site, environment)
    }

    @MainActor
    private static func serve(
        at site: SecureSite, _ environment: WalletTestEnvironment, _ changes: JSONValue.Members
    ) throws {
        let scripted = try JSONValue.parse(ScriptedWallet(accounts: environment.accounts).manifest())
        var entry = scripted["wallets"]?[0]?.objectValue ?? [:]
        entry["id"] = .string(id)
        entry["name"] = "Web Wallet"
        entry["icon"] = nil
        entry["executor"] = .string("\(site.origin)/code.js")
        entry.merge(changes) { $1 }
        try site.serve(manifest: [.object(entry)])
        let code = ScriptedWallet.code
        try site.serve("code.js", code, type: "text/plain; charset=utf-8")
    }

    @MainActor
    private static func awaitOffer(_ manager: NEARWalletManager) async throws {
        try await manager.ready()
        await waitUntil("the list to be there") { manager.walletLoader.catalog?.entry(id) != nil }
        // The page is told after that, in order with what is asked of it.
        let wallets = try await manager.wallets()
        XCTAssertTrue(wallets.contains { $0.id == id && $0.name == "Web Wallet" }, "\(wallets.map(\.id))")
    }

    @MainActor
    private static func library(_ environment: WalletTestEnvironment) throws -> WalletLibrary {
        guard case .folders(let folders) = environment.configuration.profile else { throw WalletError.unknown(id: id) }
        return WalletLibrary(
            folders: folders, lists: environment.configuration.walletLists,
            environment: environment.configuration.environment)
    }

    func testItIsOfferedThenKeptAndRunsWithoutANetwork() throws {
        try run {
            let (site, environment) = try await Self.start()
            try await Self.awaitOffer(environment.manager)
            XCTAssertTrue(try Self.library(environment).lock().wallets.isEmpty, "offering is not agreeing")
            let account = try await environment.manager.signIn(walletId: Self.id)
            XCTAssertEqual(account.walletId, Self.id)
            let recent = try await environment.manager.coordinator?.view.call(
                "return localStorage.getItem('near-connect-recent-wallets')")
            XCTAssertEqual(recent, #"["web-wallet"]"#)
            let pin = try XCTUnwrap(try Self.library(environment).lock().wallets[Self.id]?.pinned)
            XCTAssertEqual(pin.executor.url, "\(site.origin)/code.js")
            site.stop()
            environment.restartManager()
            let manager = environment.manager
            XCTAssertEqual(manager.currentAccount?.walletId, Self.id)
            _ = try await manager.sign(message: "hello", recipient: "app.example")
            let wallets = try await manager.wallets()
            XCTAssertTrue(wallets.contains { $0.id == Self.id })
            try await environment.stop()
        }
    }

    func testWhatTheServerChangesIsNotRun() throws {
        try run {
            let (site, environment) = try await Self.start()
            try await Self.awaitOffer(environment.manager)
            _ = try await environment.manager.signIn(walletId: Self.id)
            let other = """
                window.selector.ready({
                  async getAccounts() { return [{ accountId: "alice.test.near" }]; },
                  async signMessage() { throw new Error("stolen"); },
                });
                """
            try site.serve("code.js", other)
            environment.restartManager()
            _ = try await environment.manager.sign(message: "hello", recipient: "app.example")
            // It is offered, and runs once the user has accepted it.
            let updates = try await Self.library(environment).checkForUpdates()
            guard case .offered? = updates.first?.outcome else { return XCTFail("\(updates)") }
            try await Self.library(environment).pin(Self.id)
            environment.restartManager()
            do {
                _ = try await environment.manager.sign(message: "hello", recipient: "app.example")
                XCTFail("the old code was run")
            } catch let error as NEARError {
                XCTAssertTrue("\(error.errorDescription ?? "")".contains("stolen"), "\(error)")
            }
            try await environment.stop()
        }
    }

    func testAlteredCodeIsRefusedInWords() throws {
        try run {
            let (site, environment) = try await Self.start()
            try await Self.awaitOffer(environment.manager)
            _ = try await environment.manager.signIn(walletId: Self.id)
            let library = try Self.library(environment)
            let pin = try XCTUnwrap(try library.lock().wallets[Self.id]?.pinned)
            let file = library.objects.folder.appendingPathComponent(pin.executor.sha256)
            try (try Data(contentsOf: file) + Data("\n".utf8)).write(to: file)
            environment.restartManager()
            do {
                _ = try await environment.manager.sign(message: "hello", recipient: "app.example")
                XCTFail("the altered code was run")
            } catch let error as NEARError {
                let text = error.errorDescription ?? ""
                XCTAssertTrue(text.contains("was changed after it was pinned"), text)
                XCTAssertFalse(environment.manager.isBusy)
            }
            site.stop()
            try await environment.stop()
        }
    }

    func testCodeThatCannotBeHadIsSaidInWordsAndNotKept() throws {
        try run {
            let (site, environment) = try await Self.start()
            try site.serve("code.js", "<!DOCTYPE html>", type: "text/html")
            try await Self.awaitOffer(environment.manager)
            do {
                _ = try await environment.manager.signIn(walletId: Self.id)
                XCTFail("a page was run as code")
            } catch let error as NEARError {
                XCTAssertTrue((error.errorDescription ?? "").contains("in place of code"), "\(error)")
            }
            XCTAssertTrue(try Self.library(environment).lock().wallets.isEmpty)
            let recent = try await environment.manager.coordinator?.view.call(
                "return String(localStorage.getItem('near-connect-recent-wallets'))")
            XCTAssertEqual(recent, "null", "what could not be used was not used")
            try await environment.stop()
        }
    }

    func testAProgramThatTrustsOnlyWhatIsPinnedOffersNothingElse() throws {
        try run {
            let (site, environment) = try await Self.start(trust: .pinnedOnly)
            let library = try Self.library(environment)
            try await environment.manager.ready()
            let added = await environment.manager.walletLoader.refresh { true }
            XCTAssertTrue(added.isEmpty && library.listing().wallets.isEmpty, "nobody was asked for a list")
            try await library.fetchLists()
            environment.restartManager()
            let before = try await environment.manager.wallets()
            XCTAssertEqual(before.map(\.id), ["near-connect-keystore"])
            do {
                _ = try await environment.manager.signIn(walletId: Self.id)
                XCTFail("it signed in")
            } catch NEARError.walletError(let reason) {
                XCTAssertTrue(reason.contains("near-connect wallets trust"), reason)
            }
            try await library.pin(Self.id)
            environment.restartManager()
            let after = try await environment.manager.wallets()
            XCTAssertEqual(after.map(\.id), ["near-connect-keystore", Self.id])
            _ = try await environment.manager.signIn(walletId: Self.id)
            site.stop()
            try await environment.stop()
        }
    }

    func testAWalletsFrameIsNotGivenOtherWalletsCode() throws {
        try run {
            let curious = WalletCode.manifest(
                id: "curious",
                """
                async signIn() {
                  const response = await fetch("near-connect://wallets/\(Self.id)/offered.js");
                  throw new Error(`status ${response.status} ${await response.text()}`);
                }
                """)
            let (site, first) = try await Self.start()
            try await first.stop()
            let environment = try await WalletTestEnvironment.start {
                $0.walletLists = site.lists
                $0.additionalManifests = [curious]
                $0.environment = site.environment
            }
            try await Self.awaitOffer(environment.manager)
            do {
                _ = try await environment.manager.signIn(walletId: "curious")
                XCTFail("it signed in")
            } catch let error as NEARError {
                XCTAssertTrue((error.errorDescription ?? "").contains("status 404"), "\(error)")
            }
            XCTAssertTrue(try Self.library(environment).lock().wallets.isEmpty)
            try await environment.stop()
        }
    }

    func testACustomNetworkReachesTheWalletAndHidesThoseThatDoNotKnowIt() throws {
        try run {
            let telling = WalletCode.manifest(
                id: "telling",
                """
                async signIn({ network }) {
                  const [rpc] = window.selector.providers[network];
                  const request = { jsonrpc: "2.0", id: 1, method: "status", params: [] };
                  const response = await fetch(rpc, { method: "POST", body: JSON.stringify(request) });
                  throw new Error(`network=${network} rpc=${rpc} chain=${(await response.json()).result.chain_id}`);
                }
                """)
            let publicOnly = WalletCode.manifest(
                id: "public-only", "async signIn() {}", changes: ["features": ["mainnet": true, "testnet": true]])
            let environment = try await WalletTestEnvironment.start { $0.additionalManifests = [telling, publicOnly] }
            let wallets = try await environment.manager.wallets()
            XCTAssertEqual(wallets.map(\.id), ["near-connect-keystore", "telling"])
            do {
                _ = try await environment.manager.signIn(walletId: "telling")
                XCTFail("it signed in")
            } catch let error as NEARError {
                let id = environment.devnet.chainId
                let text = error.errorDescription ?? ""
                XCTAssertTrue(text.contains("network=\(id) "), text)
                XCTAssertTrue(text.contains("rpc=near-connect://rpc/\(id)"), text)
                XCTAssertTrue(text.contains("chain=\(id)"), text)
            }
            environment.manager.network = .testnet
            let onTestnet = try await environment.manager.wallets()
            XCTAssertTrue(onTestnet.contains { $0.id == "public-only" })
            try await environment.stop()
        }
    }

    func testAManifestOfTheProgramThatIsWrongIsNamed() throws {
        try run {
            let wrong = WalletCode.manifest(id: "a:b", "")
            let environment = try await WalletTestEnvironment.start { $0.additionalManifests = [wrong] }
            do {
                _ = try await environment.manager.wallets()
                XCTFail("it was taken")
            } catch NEARError.bridgeUnavailable(let reason) {
                XCTAssertTrue(reason.contains("wallets[0]"), reason)
                XCTAssertTrue(reason.contains("\u{201C}id\u{201D}"), reason)
            }
            try await environment.stop()
        }
    }
}
