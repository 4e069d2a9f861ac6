// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectPeers
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import WalletConnectSign
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Ends of what a user wanted of an executor, while a phone has a proposal or a request of it.
final class PhoneExecutorEndingTests: MainLoopTestCase {
    /// Returns the error with which something ends.
    @MainActor
    private static func error<Value>(of work: () async throws(NEARError) -> Value) async -> NEARError? {
        do throws(NEARError) {
            _ = try await work()
            return nil
        } catch {
            return error
        }
    }

    /// Has the phone approve what nobody waits for any more, and looks that this makes no session.
    @MainActor
    private static func approveLate(_ scene: PhoneExecutorScene, after ending: String) async throws {
        await scene.phone.go()
        await scene.untilPhone { if case .ended = $0 { true } else { false } }
        let (here, there) = (try await scene.sessions, await scene.phone.topics)
        XCTAssertEqual(here.map(\.topic), [], ending)
        XCTAssertEqual(there, [], ending)
    }

    func testASignInThatEndsTakesItsProposalWithIt() throws {
        try run {
            let clock = ManualClock()
            let waits = PhoneWalletScript(["connect": [.wait]])
            let scene = try await PhoneExecutorScene.start(waits) {
                $0.clock = clock
                $0.deadlines.interactive = .seconds(60)
            }
            let manager = scene.manager
            let endings: [(String, String, @MainActor (Task<NEARError?, Never>) -> Void)] = [
                ("Cancel", "user-cancelled", { _ in manager.cancelPendingOperation() }),
                ("the task's end", "task-cancelled", { $0.cancel() }),
                ("another page", "bridge-reloaded", { _ in manager.reloadBridge() }),
                ("the deadline", "timed-out", { _ in clock.advance(by: .seconds(61)) }),
            ]
            for (number, (name, code, end)) in endings.enumerated() {
                try await manager.ready()
                let signIn = Task { await Self.error(of: scene.signIn) }
                await scene.untilPhone { if case .proposed = $0 { true } else { false } }
                // The phone may be quicker than the answer to the executor.
                await waitUntil("the wait") { manager.waitingText != nil }
                end(signIn)
                let error = await signIn.value
                XCTAssertEqual(error?.code, code, name)
                await waitUntil("the proposal's end after \(name)") { scene.scanned.endedProposals == number + 1 }
                try await Self.approveLate(scene, after: name)
            }
            // The next sign-in isn't touched by any of that.
            await scene.phone.setScript(PhoneWalletScript())
            try await manager.ready()
            let account = try await scene.signIn()
            await scene.untilPhone { if case .settled = $0 { true } else { false } }
            XCTAssertEqual(account.accountId, "alice.test.near")
            await waitUntil("the approval") { scene.scanned.endedProposals == endings.count + 1 }
            let sessions = try await scene.sessions
            XCTAssertEqual(sessions.count, 1)
            let message = try await manager.sign(message: "hello", recipient: "app.example")
            XCTAssertEqual(message.accountId.text, "alice.test.near")
            // Nor does the end of the manager leave a proposal open.
            await scene.phone.setScript(waits)
            let last = Task { await Self.error(of: scene.signIn) }
            await scene.untilPhone { if case .proposed = $0 { true } else { false } }
            manager.close()
            let error = await last.value
            XCTAssertEqual(error?.code, "manager-released")
            await waitUntil("the last proposal's end") { scene.scanned.endedProposals == endings.count + 2 }
            try await Self.approveLate(scene, after: "the manager's end")
            try await scene.stop()
        }
    }

