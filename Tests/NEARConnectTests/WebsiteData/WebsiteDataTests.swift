// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
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

/// Cookies and storage of wallets' sites, over a site with TLS and three names.
final class WebsiteDataTests: MainLoopTestCase {
    private static let wallet = "wallet.localhost"
    private static let tracker = "tracker.localhost"
    private static let shop = "shop.localhost"

    /// A page that sets cookies in every way; the shop's also embeds the wallet and a tracker.
    @MainActor
    private static func site() throws -> LoopbackSite {
        try LoopbackSite { request in
            guard request.path == "/" else { return .init() }
            if request.host == shop {
                let frames = [wallet, tracker].map { "<iframe src='https://\($0):\(request.port)/'></iframe>" }
                return .init("<!DOCTYPE html><title>shop</title>\(frames.joined())")
            }
            return .init(
                """
                <!DOCTYPE html><title>page</title><script>
                document.cookie = "script=1; Secure; SameSite=None; Max-Age=9999";
                localStorage.setItem("key", "value");
                fetch("/seen", { credentials: "include" });
                </script>
                """, headers: [("Set-Cookie", "server=1; Secure; SameSite=None; Max-Age=9999")])
        }
    }

    @MainActor
    private static func start(
        _ site: LoopbackSite, _ configure: (inout NEARWalletConfiguration) -> Void = { _ in }
    ) async throws -> WalletTestEnvironment {
        let entry = ManifestEntry.make([
            "id": "example-wallet", "permissions": ["allowsOpen": [.string(site.origin(wallet))]],
        ])
        let environment = try await WalletTestEnvironment.start { configuration in
            configuration.additionalManifests = [JSONValue.object(["version": "1.0.0", "wallets": [entry]]).text]
            configure(&configuration)
        }
        try await prepare(environment.manager, site)
        return environment
    }

    @MainActor
    private static func prepare(_ manager: NEARWalletManager, _ site: LoopbackSite) async throws {
        try await manager.ready()
        let coordinator = try XCTUnwrap(manager.coordinator)
        site.trust(in: coordinator.context, for: wallet, tracker, shop)
        await manager.bridge.cookiePolicy?.follow(WalletSites(try XCTUnwrap(manager.walletLoader.catalog)))
    }

    /// Ends the program's part and starts it again, as two runs after each other do.
    @MainActor
    private static func restart(_ environment: WalletTestEnvironment, _ site: LoopbackSite) async throws {
        try await store(environment)
        environment.restartManager()
        try await prepare(environment.manager, site)
    }

    /// Stores a value and waits until it is on disk; WebKit batches writes and keeps their order.
    @MainActor
    private static func store(_ environment: WalletTestEnvironment) async throws {
        let mark = "mark-\(UUID().uuidString)"
        _ = try await XCTUnwrap(environment.manager.coordinator?.view).call(
            "localStorage.setItem(mark, '1'); return ''", arguments: ["mark": mark])
        let folder = try XCTUnwrap(try environment.configuration.folders()).data
        await waitUntil("the stored value") { isOnDisk(mark, in: folder) }
    }

