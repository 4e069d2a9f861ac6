// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARPrimitives
import TestSupport
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// A remote wallet is pinned when a user signs in with it, and by no other request for its code.
final class WalletSignInPinningTests: MainLoopTestCase {
    private static let id = "web-wallet"

    /// A site with a list of one wallet, and an environment that asks it.
    @MainActor
    private struct Stage {
        let site: SecureSite
        let environment: WalletTestEnvironment

        var manager: NEARWalletManager { environment.manager }
        var folders: ProfileFolders {
            get throws {
                guard case .folders(let folders) = environment.configuration.profile else {
                    throw WalletError.unknown(id: id)
                }
                return folders
            }
        }
        var library: WalletLibrary {
            get throws {
                WalletLibrary(folders: try folders, lists: site.lists, environment: site.environment)
            }
        }

        static func start() async throws -> Stage {
            let site = try SecureSite()
            let environment = try await WalletTestEnvironment.start {
                $0.walletLists = site.lists
                $0.environment = site.environment
            }
            let stage = Stage(site: site, environment: environment)
            let scripted = try JSONValue.parse(ScriptedWallet(accounts: environment.accounts).manifest())
            var entry = scripted["wallets"]?[0]?.objectValue ?? [:]
            entry["id"] = .string(id)
            entry["name"] = "Web Wallet"
            entry["icon"] = nil
            entry["executor"] = .string("\(site.origin)/code.js")
            try site.serve(manifest: [.object(entry)])
            let code = ScriptedWallet.code
            try site.serve("code.js", code, type: "text/plain; charset=utf-8")
            environment.restartManager()
            try await stage.awaitOffer()
            return stage
        }

        func awaitOffer() async throws {
            try await manager.ready()
            await waitUntil("the list to be there") { manager.walletLoader.catalog?.entry(id) != nil }
            // The page is told after that, in order with what is asked of it.
            _ = try await manager.wallets()
        }

        /// Returns the error of an operation as text.
        func failure(_ operation: () async throws -> Void) async -> String {
            do {
                try await operation()
                return "it succeeded"
            } catch {
                return error.localizedDescription
            }
        }

        func sign() async throws {
            _ = try await manager.sign(message: "hello", recipient: "app.example")
        }

        func stop() async throws {
            site.resume()
            site.stop()
            try await environment.stop()
        }
    }

    func testARemovedWalletIsPinnedAgainByAUserOnly() throws {
        try run {
            let stage = try await Stage.start()
            _ = try await stage.manager.signIn(walletId: Self.id)
            try await stage.library.remove(Self.id)
            stage.environment.restartManager()
            try await stage.awaitOffer()
            await waitUntil("the comparison of the stored account") { stage.manager.session != .stored }
            guard case .stale(let reason) = stage.manager.session else { return XCTFail("\(stage.manager.session)") }
            XCTAssertTrue(reason.contains("Sign in with it again"), reason)
            let said = await stage.failure { try await stage.sign() }
            XCTAssertTrue(said.contains("Sign in with it again"), said)
            XCTAssertTrue(try stage.library.lock().wallets.isEmpty, "nobody has chosen it")
            _ = try await stage.manager.signIn(walletId: Self.id)
            XCTAssertEqual(try stage.library.lock().wallets.keys.sorted(), [Self.id])
            try await stage.sign()
            try await stage.stop()
        }
    }

    func testTheSignInWithAnotherWalletDoesNotAgreeToIt() throws {
        try run {
            let stage = try await Stage.start()
            let manager = stage.manager
            let pending = try manager.requests.open(.signIn)
            pending.operation?.begin(
                BridgeRequest(id: pending.id, kind: .signIn, params: ["walletId": "near-connect-keystore"]))
            let other = await stage.failure { _ = try await manager.walletLoader.code(of: Self.id) }
            XCTAssertTrue(other.contains("Sign in with it again"), other)
            XCTAssertTrue(try stage.library.lock().wallets.isEmpty)
            // Whoever chooses from the list may choose any.
            pending.operation?.begin(BridgeRequest(id: pending.id, kind: .signIn, params: [:]))
            _ = try await manager.walletLoader.code(of: Self.id)
            XCTAssertEqual(try stage.library.lock().wallets.keys.sorted(), [Self.id])
            manager.cancelPendingOperation()
            try await stage.stop()
        }
    }

    func testASignInThatIsGivenUpWhileTheCodeIsOnItsWayAgreesToNothing() throws {
        try run {
            let stage = try await Stage.start()
            let manager = stage.manager
            stage.site.pause()
            let signIn = Task { try await manager.signIn(walletId: Self.id) }
            await waitUntil("the download") { manager.walletLoader.isFetching(Self.id) }
            manager.cancelPendingOperation()
            let result = await signIn.result
            XCTAssertThrowsError(try result.get())
            stage.site.resume()
            await waitUntil("the end of the download") { !manager.walletLoader.isFetching(Self.id) }
            XCTAssertTrue(try stage.library.lock().wallets.isEmpty)
            _ = try await manager.signIn(walletId: Self.id)
            XCTAssertEqual(try stage.library.lock().wallets.keys.sorted(), [Self.id])
            try await stage.stop()
        }
    }

