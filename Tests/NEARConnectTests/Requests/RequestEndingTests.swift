// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Every way in which a request can end.
///
/// After each of them the manager is ready for the next request, which succeeds.
final class RequestEndingTests: MainLoopTestCase {
    /// Signs in with a wallet that never answers `signMessage`, and has it asked.
    @MainActor
    private static func hangingMessage(
        _ body: (WalletTestEnvironment, _ clock: ManualClock, _ message: Task<SignedMessage, any Error>) async throws ->
            Void
    ) async throws {
        let clock = ManualClock()
        let environment = try await WalletTestEnvironment.start(script: ["signMessage": ["show", "hang"]]) {
            $0.clock = clock
        }
        let manager = environment.manager
        _ = try await manager.signIn(walletId: ScriptedWallet.id)
        let message = Task { try await manager.sign(message: "hello", recipient: "test") }
        await waitUntil("the wallet's frame") { manager.showWalletUI }
        XCTAssertTrue(manager.isBusy)
        try await body(environment, clock, message)
        try await expectReady(manager, environment)
        try await environment.stop()
    }

    /// The manager is idle, and a transaction succeeds.
    @MainActor
    private static func expectReady(_ manager: NEARWalletManager, _ environment: WalletTestEnvironment) async throws {
        XCTAssertFalse(manager.isBusy)
        XCTAssertFalse(manager.showWalletUI)
        XCTAssertEqual(manager.requests.table.count, 0)
        let outcome = try await manager.sendNEAR(to: environment.accounts[1].id, amount: .near(1))
        XCTAssertTrue(outcome.isSuccess)
        XCTAssertFalse(manager.isBusy)
    }

    @MainActor
    private static func expectError(
        _ code: String, of task: Task<SignedMessage, any Error>, line: UInt = #line
    ) async {
        do {
            _ = try await task.value
            XCTFail("no error", line: line)
        } catch let error as NEARError {
            XCTAssertEqual(error.code, code, "\(error)", line: line)
        } catch {
            XCTFail("\(error)", line: line)
        }
    }