    /// Has the phone asked for transactions, cancels that, and has the phone sign all the same.
    ///
    /// - Returns: The journal's new entries: the request's own, and one for each signature.
    @MainActor
    private static func signLate(
        _ scene: PhoneExecutorScene, count: Int, meanwhile: @MainActor () throws -> Void = {}
    ) async throws -> [JournalEntry] {
        let (manager, bob) = (scene.manager, scene.environment.accounts[1])
        let method = count == 1 ? "near_signTransaction" : "near_signTransactions"
        await scene.phone.setScript(PhoneWalletScript([method: [.wait]]))
        // Another amount each time: the same transaction, signed again, is written down already.
        let transfer = TransactionRequest(
            receiverId: bob.id,
            actions: [.transfer(TransferAction(deposit: NEARToken(yoctoNEAR: UInt128(count))))])
        let before = Set(try await manager.history().map(\.id))
        let sending = Task {
            await Self.error { () throws(NEARError) in
                if count == 1 {
                    _ = try await manager.signAndSendTransaction(
                        receiverId: transfer.receiverId, actions: transfer.actions)
                } else {
                    _ = try await manager.signAndSendTransactions(Array(repeating: transfer, count: count))
                }
            }
        }
        await scene.untilPhone { $0 == .requested(method: method, chain: "near:devnet") }
        XCTAssertTrue(manager.cancelPendingOperation())
        let error = await sending.value
        XCTAssertEqual(error?.code, "user-cancelled")
        try meanwhile()
        await scene.phone.go()
        await scene.untilPhone { $0 == .answered(method: method) }
        var entries: [JournalEntry] = []
        while entries.count(where: isLate) < count {
            entries = try await manager.history().filter { !before.contains($0.id) }
        }
        return entries
    }

    @MainActor
    private static func isLate(_ entry: JournalEntry) -> Bool {
        guard case .unknown(let words) = entry.state, let hash = entry.parts.first?.hash else { return false }
        return words.contains("signed late, not sent") && words.contains("\(hash)")
    }

    func testATransactionThatAnExecutorsPhoneSignsLateIsWrittenDownAndNotSent() throws {
        try run {
            let scene = try await PhoneExecutorScene.start(usesManagersClient: true)
            let bob = scene.environment.accounts[1]
            _ = try await scene.signIn()
            let before = try await scene.balance(of: bob)
            for count in [1, 2] {
                let entries = try await Self.signLate(scene, count: count)
                let late = entries.filter(Self.isLate)
                XCTAssertEqual(late.count, count, "\(entries)")
                XCTAssertEqual(entries.count, count + 1, "\(entries)")
                XCTAssertEqual(Set(late.map(\.walletId)), [PhoneExecutor.walletId])
                XCTAssertEqual(Set(late.compactMap { $0.parts.first?.hash }).count, count)
            }
            let unchanged = try await scene.balance(of: bob)
            XCTAssertEqual(unchanged, before)
            // The session stands, and the next transaction is the only one that is sent.
            await scene.phone.setScript(PhoneWalletScript())
            let one = try await scene.manager.sendNEAR(to: bob.id, amount: .near(1))
            XCTAssertTrue(one.isSuccess)
            let after = try await scene.balance(of: bob)
            XCTAssertEqual(after.yoctoNEAR - before.yoctoNEAR, try NEARToken.near(1).yoctoNEAR)
            try await scene.stop()
        }
    }

    func testAProgramsClientThatAnswersAfterACancelIsNotTakenForAnAnswer() throws {
        try run {
            let scene = try await PhoneExecutorScene.start()
            let bob = scene.environment.accounts[1]
            _ = try await scene.signIn()
            scene.scanned.outlivesCancel = true
            let before = try await scene.balance(of: bob)
            let late = try await Self.signLate(scene, count: 1).filter(Self.isLate)
            XCTAssertEqual(late.map(\.walletId), [PhoneExecutor.walletId])
            let after = try await scene.balance(of: bob)
            XCTAssertEqual(after, before)
            try await scene.stop()
        }
    }

    func testWhatIsSignedLateForTheNetworkBeforeIsWrittenDownForThatOne() throws {
        try run {
            for usesManagersClient in [false, true] {
                let scene = try await PhoneExecutorScene.start(usesManagersClient: usesManagersClient)
                _ = try await scene.signIn()
                scene.scanned.outlivesCancel = true
                let manager = scene.manager
                // Nothing listens there.
                let elsewhere = NEARNetwork.custom(
                    try CustomNetwork(id: "elsewhere", rpcURLs: [try XCTUnwrap(URL(string: "http://127.0.0.1:9"))]))
                let late = try await Self.signLate(scene, count: 1) { manager.network = elsewhere }
                    .filter(Self.isLate)
                XCTAssertEqual(late.map(\.walletId), [PhoneExecutor.walletId])
                XCTAssertEqual(late.map(\.network), ["devnet"])
                try await scene.stop()
            }
        }
    }
}
