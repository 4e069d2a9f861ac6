// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectPeers
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import WalletConnectSign

/// A manager that speaks with a wallet on a phone: over a relay, with the scripted wallet, on a devnet.
final class PhoneManagerTests: MainLoopTestCase {
    func testAPhoneSignsInSendsAndIsThereAfterARestart() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            let account = try await scene.signIn()
            XCTAssertEqual(account.accountId, scene.alice.text)
            XCTAssertEqual(account.walletId, "wallet-connect")
            XCTAssertEqual(account.publicKey, "\(scene.environment.accounts[0].publicKey)")
            let signed = try await scene.manager.sign(message: "hello", recipient: "app.example")
            XCTAssertEqual(signed.accountId, scene.alice)
            let before = try await scene.balance(scene.bob)
            let outcome = try await scene.manager.sendNEAR(to: scene.bob, amount: NEARToken(yoctoNEAR: 5))
            XCTAssertTrue(outcome.isSuccess)
            let outcomes = try await scene.manager.signAndSendTransactions(
                [1, 2].map { yocto in
                    TransactionRequest(
                        receiverId: scene.bob,
                        actions: [.transfer(TransferAction(deposit: NEARToken(yoctoNEAR: yocto)))])
                })
            XCTAssertEqual(outcomes.count, 2)
            let after = try await scene.balance(scene.bob)
            XCTAssertEqual(after, before + 8)
            XCTAssertEqual(scene.questions, [.accounts, .message, .transactions(1), .transactions(2)])
            XCTAssertGreaterThan(scene.dismissals, 0)
            XCTAssertFalse(scene.manager.isBusy)
            let history = try await scene.manager.history()
            XCTAssertEqual(history.map(\.walletId), ["wallet-connect", "wallet-connect"])
            XCTAssertEqual(history.last?.state, .confirmed(hash: outcome.transactionHash))

