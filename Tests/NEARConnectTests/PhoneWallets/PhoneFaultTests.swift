// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectPeers
import NEARConnectTestKit
import NEARPrimitives
import NEARVault
import WalletConnectPlatform
import WalletConnectSign
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Faults between a manager and a phone.
///
/// Each ends once, with an error that says it, and nothing is sent.
final class PhoneFaultTests: MainLoopTestCase {
    /// Returns the error with which something ends.
    @MainActor
    private static func error(of work: () async throws(NEARError) -> Void) async -> NEARError? {
        do throws(NEARError) {
            try await work()
            return nil
        } catch {
            return error
        }
    }

    func testARefusalACancelAndALateSignatureAreTold() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            _ = try await scene.signIn()
            let (manager, bob) = (scene.manager, scene.bob)
            func send() async throws(NEARError) { try await manager.sendNEAR(to: bob, amount: NEARToken(yoctoNEAR: 1)) }
            let before = try await scene.balance(bob)
            await scene.script("near_signTransaction", [.reject(code: 4_001, message: "no thanks")])
            guard case .walletRejected("no thanks")? = await Self.error(of: send) else { return XCTFail("no refusal") }
            // What is signed wrong is never sent.
            await scene.script("near_signTransaction", [.wrongBytes])
            let wrong = await Self.error(of: send)
            XCTAssertEqual(wrong?.code, "signature-invalid")
            // A user who cancels, and the phone that signs after that.
            await scene.script("near_signTransaction", [.wait])
            let asked = scene.prompts.count
            let waiting = Task { await Self.error(of: send) }
            await waitUntil("the question") { scene.prompts.count > asked }
            await scene.untilPhone { $0 == .requested(method: "near_signTransaction", chain: "near:devnet") }
            XCTAssertEqual(manager.waitingText, "Waiting for Scripted phone wallet…")
            scene.cancel()
            let cancelled = await waiting.value
            XCTAssertEqual(cancelled?.code, "user-cancelled")
            XCTAssertFalse(manager.isBusy)
            await scene.phone.go()
            var late: JournalEntry?
            await scene.untilPhone { $0 == .answered(method: "near_signTransaction") }
            while late == nil {
                late = try await manager.history().first {
                    if case .unknown(let words) = $0.state { words.contains("signed late, not sent") } else { false }
                }
            }
            XCTAssertEqual(late?.walletId, "wallet-connect")
            let after = try await scene.balance(bob)
            XCTAssertEqual(after, before)
            try await scene.stop()
        }
    }

    func testTheBalanceIsLookedAtBeforeThePhoneIsAsked() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            _ = try await scene.signIn()
            let (manager, bob) = (scene.manager, scene.bob)
            let asked = await scene.requestCount
            let all = try await scene.balance(scene.alice)
            let error = await Self.error { () throws(NEARError) in
                try await manager.sendNEAR(to: bob, amount: NEARToken(yoctoNEAR: all))
            }
            XCTAssertTrue(error?.errorDescription?.contains("wasn’t asked") == true, "\(String(describing: error))")
            let askedAfter = await scene.requestCount
            XCTAssertEqual(askedAfter, asked)
            let entry = try await manager.history().first
            XCTAssertEqual(entry?.state.code, "not-sent")
            try await scene.stop()
        }
    }

    func testDelegateActionsAreRefusedWithASentence() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            _ = try await scene.signIn()
            let (manager, bob) = (scene.manager, scene.bob)
            let asked = await scene.requestCount
            let error = await Self.error { () throws(NEARError) in
                _ = try await manager.signDelegateActions([
                    TransactionRequest(receiverId: bob, actions: [.transfer(TransferAction(deposit: .zero))])
                ])
            }
            XCTAssertTrue(error?.errorDescription?.contains("no such wallet signs delegate actions") == true)
            XCTAssertEqual(manager.lastError, error?.errorDescription)
            let askedAfter = await scene.requestCount
            XCTAssertEqual(askedAfter, asked)
            let history = try await manager.history()
            XCTAssertEqual(history.count, 0)
            try await scene.stop()
        }
    }

    func testAnAccountOfAnUpdateIsNotTakenForTheOneThatSignedIn() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            _ = try await scene.signIn()
            let (manager, bob) = (scene.manager, scene.bob)
            guard let topic = await scene.phone.topics.first else { return XCTFail("no session") }
            _ = try await scene.phone.update(topic, PhoneWalletGrant(accounts: ["near:devnet:\(bob)"]))
            await waitUntil("the check") { if case .stale = manager.session { true } else { false } }
            XCTAssertEqual(manager.currentAccount?.accountId, scene.alice.text)
            let asked = await scene.requestCount
            let error = await Self.error { () throws(NEARError) in
                try await manager.sendNEAR(to: bob, amount: NEARToken(yoctoNEAR: 1))
            }
            XCTAssertEqual(error?.code, "signature-invalid")
            let askedAfter = await scene.requestCount
            XCTAssertEqual(askedAfter, asked)
            _ = try await scene.phone.update(topic, PhoneWalletGrant(accounts: ["near:devnet:\(scene.alice)"]))
            await waitUntil("the check") { manager.session == .restored(isVerified: true) }
            try await scene.stop()
        }
    }

    func testASignInThatComesToNothingLeavesTheWalletNoSession() throws {
        try run {
            let scene = try await PhoneManagerScene.start(
                PhoneWalletScript(["near_getAccounts": [.wrongKey], "near_signMessage": [.wrongBytes]]))
            let manager = scene.manager
            let wrongKey = await Self.error { () throws(NEARError) in
                _ = try await manager.signIn(walletId: "wallet-connect")
            }
            XCTAssertEqual(wrongKey?.code, "signature-invalid")
            await scene.untilPhone { if case .ended = $0 { true } else { false } }
            await scene.script("near_signMessage", [.wrongBytes])
            let wrongMessage = await Self.error { () throws(NEARError) in
                _ = try await manager.signInAndSignMessage(
                    walletId: "wallet-connect", message: "hello", recipient: "app.example")
            }
            XCTAssertEqual(wrongMessage?.code, "signature-invalid")
            await scene.untilPhone { if case .ended = $0 { true } else { false } }
            let topics = await scene.phone.topics
            XCTAssertEqual(topics, [])
            XCTAssertNil(manager.currentAccount)
            // Where nobody scans, Cancel ends it.
            scene.scans = false
            let waiting = Task {
                await Self.error { () throws(NEARError) in
                    _ = try await manager.signIn(walletId: "wallet-connect")
                }
            }
            let links = scene.prompts.count
            await waitUntil("the link") { scene.prompts.count > links }
            scene.cancel()
            let cancelled = await waiting.value
            XCTAssertEqual(cancelled?.code, "user-cancelled")
            XCTAssertFalse(manager.isBusy)
            try await scene.stop()
        }
    }

    func testWhatKeepsAPhoneFromBeingAskedIsSaid() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            let manager = scene.manager
            func signIn() async throws(NEARError) { _ = try await manager.signIn(walletId: "wallet-connect") }
            guard case .folders(let folders) = scene.environment.configuration.profile else {
                return XCTFail("folders")
            }
            let other = FileSignStore(folders, vault: MemoryVault())
            _ = try await other.load()
            let locked = await Self.error(of: signIn)
            XCTAssertTrue(locked?.errorDescription?.contains("in use by") == true, "\(String(describing: locked))")
            await other.close()
            manager.setPhoneWalletPresenter(nil)
            let unseen = await Self.error(of: signIn)
            XCTAssertTrue(unseen?.errorDescription?.contains("no window") == true, "\(String(describing: unseen))")
            try await scene.stop()
        }
    }
}
