// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore

/// The stored account's verification, and sign-outs whatever the wallet does.
final class SessionTests: MainLoopTestCase {
    private static let keystore = "near-connect-keystore"

    /// Signs in with a fresh key of Alice's that is on chain with `permission`.
    @MainActor
    private static func withKey(
        _ permission: AccessKeyPermission
    ) async throws -> (environment: WalletTestEnvironment, manager: NEARWalletManager, key: SecretKey) {
        let environment = try await WalletTestEnvironment.start()
        let alice = environment.accounts[0]
        let key = try SecretKey.generate()
        _ = try await environment.manager.signIn(walletId: keystore)
        _ = try await environment.manager.signAndSendTransaction(
            receiverId: alice.id,
            actions: [
                .addKey(AddKeyAction(publicKey: key.publicKey, accessKey: AccessKey(nonce: 0, permission: permission)))
            ])
        var configuration = environment.configuration
        configuration.profile = .ephemeral
        configuration.keystore = Keystore([
            Keystore.Entry(network: "devnet", accountId: alice.id, secretKey: key)
        ])
        let manager = NEARWalletManager(configuration: configuration)
        _ = try await manager.signIn(walletId: keystore)
        return (environment, manager, key)
    }

    func testAFunctionCallKeyCountsAndIsRevokedWhenItIsGone() throws {
        try run {
            let limited = AccessKeyPermission.functionCall(
                FunctionCallPermission(
                    allowance: try .near(1), receiverId: try AccountId("bob.test.near"), methodNames: []))
            for permission in [limited, .fullAccess] {
                let (environment, manager, key) = try await Self.withKey(permission)
                let restored = try await manager.checkSession()
                XCTAssertEqual(restored, .restored(isVerified: true))
                _ = try await environment.manager.signAndSendTransaction(
                    receiverId: environment.accounts[0].id,
                    actions: [.deleteKey(DeleteKeyAction(publicKey: key.publicKey))])
                let revoked = try await manager.checkSession()
                XCTAssertEqual(revoked, .revoked)
                XCTAssertEqual(manager.session, .revoked)
                XCTAssertNotNil(manager.currentAccount, "that is for the user to decide")
                manager.close()
                try await environment.stop()
            }
        }
    }

    func testAnAccountThatIsGoneFromTheChainIsRevoked() throws {
        try run {
            let (environment, manager, _) = try await Self.withKey(.fullAccess)
            let (alice, bob) = (environment.accounts[0].id, environment.accounts[1].id)
            _ = try await environment.manager.signAndSendTransaction(
                receiverId: alice, actions: [.deleteAccount(DeleteAccountAction(beneficiaryId: bob))])
            let state = try await manager.checkSession()
            XCTAssertEqual(state, .revoked)
            manager.close()
            try await environment.stop()
        }
    }