    func testAManagerThatIsClosedFetchesNoMore() throws {
        try run {
            let stage = try await Stage.start()
            let loader = stage.manager.walletLoader
            let pending = try stage.manager.requests.open(.signIn)
            pending.operation?.begin(BridgeRequest(id: pending.id, kind: .signIn, params: [:]))
            stage.site.pause()
            let code = Task { try await loader.code(of: Self.id) }
            await waitUntil("the download") { loader.isFetching(Self.id) }
            stage.manager.close()
            // The server still says nothing: only the manager can have ended it.
            let result = await code.result
            XCTAssertThrowsError(try result.get()) { XCTAssertTrue("\($0)".contains("cancelled"), "\($0)") }
            stage.site.resume()
            XCTAssertTrue(try stage.library.lock().wallets.isEmpty)
            try await stage.stop()
        }
    }

    func testTheCommandThatRemovesAWalletNamesWhoIsSignedInWithIt() throws {
        let command = try CommandSite()
        XCTAssertEqual(try command.run("trust", "example-wallet").status, 0)
        let folders = try ProfileFolders(profile: "default", environment: command.environment)
        let account = NEARAccount(accountId: "alice.test.near", publicKey: nil, walletId: "example-wallet")
        try AccountStore(folder: folders.data).save(AccountStore.Record(network: "testnet", account: account))
        let removed = try command.run("remove", "example-wallet")
        XCTAssertEqual(removed.status, 0, removed.errors)
        XCTAssertTrue(removed.output.contains("alice.test.near is still signed in with it"), removed.output)
    }

    func testALookForUpdatesDoesNotBringARemovedWalletBack() throws {
        try run {
            let stage = try await Stage.start()
            try await stage.library.pin(Self.id)
            stage.environment.restartManager()
            try await stage.awaitOffer()
            let loader = stage.manager.walletLoader
            // Another program removes it while this one runs.
            try await stage.library.remove(Self.id)
            loader.lookForUpdate(of: Self.id) { XCTFail("there was nothing to find") }
            await loader.settle()
            XCTAssertTrue(try stage.library.lock().wallets.isEmpty)
            try await stage.stop()
        }
    }

    func testADamagedLockIsReportedAndNothingIsPinned() throws {
        try run {
            let stage = try await Stage.start()
            _ = try await stage.manager.signIn(walletId: Self.id)
            try Data("{".utf8).write(to: stage.folders.data.appendingPathComponent("wallets.lock"))
            stage.environment.restartManager()
            let said = try XCTUnwrap(stage.manager.lastError)
            XCTAssertTrue(said.contains("was moved to"), said)
            try await stage.awaitOffer()
            await waitUntil("the comparison of the stored account") { stage.manager.session != .stored }
            XCTAssertTrue(try stage.library.lock().wallets.isEmpty)
            let refused = await stage.failure { try await stage.sign() }
            XCTAssertTrue(refused.contains("Sign in with it again"), refused)
            _ = try await stage.manager.signIn(walletId: Self.id)
            try await stage.sign()
            try await stage.stop()
        }
    }

    func testASignedInWalletWhoseKeptManifestIsDamagedIsSaidWithItsRemedy() throws {
        try run {
            let stage = try await Stage.start()
            _ = try await stage.manager.signIn(walletId: Self.id)
            let pin = try XCTUnwrap(try stage.library.lock().wallets[Self.id]?.pinned)
            try Data("{}".utf8).write(to: stage.library.objects.folder.appendingPathComponent(pin.manifestSHA256))
            stage.environment.restartManager()
            try await stage.manager.ready()
            await waitUntil("the comparison of the stored account") { stage.manager.session != .stored }
            guard case .stale(let reason) = stage.manager.session else { return XCTFail("\(stage.manager.session)") }
            XCTAssertTrue(reason.contains("“near-connect wallets update” to fetch it again"), reason)
            for said in [
                await stage.failure { try await stage.sign() },
                await stage.failure { _ = try await stage.manager.signIn(walletId: Self.id) },
            ] {
                XCTAssertTrue(said.contains("was changed after it was pinned"), said)
                XCTAssertTrue(said.contains("“near-connect wallets update” to fetch it again"), said)
            }
            _ = try await stage.library.checkForUpdates()
            stage.manager.reloadBridge()
            try await stage.sign()
            try await stage.stop()
        }
    }

    func testWalletsOfAListComeToThePageThatIsThereWhenTheListHasCome() throws {
        try run {
            let stage = try await Stage.start()
            let folders = ProfileFolders(
                root: FileManager.default.temporaryDirectory.appendingPathComponent("loader-\(UUID().uuidString)"))
            let loader = WalletLoader(
                library: WalletLibrary(folders: folders, lists: stage.site.lists, environment: stage.site.environment),
                local: [], trust: .onFirstUse, hasWalletConnect: false, hasKeys: { true }, logger: stage.manager.logger)
            _ = try loader.load()
            // The page is on its way out: what it isn't told must not count as known.
            let untold = await loader.refresh { false }
            XCTAssertTrue(untold.isEmpty)
            XCTAssertNil(loader.catalog?.entry(Self.id))
            // Another page has taken its place while the list was fetched.
            try FileManager.default.removeItem(at: folders.cache)
            stage.site.pause()
            var isUnderWay = false
            let late = Task {
                isUnderWay = true
                return await loader.refresh { true }
            }
            await waitUntil("the fetch") { isUnderWay }
            _ = try loader.load()
            stage.site.resume()
            let told = await late.value
            XCTAssertTrue(told.isEmpty, "it is the other page's news")
            XCTAssertNil(loader.catalog?.entry(Self.id))
            let added = await loader.refresh { true }
            XCTAssertEqual(added.map(\.manifest.id), [Self.id])
            XCTAssertNotNil(loader.catalog?.entry(Self.id))
            try await removeFolder(folders.data.deletingLastPathComponent())
            try await stage.stop()
        }
    }
}