            scene.environment.restartManager()
            XCTAssertEqual(scene.manager.currentAccount, account)
            await waitUntil("the session") { scene.manager.session == .restored(isVerified: true) }
            try await scene.manager.sendNEAR(to: scene.bob, amount: NEARToken(yoctoNEAR: 5))
            // Once signed in, nobody has to scan anything again.
            XCTAssertEqual(scene.prompts.filter { if case .link = $0 { true } else { false } }.count, 1)
            await scene.untilAccounts(["", scene.alice.text])
            try await scene.stop()
        }
    }

    func testASignInWithAMessageIsOneStep() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            let result = try await scene.manager.signInAndSignMessage(
                walletId: "unity-wallet", message: "hello", recipient: "app.example")
            XCTAssertEqual(result.account.walletId, "unity-wallet")
            XCTAssertEqual(result.verifiedMessage?.accountId, scene.alice)
            try await scene.stop()
        }
    }

    func testTheRelayIsSpokenWithAsTheSettingsSay() throws {
        try run {
            let scene = try await PhoneManagerScene.start {
                $0.phoneWallets?.sendsTokenInQuery = true
                // The second is the connection's own, and isn't sent.
                $0.phoneWallets?.relayHeaders = ["Origin: https://app.example", "Host: other.example"]
            }
            _ = try await scene.signIn()
            let openings = await scene.relay.openings
            let own = try XCTUnwrap(openings.first { $0.headers.contains("Origin: https://app.example") })
            XCTAssertNotNil(own.tokenInAddress)
            XCTAssertNil(own.tokenInHeader)
            XCTAssertFalse(own.headers.contains { $0.contains("other.example") })
            try await scene.stop()
        }
    }

    func testTheWalletsOwnDisconnectSignsOutOnce() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            _ = try await scene.signIn()
            for topic in await scene.phone.topics { await scene.phone.end(topic) }
            await waitUntil("the sign-out") { !scene.manager.isSignedIn }
            XCTAssertEqual(scene.manager.session, .signedOut)
            XCTAssertTrue(scene.manager.lastError?.contains("alice.test.near is signed out") == true)
            // While this program was off.
            _ = try await scene.signIn()
            scene.manager.close()
            for topic in await scene.phone.topics { await scene.phone.end(topic) }
            scene.environment.restartManager()
            XCTAssertEqual(scene.manager.currentAccount?.accountId, scene.alice.text)
            await waitUntil("the sign-out") { !scene.manager.isSignedIn }
            await scene.untilAccounts(["", scene.alice.text, "", scene.alice.text, ""])
            scene.environment.restartManager()
            XCTAssertNil(scene.manager.currentAccount)
            try await scene.stop()
        }
    }

    /// A backup has accounts and no sessions: none has ended, so that nobody is signed out.
    func testAPhonesAccountOfABackupWaitsForASignIn() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            _ = try await scene.signIn()
            let old = try XCTUnwrap(scene.manager.folders)
            let backup = try ProfileBackup(of: old, named: "default", withKeys: false)
            let new = ProfileFolders(root: old.data.appendingPathComponent("another-computer"))
            try ProfileBackup(reading: backup.bytes).restore(to: new)
            var configuration = scene.environment.configuration
            configuration.profile = .folders(new)
            let manager = NEARWalletManager(configuration: configuration)
            await waitUntil("the comparison") { manager.session != .stored }
            let stale = SessionState.stale(reason: "its session with the phone isn’t on this computer")
            XCTAssertEqual(manager.session, stale)
            XCTAssertFalse(manager.isSessionUncompared)
            let state = try await manager.checkSession()
            XCTAssertEqual(state, stale)
            XCTAssertEqual(manager.currentAccount?.accountId, scene.alice.text)
            XCTAssertNil(manager.lastError)
            XCTAssertEqual(manager.phone?.connection.isInUse, false)
            manager.setPhoneWalletPresenter(scene)
            _ = try await manager.signIn(walletId: "wallet-connect")
            let signedIn = try await manager.checkSession()
            XCTAssertNotEqual(signedIn, stale)
            manager.close()
            // From then on a wallet that ends its session signs out.
            for topic in await scene.phone.topics { await scene.phone.end(topic) }
            let later = NEARWalletManager(configuration: configuration)
            XCTAssertEqual(later.currentAccount?.accountId, scene.alice.text)
            await waitUntil("the sign-out") { !later.isSignedIn }
            XCTAssertTrue(
                later.lastError?.contains("alice.test.near is signed out") == true, "\(later.lastError ?? "")")
            later.close()
            try await scene.stop()
        }
    }

    func testSigningOutTellsTheWallet() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            _ = try await scene.signIn()
            try await scene.manager.signOut()
            XCTAssertNil(scene.manager.currentAccount)
            await scene.untilPhone { if case .ended = $0 { true } else { false } }
            XCTAssertNil(scene.manager.lastError)
            // A new sign-in ends the session that it takes the place of.
            _ = try await scene.signIn()
            let first = await scene.phone.topics
            _ = try await scene.signIn()
            await scene.untilPhone { if case .ended = $0 { true } else { false } }
            let second = await scene.phone.topics
            XCTAssertEqual(second.count, 1)
            XCTAssertNotEqual(first, second)
            // So does another wallet's.
            _ = try await scene.manager.signIn(walletId: "near-connect-keystore")
            await scene.untilPhone { if case .ended = $0 { true } else { false } }
            XCTAssertEqual(scene.manager.currentAccount?.walletId, "near-connect-keystore")
            let left = await scene.phone.topics
            XCTAssertEqual(left, [])
            try await scene.stop()
        }
    }

    func testAProgramWithoutPhonesOpensNothing() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            _ = try await scene.manager.signIn(walletId: "near-connect-keystore")
            try await scene.manager.sendNEAR(to: scene.bob, amount: NEARToken(yoctoNEAR: 1))
            XCTAssertEqual(scene.manager.phone?.connection.isInUse, false)
            let connections = await scene.relay.connectionCount
            XCTAssertEqual(connections, 0)
            guard case .folders(let folders) = scene.environment.configuration.profile else {
                return XCTFail("folders")
            }
            XCTAssertFalse(
                FileManager.default.fileExists(atPath: folders.data.appendingPathComponent("walletconnect").path))
            try await scene.stop()
        }
    }

    func testAWalletOfTheListIsSpokenWithNatively() throws {
        try run {
            let scene = try await PhoneManagerScene.start {
                $0.additionalManifests = [
                    WalletCode.manifest(
                        id: "wallet-connect", "async signIn() { throw new Error('its code ran'); }",
                        changes: ["permissions": ["walletConnect": true]])
                ]
            }
            let manager = scene.manager
            let signIn = Task { () async throws -> NEARAccount in try await manager.signIn() }
            try await manager.ready()
            _ = try await XCTUnwrap(manager.coordinator?.view).call(
                """
                const entry = () => document.querySelector("dialog[open] [data-wallet='wallet-connect']");
                for (let turn = 0; turn < 3000 && entry() === null; turn++) await new Promise((go) => setTimeout(go, 10));
                entry().click();
                return "";
                """)
            let account = try await signIn.value
            XCTAssertEqual(account.accountId, scene.alice.text)
            XCTAssertEqual(account.walletId, "wallet-connect")
            try await scene.stop()
        }
    }

    func testTheExecutorStaysChoosable() throws {
        try run {
            let code = """
                async signIn() {
                  const { walletConnect: wc, storage } = window.selector;
                  const namespaces = { near: { chains: ["near:devnet"], methods: ["near_getAccounts"], events: [] } };
                  const { uri } = await wc.connect({ requiredNamespaces: namespaces });
                  if (await storage.get("failed") === null) {
                    await storage.set("failed", "yes");
                    throw new Error(uri);
                  }
                  let session = null;
                  while ((session = await wc.getSession()) === null) await new Promise((end) => setTimeout(end, 50));
                  const request = { method: "near_getAccounts", params: {} };
                  return await wc.request({ topic: session.topic, chainId: "near:devnet", request });
                }
                """
            let scene = try await PhoneManagerScene.start {
                $0.phoneWallets?.nativeWallets = []
                $0.additionalManifests = [
                    WalletCode.manifest(
                        id: "wallet-connect", code,
                        changes: ["permissions": ["storage": true, "walletConnect": true]])
                ]
            }
            let phone = scene.phone
            do {
                _ = try await scene.signIn()
                XCTFail("it signed in")
            } catch NEARError.walletRejected(let words) {
                // The sign-in has ended, and its link with it.
                try await phone.pair(words)
                await scene.untilPhone { if case .ended = $0 { true } else { false } }
            }
            let client = try await XCTUnwrap(scene.manager.phone).client()
            let scanning = Task {
                // The executor shows its link to the user, who is a test.
                var link: String?
                while link == nil { link = await client.engine.attempts.values.first { !$0.isDead }?.uri.text }
                try await phone.pair(XCTUnwrap(link))
            }
            let account = try await scene.signIn()
            XCTAssertEqual(account.accountId, scene.alice.text)
            XCTAssertEqual(scene.prompts, [], "the executor shows its link by itself")
            try await scanning.value
            try await scene.stop()
        }
    }
}