    private static func isOnDisk(_ text: String, in folder: URL) -> Bool {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            let data = FileManager.default.contents(atPath: file.path) ?? Data()
            if data.range(of: Data(text.utf8)) != nil { return true }
        }
        return false
    }

    /// Opens a page in a popup, waits until `path` has been asked of `hosts`, and closes it.
    @MainActor
    private static func visit(
        _ host: String, of site: LoopbackSite, in manager: NEARWalletManager, until hosts: [String]
    ) async throws -> [String: String?] {
        let coordinator = try XCTUnwrap(manager.coordinator)
        let start = site.requests.count
        _ = try await coordinator.view.call("window.open(url); return ''", arguments: ["url": site.url(host)])
        func seen() -> [LoopbackSite.Request] { site.requests[start...].filter { $0.path == "/seen" } }
        await waitUntil("the pages of \(hosts)") { Set(seen().map(\.host)) == Set(hosts) }
        coordinator.closePopups()
        return Dictionary(seen().map { ($0.host, $0.cookie) }, uniquingKeysWith: { first, _ in first })
    }

    func testOnlyWalletsHaveCookiesWhileTheyAreEmbedded() throws {
        try run {
            let site = try Self.site()
            let environment = try await Self.start(site)
            let manager = environment.manager
            for _ in 0..<2 {
                let seen = try await Self.visit(Self.shop, of: site, in: manager, until: [Self.wallet, Self.tracker])
                XCTAssertEqual(seen[Self.wallet], "server=1; script=1")
                XCTAssertEqual(seen[Self.tracker], .some(nil))
            }
            // At home, everybody has his own; and still not elsewhere.
            let home = try await Self.visit(Self.tracker, of: site, in: manager, until: [Self.tracker])
            XCTAssertEqual(home[Self.tracker]??.contains("server=1"), true)
            let again = try await Self.visit(Self.shop, of: site, in: manager, until: [Self.wallet, Self.tracker])
            XCTAssertEqual(again[Self.tracker], .some(nil))
            site.stop()
            try await environment.stop()
        }
    }

    func testCookiesOutliveTheProgramInTheirOwnProfileOnly() throws {
        try run {
            let site = try Self.site()
            let environment = try await Self.start(site)
            _ = try await Self.visit(Self.wallet, of: site, in: environment.manager, until: [Self.wallet])
            try await Self.restart(environment, site)
            let start = site.requests.count
            _ = try await Self.visit(Self.wallet, of: site, in: environment.manager, until: [Self.wallet])
            XCTAssertEqual(
                site.requests[start].cookie, "server=1; script=1", "asked for with the cookies of the last start")
            let other = try await Self.start(site)
            let fresh = site.requests.count
            _ = try await Self.visit(Self.wallet, of: site, in: other.manager, until: [Self.wallet])
            XCTAssertNil(site.requests[fresh].cookie)
            try await other.stop()
            site.stop()
            try await environment.stop()
        }
    }

    func testAnEphemeralProfileLeavesNothingOnDisk() throws {
        try run {
            let standard = try ProfileFolders(profile: "default")
            let ofProfile = [standard.data, standard.cache, standard.state].map(\.path)
            let hadProfile = ofProfile.map(FileManager.default.fileExists(atPath:))
            // A temporary folder of this test's own: other tests and programs leave files in the shared one at any
            // time.
            let usual = ProcessInfo.processInfo.environment["TMPDIR"]
            let temporary = FileManager.default.temporaryDirectory.appendingPathComponent("own-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
            setenv("TMPDIR", temporary.path, 1)
            defer { if let usual { setenv("TMPDIR", usual, 1) } else { unsetenv("TMPDIR") } }
            let site = try Self.site()
            let environment = try await Self.start(site) { $0.profile = .ephemeral }
            let seen = try await Self.visit(
                Self.shop, of: site, in: environment.manager, until: [Self.wallet, Self.tracker])
            XCTAssertEqual(seen[Self.wallet], "server=1; script=1", "the same rules hold")
            _ = try await environment.manager.signIn(walletId: KeystoreService.walletId)
            let left = try FileManager.default.subpathsOfDirectory(atPath: temporary.path)
            // The environment has a folder for profiles with its lock; it stays empty.
            let own = try Regex("near-connect-tmp-[0-9a-z]+(\\.lock)?")
            XCTAssertEqual(left.filter { $0.hasPrefix("near-connect") && $0.wholeMatch(of: own) == nil }, [])
            XCTAssertEqual(ofProfile.map(FileManager.default.fileExists(atPath:)), hadProfile)
            site.stop()
            try await environment.stop()
            try await removeFolder(temporary)
        }
    }

    /// The keys in the bridge page's storage that tell of a wallet.
    @MainActor
    private static func storedKeys(_ environment: WalletTestEnvironment) async throws -> String {
        try await XCTUnwrap(environment.manager.coordinator?.view).call(
            "return Object.keys(localStorage).filter((key) => /wallet/.test(key)).sort().join()")
    }

    func testAProfilesFoldersAreClosedToOtherUsers() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            try await environment.manager.ready()
            guard case .folders(let folders) = environment.configuration.profile else { return XCTFail("no folders") }
            for folder in [folders.data, folders.cache, folders.state] {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
                XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o700, folder.lastPathComponent)
            }
            try await environment.stop()
        }
    }

    func testTheProgramForgetsForGood() throws {
        try run {
            let root = FileManager.default.temporaryDirectory.appendingPathComponent("forget-\(UUID().uuidString)")
            var variables = ProcessInfo.processInfo.environment
            for name in ["DATA", "CACHE", "STATE"] { variables["XDG_\(name)_HOME"] = root.path + "/\(name)" }
            let folders = try ProfileFolders(profile: "test", environment: variables)
            let site = try Self.site()
            let environment = try await Self.start(site) { $0.profile = .folders(folders) }
            _ = try await XCTUnwrap(environment.manager.coordinator?.view).call(
                "localStorage.setItem('gone-wallet:key', '1'); localStorage.setItem('kept-wallet:key', '1'); return ''")
            try await Self.store(environment)
            environment.manager.close()
            // Not run to its end at once: the chain that it asks is in this process.
            let program = try CommandRun.process(
                [
                    "forget", "gone-wallet", "--profile", "test", "--network", environment.devnet.chainId, "--rpc-url",
                    environment.devnet.rpcURL.absoluteString,
                ], variables)
            let output = Pipe()
            program.standardOutput = output
            try program.run()
            await waitUntil("the program") { !program.isRunning }
            XCTAssertEqual(program.terminationStatus, 0)
            let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            XCTAssertTrue(text.contains("stored values removed: 1"), text)
            environment.restartManager()
            try await environment.manager.ready()
            let left = try await Self.storedKeys(environment)
            XCTAssertEqual(left, "kept-wallet:key")
            site.stop()
            try await environment.stop()
            try await removeFolder(root)
        }
    }

    func testAForgottenWalletHasLeftNothing() throws {
        try run {
            let site = try Self.site()
            let environment = try await Self.start(site)
            for host in [Self.wallet, Self.tracker] {
                _ = try await Self.visit(host, of: site, in: environment.manager, until: [host])
            }
            _ = try await XCTUnwrap(environment.manager.coordinator?.view).call(
                """
                localStorage.setItem("example-wallet:key", "1");
                localStorage.setItem("example-wallet:other", "2");
                localStorage.setItem("example-wallet-two:key", "3");
                localStorage.setItem("selected-wallet", "example-wallet");
                localStorage.setItem("near-connect-recent-wallets", '["example-wallet"]');
                return "";
                """)
            try await Self.restart(environment, site)
            let manager = environment.manager
            let links = try XCTUnwrap(manager.rememberedLinks)
            for id in ["example-wallet", "other"] {
                try links.remember(.init(walletId: id, walletName: id, scheme: "tg", since: Date()))
            }
            try manager.account.keep(
                NEARAccount(accountId: "alice.test.near", publicKey: nil, walletId: "example-wallet"))
            let forgotten = try await manager.forgetWallet("example-wallet")
            XCTAssertEqual(
                forgotten,
                ForgottenWallet(
                    wasSignedIn: true, storedValues: 2, sites: [Self.wallet], rememberedLinks: 1, phoneSessions: 0,
                    phonesAreTold: true))
            XCTAssertNil(manager.currentAccount)
            XCTAssertEqual(try links.entries().map(\.walletId), ["other"])
            try await Self.restart(environment, site)
            XCTAssertNil(environment.manager.currentAccount)
            let left = try await Self.storedKeys(environment)
            XCTAssertEqual(left, "example-wallet-two:key")
            let start = site.requests.count
            for host in [Self.wallet, Self.tracker] {
                _ = try await Self.visit(host, of: site, in: environment.manager, until: [host])
            }
            let cookies = site.requests[start...].filter { $0.path == "/" }.map(\.cookie)
            XCTAssertEqual(cookies, [nil, "server=1; script=1"], "the wallet's are gone, another site's are not")
            let nothing = try await environment.manager.forgetWallet("never-heard-of")
            XCTAssertEqual(nothing.storedValues, 0)
            site.stop()
            try await environment.stop()
        }
    }

    func testAPageThatChangedItsBuiltInsKeepsNothingOfAForgottenWallet() throws {
        try run {
            let site = try Self.site()
            let environment = try await Self.start(site)
            let view = try XCTUnwrap(environment.manager.coordinator?.view)
            _ = try await view.call(
                """
                localStorage.setItem("example-wallet:key", "1");
                const map = document.createElement("script");
                Object.assign(map, { type: "importmap", nonce: document.querySelector("script[nonce]").nonce });
                const scripts = "near-connect://bridge/Bridge/host-scripts/wallet-data.js";
                map.textContent = JSON.stringify({ imports: { [scripts]: "near-connect://bridge/Bridge/wire.js" } });
                document.head.append(map);
                Storage.prototype.removeItem = () => {};
                String.prototype.startsWith = () => false;
                Object.keys = () => [];
                return "";
                """)
            let forgotten = try await environment.manager.forgetWallet("example-wallet")
            XCTAssertEqual(forgotten.storedValues, 1)
            try await environment.manager.ready()
            let left = try await Self.storedKeys(environment)
            XCTAssertEqual(left, "")
            site.stop()
            try await environment.stop()
        }
    }
}
