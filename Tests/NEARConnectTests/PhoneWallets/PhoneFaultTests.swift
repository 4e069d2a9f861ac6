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
            // The chain is asked about it, knows no such transaction, and the entry says the same as before.
            let looked = try await manager.reconcile().first { $0.id == late?.id }
            guard case .unknown(let words) = looked?.state else { return XCTFail("\(String(describing: looked))") }
            XCTAssertTrue(words.contains("signed late, not sent") && words.contains("until block"), words)
            let after = try await scene.balance(bob)
            XCTAssertEqual(after, before)
            try await scene.stop()
        }
    }

    func testAnAnswerThatComesAfterARestartIsWrittenDownAndNotSent() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            _ = try await scene.signIn()
            let (first, bob) = (scene.manager, scene.bob)
            let before = try await scene.balance(bob)
            await scene.script("near_signTransaction", [.wait])
            let waiting = Task {
                await Self.error { () throws(NEARError) in
                    try await first.sendNEAR(to: bob, amount: NEARToken(yoctoNEAR: 1))
                }
            }
            await scene.untilPhone { $0 == .requested(method: "near_signTransaction", chain: "near:devnet") }
            scene.environment.restartManager()
            let ended = await waiting.value
            XCTAssertEqual(ended?.code, "manager-released")
            await scene.phone.go()
            // The next manager takes what the relay has for it.
            var late: JournalEntry?
            while late == nil {
                late = try await scene.manager.history().first {
                    if case .unknown(let words) = $0.state { words.contains("signed late, not sent") } else { false }
                }
            }
            XCTAssertTrue(scene.manager.isSignedIn)
            let after = try await scene.balance(bob)
            XCTAssertEqual(after, before)
            try await scene.stop()
        }
    }

    func testAPageThatIsLostDoesNotEndWhatAPhoneIsAskedFor() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            _ = try await scene.signIn()
            let (manager, bob) = (scene.manager, scene.bob)
            try await manager.ready()
            await scene.script("near_signTransaction", [.wait])
            let waiting = Task {
                await Self.error { () throws(NEARError) in
                    try await manager.sendNEAR(to: bob, amount: NEARToken(yoctoNEAR: 1))
                }
            }
            await scene.untilPhone { $0 == .requested(method: "near_signTransaction", chain: "near:devnet") }
            let dismissals = scene.dismissals
            manager.reloadBridge()
            XCTAssertTrue(manager.isBusy)
            XCTAssertEqual(scene.dismissals, dismissals, "the user still sees that the phone is asked")
            await scene.phone.go()
            let error = await waiting.value
            XCTAssertNil(error)
            // Another network has none of it.
            await scene.script("near_signTransaction", [.wait])
            let second = Task {
                await Self.error { () throws(NEARError) in
                    try await manager.sendNEAR(to: bob, amount: NEARToken(yoctoNEAR: 1))
                }
            }
            await scene.untilPhone { $0 == .requested(method: "near_signTransaction", chain: "near:devnet") }
            guard let url = URL(string: "http://127.0.0.1:1") else { return XCTFail("url") }
            manager.network = .custom(try CustomNetwork(id: "elsewhere", rpcURLs: [url]))
            let ended = await second.value
            XCTAssertEqual(ended?.code, "bridge-reloaded")
            XCTAssertNil(manager.currentAccount)
            // What is signed for the first one then is in the journal as that one's.
            await scene.phone.go()
            var late: JournalEntry?
            while late == nil {
                late = try await manager.history().first {
                    if case .unknown(let words) = $0.state { words.contains("signed late, not sent") } else { false }
                }
            }
            XCTAssertEqual(late?.network, "devnet")
            try await scene.stop()
        }
    }

    func testTheLinkIsInNoLogAndNoError() throws {
        try run {
            let log = RecordedLog()
            let scene = try await PhoneManagerScene.start(
                PhoneWalletScript(["connect": [.reject(code: 5_000, message: "no")]])
            ) {
                $0.logger = log.logger
            }
            let manager = scene.manager
            let refused = await Self.error { () throws(NEARError) in
                _ = try await manager.signIn(walletId: "wallet-connect")
            }
            XCTAssertEqual(refused?.code, "wallet-rejected")
            await scene.phone.setScript(PhoneWalletScript())
            _ = try await scene.signIn()
            let keys = scene.prompts.compactMap { prompt in
                if case .link(let link) = prompt { link.uri.components(separatedBy: "symKey=").last } else { nil }
            }
            XCTAssertEqual(keys.count, 2)
            let said =
                log.lines.map { "\($0.message) \($0.metadata)" } + ["\(String(describing: refused)) \(scene.prompts)"]
            XCTAssertFalse(log.lines.isEmpty)
            for key in keys { XCTAssertFalse(said.contains { $0.contains(key.prefix(64)) }) }
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