    func testTheAccountOfTheLastStartIsComparedWithoutBeingAskedTo() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let account = try await environment.manager.signIn(walletId: Self.keystore)
            environment.restartManager()
            XCTAssertEqual(environment.manager.session, .stored)
            await waitUntil("the comparison") { environment.manager.session == .restored(isVerified: true) }
            // The key is removed while the program doesn't run.
            let alice = environment.accounts[0]
            _ = try await environment.manager.signAndSendTransaction(
                receiverId: alice.id, actions: [.deleteKey(DeleteKeyAction(publicKey: alice.publicKey))])
            environment.restartManager()
            await waitUntil("the comparison") { environment.manager.session == .revoked }
            XCTAssertEqual(environment.manager.currentAccount, account)
            // Without a node at the start the wallet's answer has to do, and the user sees no error for what he didn't
            // request.
            await environment.devnet.stop()
            environment.restartManager()
            await waitUntil("the comparison") { environment.manager.session == .restored(isVerified: false) }
            XCTAssertNil(environment.manager.lastError)
            try await environment.stop()
        }
    }

    func testAWalletThatRefusesOrBreaksKeepsNobodySignedIn() throws {
        try run {
            for step: JSONValue in [["do": "reject", "message": "no"], "crash"] {
                let environment = try await WalletTestEnvironment.start(script: ["signOut": [step]])
                let manager = environment.manager
                _ = try await manager.signIn(walletId: ScriptedWallet.id)
                // Whether the connector passes on what the wallet says makes no difference.
                do {
                    try await manager.signOut()
                } catch let error as NEARError {
                    XCTAssertTrue(["wallet-rejected", "wallet-error"].contains(error.code), "\(error)")
                }
                XCTAssertNil(manager.currentAccount)
                XCTAssertEqual(manager.session, .signedOut)
                guard case .folders(let folders) = environment.configuration.profile else { return XCTFail("folders") }
                XCTAssertEqual(try AccountStore(folder: folders.data).load(network: "devnet"), .nothing)
                XCTAssertFalse(manager.isBusy)
                try await environment.stop()
            }
        }
    }

    func testANodeThatDoesNotAnswerRevokesNothing() throws {
        try run {
            let environment = try await WalletTestEnvironment.start { $0.deadlines.read = .seconds(10) }
            let manager = environment.manager
            _ = try await manager.signIn(walletId: Self.keystore)
            await environment.devnet.stop()
            let state = try await manager.checkSession()
            XCTAssertEqual(state, .restored(isVerified: false))
            try await environment.stop()
        }
    }

    func testAWalletThatForgotTheAccountMakesItStaleAndAnotherLookCanMendIt() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: [
                "getAccounts": [["do": "return", "value": []]]
            ])
            let manager = environment.manager
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            let stale = try await manager.checkSession()
            guard case .stale(let reason) = stale else { return XCTFail("\(stale)") }
            XCTAssertTrue(reason.contains("alice.test.near"), reason)
            _ = try await manager.signIn(walletId: Self.keystore)
            let restored = try await manager.checkSession()
            XCTAssertEqual(restored, .restored(isVerified: true))
            try await environment.stop()
        }
    }

    func testAnotherWalletThatThePageHasSelectedMakesItStale() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: [:])
            _ = try await environment.manager.signIn(walletId: Self.keystore)
            let view = environment.manager.coordinator?.view
            _ = try await view?.call("localStorage.setItem('selected-wallet', 'near-connect-test'); return ''")
            let state = try await environment.manager.checkSession()
            guard case .stale(let reason) = state else { return XCTFail("\(state)") }
            XCTAssertTrue(reason.contains(Self.keystore), reason)
            try await environment.stop()
        }
    }

    func testSigningOutForgetsTheAccountBeforeTheWalletHasAnswered() throws {
        try run {
            let clock = ManualClock()
            let environment = try await WalletTestEnvironment.start(script: ["signOut": ["show", "hang"]]) {
                $0.clock = clock
            }
            let manager = environment.manager
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            let leaving = Task { try await manager.signOut() }
            await waitUntil("the wallet's frame") { manager.showWalletUI }
            XCTAssertNil(manager.currentAccount)
            guard case .folders(let folders) = environment.configuration.profile else { return XCTFail("no folders") }
            let stored = try AccountStore(folder: folders.data).load(network: "devnet")
            XCTAssertEqual(stored, .nothing, "a crash now doesn't bring it back")
            clock.advance(by: environment.configuration.deadlines.signOut)
            do {
                try await leaving.value
                XCTFail("no error")
            } catch NEARError.timedOut {}
            XCTAssertFalse(manager.isBusy)
            _ = try await manager.signIn(walletId: Self.keystore)
            XCTAssertTrue(manager.isSignedIn)
            try await environment.stop()
        }
    }

    /// Keys may be among the pairs: neither a wallet that is silent nor one that fails may keep them.
    func testASignOutThatDoesNotSucceedClearsWhatTheWalletStored() throws {
        try run {
            let manifest = WalletCode.manifest(
                id: "keeper",
                """
                async signIn() {
                  await window.selector.storage.set("key", "secret");
                  await window.selector.storage.set("more", "secret");
                  return [{ accountId: "alice.test.near" }];
                },
                async getAccounts() { return [{ accountId: "alice.test.near" }]; },
                async signOut() {
                  await window.selector.ui.showIframe();
                  if (await window.selector.storage.get("fails")) throw new Error("no");
                  await new Promise(() => {});
                }
                """)
            for source in [ConnectorSource.embedded, .file(ConnectorLoaderTests.plain)] {
                for fails in [false, true] {
                    let clock = ManualClock()
                    let environment = try await WalletTestEnvironment.start {
                        $0.clock = clock
                        $0.connector = source
                        $0.additionalManifests = [manifest]
                    }
                    let manager = environment.manager
                    let asked: JSONValue = ["walletId": "keeper"]
                    _ = try await manager.requests.perform(.signIn, asked) { _ in }
                    let view = try XCTUnwrap(manager.coordinator?.view)
                    let count: StaticString =
                        "return String(Object.keys(localStorage).filter((k) => k.startsWith('keeper:')).length)"
                    let before = try await view.call(count)
                    XCTAssertEqual(before, "2")
                    if fails { _ = try await view.call("localStorage.setItem('keeper:fails', 'yes'); return ''") }
                    let deadline = environment.configuration.deadlines.signOut
                    let leaving = Task {
                        try await manager.requests.perform(.signOut, asked, deadline: deadline) { _ in }
                    }
                    if !fails {
                        await waitUntil("the wallet's frame") { manager.showWalletUI }
                        clock.advance(by: deadline)
                    }
                    do {
                        try await leaving.value
                        XCTAssertTrue(fails && source == .embedded, "only the embedded connector hides the failure")
                    } catch let error as NEARError {
                        XCTAssertEqual(error.code, fails ? "wallet-rejected" : "timed-out")
                    }
                    let after = try await view.call(count)
                    XCTAssertEqual(after, "0")
                    try await environment.stop()
                }
            }
        }
    }

    func testEachNetworkKeepsItsOwnAccount() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let manager = environment.manager
            let here = manager.network
            let account = try await manager.signIn(walletId: Self.keystore)
            manager.network = .custom(
                try NEARWalletManager.CustomNetwork(id: "elsewhere", rpcURLs: [environment.devnet.rpcURL]))
            XCTAssertNil(manager.currentAccount)
            try manager.account.keep(NEARAccount(accountId: "eve.near", publicKey: nil, walletId: Self.keystore))
            manager.network = here
            XCTAssertEqual(manager.currentAccount, account)
            environment.restartManager()
            XCTAssertEqual(environment.manager.currentAccount, account)
            try await environment.stop()
        }
    }
}