    func testReply() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: [:])
            _ = try await environment.manager.signIn(walletId: ScriptedWallet.id)
            let signed = try await environment.manager.sign(message: "hello", recipient: "test")
            XCTAssertEqual(signed.accountId, environment.accounts[0].id)
            try await Self.expectReady(environment.manager, environment)
            try await environment.stop()
        }
    }

    func testWalletRefusal() throws {
        try run {
            let script: JSONValue = ["signMessage": [["do": "reject", "message": "not today"]]]
            let environment = try await WalletTestEnvironment.start(script: script)
            let manager = environment.manager
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            do {
                _ = try await manager.sign(message: "hello", recipient: "test")
                XCTFail("no error")
            } catch NEARError.walletRejected(let message) {
                XCTAssertEqual(message, "not today")
            }
            XCTAssertEqual(manager.lastError, "The wallet refused: not today")
            try await Self.expectReady(manager, environment)
            try await environment.stop()
        }
    }

    func testCancelButton() throws {
        try run {
            try await Self.hangingMessage { environment, _, message in
                XCTAssertTrue(environment.manager.cancelPendingOperation())
                await Self.expectError("user-cancelled", of: message)
                XCTAssertFalse(environment.manager.cancelPendingOperation(), "there was nothing left to cancel")
            }
        }
    }

    func testDeadline() throws {
        try run {
            try await Self.hangingMessage { environment, clock, message in
                clock.advance(by: environment.configuration.deadlines.interactive)
                await Self.expectError("timed-out", of: message)
            }
        }
    }

    func testTaskCancellation() throws {
        try run {
            try await Self.hangingMessage { _, _, message in
                message.cancel()
                await Self.expectError("task-cancelled", of: message)
            }
        }
    }

    func testTaskThatIsCancelledBeforeItStarts() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: [:])
            let manager = environment.manager
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            let message = Task { try await manager.sign(message: "hello", recipient: "test") }
            message.cancel()
            await Self.expectError("task-cancelled", of: message)
            try await Self.expectReady(manager, environment)
            try await environment.stop()
        }
    }

    func testPageReload() throws {
        try run {
            try await Self.hangingMessage { environment, _, message in
                environment.manager.reloadBridge()
                await Self.expectError("bridge-reloaded", of: message)
            }
        }
    }

    func testWebProcessKilled() throws {
        try run {
            try await Self.hangingMessage { _, _, message in
                XCTAssertGreaterThan(WebProcesses.kill(), 0)
                await Self.expectError("bridge-crashed", of: message)
            }
        }
    }

    func testWebProcessKilledBeforeItTookTheRequest() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: [:])
            let manager = environment.manager
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            XCTAssertGreaterThan(WebProcesses.send(SIGSTOP), 0)
            let message = Task { try await manager.sign(message: "hello", recipient: "test") }
            await waitUntil("a request that waits for the page") { manager.coordinator?.isWaitedFor == true }
            XCTAssertGreaterThan(WebProcesses.kill(), 0)
            await Self.expectError("bridge-crashed", of: message)
            try await manager.ready()
            try await Self.expectReady(manager, environment)
            try await environment.stop()
        }
    }

    func testWebProcessKilledAfterTheSignatureIsNeverSaidToHaveDoneNothing() throws {
        try run {
            // Blocks are made by hand: the transaction is on its way and not executed when the page dies.
            var chain = DevnetConfiguration()
            chain.blockProduction = .manual
            let environment = try await WalletTestEnvironment.start(chain: chain)
            let manager = environment.manager
            _ = try await manager.signIn(walletId: "near-connect-keystore")
            let (alice, bob) = (environment.accounts[0], environment.accounts[1])
            let sending = Task { [manager] in try await manager.sendNEAR(to: bob.id, amount: .near(1)) }
            await waitUntil("the signature") { manager.requests.table.interactive?.signedHashes.count == 1 }
            XCTAssertGreaterThan(WebProcesses.kill(), 0)
            do {
                _ = try await sending.value
                XCTFail("no error")
            } catch NEARError.transactionUnknown(let hash) {
                XCTAssertNotNil(hash)
            }
            XCTAssertFalse(manager.isBusy)
            XCTAssertEqual(manager.currentAccount?.accountId, alice.id.text)
            try await environment.stop()
        }
    }

    func testPageThatDoesNotGetReadyIsReportedAndCanBeLoadedAgain() throws {
        try run {
            let clock = ManualClock()
            let environment = try await WalletTestEnvironment.start(script: [:]) { $0.clock = clock }
            let manager = environment.manager
            // Its announcement gets lost.
            let coordinator = try XCTUnwrap(manager.coordinator)
            let tap = BridgeEventTap(coordinator) { event, deliver in
                if case .ready = event { return }
                deliver()
            }
            let waiting = Task { try await manager.wallets() }
            await waitUntil("both deadlines") { clock.sleeperCount >= 2 }
            clock.advance(by: environment.configuration.deadlines.ready)
            do {
                _ = try await waiting.value
                XCTFail("no error")
            } catch let error as NEARError {
                XCTAssertTrue(["web-view-not-ready", "timed-out"].contains(error.code), "\(error)")
            }
            await waitUntil("the report") { manager.unavailableReason != nil }
            tap.remove()
            manager.reloadBridge()
            XCTAssertNil(manager.unavailableReason)
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            try await Self.expectReady(manager, environment)
            try await environment.stop()
        }
    }

    func testSecondInteractiveRequestIsRefusedAtOnceAndReadsAreNot() throws {
        try run {
            try await Self.hangingMessage { environment, _, message in
                let manager = environment.manager
                do {
                    _ = try await manager.sendNEAR(to: environment.accounts[1].id, amount: .near(1))
                    XCTFail("no error")
                } catch NEARError.operationInProgress {}
                XCTAssertTrue(manager.isBusy, "the first request goes on")
                _ = try await manager.balance()
                _ = try await manager.wallets()
                XCTAssertTrue(manager.cancelPendingOperation())
                await Self.expectError("user-cancelled", of: message)
            }
        }
    }

    func testManagerClosed() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: ["signMessage": ["show", "hang"]])
            let manager = environment.manager
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            let message = Task { try await manager.sign(message: "hello", recipient: "test") }
            await waitUntil("the wallet's frame") { manager.showWalletUI }
            environment.restartManager()
            await Self.expectError("manager-released", of: message)
            XCTAssertFalse(manager.isBusy)
            XCTAssertEqual(environment.manager.currentAccount?.accountId, "alice.test.near")
            try await Self.expectReady(environment.manager, environment)
            try await environment.stop()
        }
    }

    func testManagerReleased() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: ["signIn": ["show", "hang"]])
            var configuration = environment.configuration
            configuration.profile = .ephemeral
            var manager: NEARWalletManager? = NEARWalletManager(configuration: configuration)
            weak let released = manager
            manager?.connect(walletId: ScriptedWallet.id)
            await waitUntil("the request") { manager?.isBridgeReady == true }
            guard let pending = manager?.requests.table.interactive else { return XCTFail("no request is open") }
            manager = nil
            do {
                _ = try await pending.reply()
                XCTFail("no error")
            } catch NEARError.managerReleased {}
            await waitUntil("the release") { released == nil }
            try await environment.stop()
        }
    }
}
