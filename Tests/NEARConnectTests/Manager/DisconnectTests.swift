// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// `disconnect()` is true on its next line, whatever page and wallet do; the wallet signs out behind it.
final class DisconnectTests: MainLoopTestCase {
    private static let keystore = "near-connect-keystore"

    /// A wallet that stores a pair when it signs in.
    ///
    /// Its sign-out hangs once its storage has `hangs`; a sign-out clears what it stored.
    private static let keeper = WalletCode.manifest(
        id: "keeper",
        """
        async signIn() {
          await window.selector.storage.set("key", "secret");
          return [{ accountId: "alice.test.near" }];
        },
        async getAccounts() { return [{ accountId: "alice.test.near" }]; },
        async signOut() {
          await window.selector.ui.showIframe();
          if (await window.selector.storage.get("hangs")) await new Promise(() => {});
        }
        """)

    @MainActor
    private static func start(
        _ configure: (inout NEARWalletConfiguration) -> Void = { _ in }
    ) async throws -> WalletTestEnvironment {
        let environment = try await WalletTestEnvironment.start {
            $0.additionalManifests = [keeper]
            configure(&$0)
        }
        _ = try await environment.manager.signIn(walletId: "keeper")
        return environment
    }

    /// The number of pairs that the wallet has stored.
    @MainActor
    private static func pairs(_ manager: NEARWalletManager) async throws -> String {
        let view = try XCTUnwrap(manager.coordinator?.view)
        return try await view.call(
            "return String(Object.keys(localStorage).filter((key) => key.startsWith('keeper:')).length)")
    }

    @MainActor
    private static func stored(_ environment: WalletTestEnvironment) throws -> AccountStore.Loaded {
        guard case .folders(let folders) = environment.configuration.profile else {
            throw NEARError.storage(reason: "no folders")
        }
        return try AccountStore(folder: folders.data).load(network: "devnet")
    }

    func testItIsTrueWhileTheBridgeIsStillLoadingAndAfterARestart() throws {
        try run {
            let environment = try await Self.start()
            environment.restartManager()
            let manager = environment.manager
            XCTAssertFalse(manager.isBridgeReady)
            XCTAssertTrue(manager.isSignedIn, "as it was stored")
            manager.disconnect()
            XCTAssertNil(manager.currentAccount)
            XCTAssertFalse(manager.isSignedIn)
            XCTAssertEqual(manager.session, .signedOut)
            XCTAssertNil(manager.lastError)
            XCTAssertEqual(try Self.stored(environment), .nothing)
            await waitUntil("the wallet's sign-out") { !manager.isBusy }
            XCTAssertTrue(manager.isBridgeReady)
            let left = try await Self.pairs(manager)
            XCTAssertEqual(left, "0", "the wallet was told")
            XCTAssertNil(manager.lastError)

            environment.restartManager()
            XCTAssertFalse(environment.manager.isSignedIn)
            try await environment.manager.ready()
            XCTAssertFalse(environment.manager.isSignedIn)
            XCTAssertEqual(environment.manager.session, .signedOut)
            try await environment.stop()
        }
    }

    func testItEndsTheOperationThatIsOpen() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: ["signMessage": ["show", "hang"]])
            let manager = environment.manager
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            let message = Task { try await manager.signMessage(message: "hello", recipient: "app") }
            await waitUntil("the wallet's frame") { manager.showWalletUI }
            manager.disconnect()
            XCTAssertFalse(manager.isSignedIn)
            XCTAssertEqual(try Self.stored(environment), .nothing)
            do {
                _ = try await message.value
                XCTFail("no error")
            } catch NEARError.userCancelled {}
            await waitUntil("the wallet's sign-out") { !manager.isBusy }
            XCTAssertNil(manager.lastError)
            try await environment.stop()
        }
    }

    func testASignInOfTheNextLineWaitsForTheWallet() throws {
        try run {
            let clock = ManualClock()
            let environment = try await Self.start { $0.clock = clock }
            let manager = environment.manager
            try await manager.store("yes", underKey: "hangs", ofWallet: "keeper")
            manager.disconnect()
            let leaving = manager.requests.table.interactive?.id
            manager.connect(walletId: Self.keystore)
            XCTAssertNil(manager.lastError)
            await waitUntil("the wallet's frame") { manager.showWalletUI }
            XCTAssertFalse(manager.isSignedIn)
            XCTAssertEqual(manager.requests.table.interactive?.id, leaving)
            clock.advance(by: environment.configuration.deadlines.signOut)
            await waitUntil("the sign-in") { manager.currentAccount?.walletId == Self.keystore }
            XCTAssertNil(manager.lastError)
            let left = try await Self.pairs(manager)
            XCTAssertEqual(left, "0")
            try await environment.stop()
        }
    }

    func testACancelTakesTheWaitingSignInAlong() throws {
        try run {
            let environment = try await Self.start()
            let manager = environment.manager
            try await manager.store("yes", underKey: "hangs", ofWallet: "keeper")
            manager.disconnect()
            manager.connect(walletId: Self.keystore)
            XCTAssertTrue(manager.cancelPendingOperation())
            await waitUntil("the end of the sign-out") { !manager.departure.isUnderWay }
            XCTAssertFalse(manager.isBusy)
            _ = try await manager.wallets()
            XCTAssertFalse(manager.isBusy)
            XCTAssertFalse(manager.isSignedIn)
            try await environment.stop()
        }
    }

    func testAnotherCallDoesNotTellTheWalletAgain() throws {
        try run {
            let environment = try await Self.start()
            let manager = environment.manager
            manager.disconnect()
            let leaving = manager.requests.table.interactive?.id
            XCTAssertNotNil(leaving)
            manager.disconnect()
            XCTAssertEqual(manager.requests.table.interactive?.id, leaving)
            await waitUntil("the wallet's sign-out") { !manager.isBusy }
            try await environment.stop()
        }
    }

    func testAnAccountThatCannotBeRemovedIsTold() throws {
        try run {
            let environment = try await Self.start()
            let manager = environment.manager
            guard case .folders(let folders) = environment.configuration.profile else { return XCTFail("folders") }
            // A folder in the file's place can be neither read nor replaced.
            let file = folders.data.appendingPathComponent("account.json")
            try FileManager.default.removeItem(at: file)
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
            manager.disconnect()
            XCTAssertFalse(manager.isSignedIn)
            XCTAssertTrue(manager.lastError?.contains("could not be stored") == true, manager.lastError ?? "nil")
            XCTAssertFalse(manager.isBusy)
            try await environment.stop()
        }
    }
}
