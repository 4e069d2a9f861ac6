// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import Glibc
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import TestSupport
import WebKitGTK
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The questions to the user when a page hangs or crashes repeatedly.
final class RecoveryTests: MainLoopTestCase {
    /// Signs in with a wallet that does what `script` says, in a window.
    @MainActor
    private static func signedIn(
        _ script: JSONValue, _ body: (WalletTestEnvironment, ConnectWindow, ManualClock) async throws -> Void
    ) async throws {
        let clock = ManualClock()
        let environment = try await WalletTestEnvironment.start(script: script) { $0.clock = clock }
        let window = ConnectWindow(manager: environment.manager)
        window.present()
        _ = try await environment.manager.signIn(walletId: ScriptedWallet.id)
        try await body(environment, window, clock)
        window.close()
        try await environment.stop()
    }

    @MainActor
    private static func question(in window: ConnectWindow, _ clock: ManualClock) async throws -> Dialog {
        await waitUntil("the question") {
            clock.advance(by: .milliseconds(500))
            return window.bridge.unresponsiveDialog != nil
        }
        return try XCTUnwrap(window.bridge.unresponsiveDialog)
    }

    func testAUserWhoWaitsIsAskedAgainAndOneWhoStopsGetsThePageBack() throws {
        try run {
            let spin: JSONValue = ["do": "spin", "milliseconds": 1_000_000_000]
            try await Self.signedIn(["signMessage": [spin]]) { environment, window, clock in
                let manager = environment.manager
                let message = Task { try await manager.sign(message: "hello", recipient: "test") }
                await waitUntil("the wallet's code") { manager.waitingText?.contains("Test wallet") == true }
                // Enter presses what does no harm.
                try await Self.question(in: window, clock).pressEnter()
                await waitUntil("the end of the question") { window.bridge.unresponsiveDialog == nil }
                XCTAssertFalse(manager.isUnresponsive)
                XCTAssertTrue(manager.isBusy)
                try await Self.question(in: window, clock).respond(UnresponsiveQuestion.stop)
                do {
                    _ = try await message.value
                    XCTFail("no error")
                } catch let error as NEARError {
                    XCTAssertEqual(error.code, "bridge-crashed")
                }
                try await manager.ready()
                let outcome = try await manager.sendNEAR(to: environment.accounts[1].id, amount: .near(1))
                XCTAssertTrue(outcome.isSuccess)
                XCTAssertNil(window.bridge.unresponsiveDialog)
            }
        }
    }

    /// Nobody sees a blank sheet before the page is there, or while it comes back.
    func testAPlaceholderStandsWhereThePageHasNothingToShow() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: [:])
            let manager = environment.manager
            let widget = BridgeWidget(manager: manager)
            let stack = try XCTUnwrap(widget.handle as? Stack)
            await waitUntil("the page") { stack.visiblePage == "bridge" }
            manager.reloadBridge()
            await waitUntil("the placeholder") { stack.visiblePage == "loading" }
            await waitUntil("the page") { stack.visiblePage == "bridge" }
            XCTAssertGreaterThan(WebProcesses.kill(), 0)
            await waitUntil("the placeholder") { stack.visiblePage == "loading" }
            await waitUntil("the page") { stack.visiblePage == "bridge" }
            withExtendedLifetime(widget) {}
            try await environment.stop()
        }
    }

    func testAPageThatAnswersAgainTakesTheQuestionAway() throws {
        try run {
            try await Self.signedIn([:]) { environment, window, clock in
                let manager = environment.manager
                // A page that hangs for exactly as long as this test wants.
                XCTAssertGreaterThan(WebProcesses.send(SIGSTOP), 0)
                let message = Task { try await manager.sign(message: "hello", recipient: "test") }
                _ = try await Self.question(in: window, clock)
                XCTAssertGreaterThan(WebProcesses.send(SIGCONT), 0)
                let signed = try await message.value
                XCTAssertEqual(signed.accountId, environment.accounts[0].id)
                await waitUntil("the end of the question") { window.bridge.unresponsiveDialog == nil }
                XCTAssertFalse(manager.isUnresponsive)
            }
        }
    }

    /// A machine that was suspended: the page had no time in which it could answer.
    func testAPageIsNotBlamedForTimeInWhichNothingRan() throws {
        try run {
            try await Self.signedIn([:]) { environment, window, clock in
                let manager = environment.manager
                XCTAssertGreaterThan(WebProcesses.send(SIGSTOP), 0)
                let message = Task { try await manager.sign(message: "hello", recipient: "test") }
                let page = try XCTUnwrap(manager.coordinator)
                await waitUntil("a request that waits for the page") { page.isWaitedFor }
                await waitUntil("the watchdog's question") {
                    clock.advance(by: .milliseconds(500))
                    return page.watchdog.isAsking
                }
                // Each leap is one turn, however long it is.
                for leap in 1..<PageWatchdog.patience - 1 {
                    let turns = page.watchdog.turns
                    clock.advance(by: .seconds(5))
                    await waitUntil("leap \(leap)") {
                        // A watchdog that wasn't asleep yet wakes a little later.
                        clock.advance(by: .milliseconds(10))
                        return page.watchdog.turns > turns
                    }
                    XCTAssertFalse(manager.isUnresponsive, "after leap \(leap)")
                }
                XCTAssertGreaterThan(WebProcesses.send(SIGCONT), 0)
                let signed = try await message.value
                XCTAssertEqual(signed.accountId, environment.accounts[0].id)
                XCTAssertNil(window.bridge.unresponsiveDialog)
            }
        }
    }

    func testAPageThatCrashesAllTheTimeIsOfferedWithEmptyCachesWhichCostNoAccount() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: [:]) { $0.clock = ManualClock() }
            let manager = environment.manager
            let window = ConnectWindow(manager: manager)
            window.present()
            let account = try await manager.signIn(walletId: ScriptedWallet.id)
            let page = PageEvents(try XCTUnwrap(manager.coordinator))
            for number in 1...BridgeCoordinator.crashLimit + 1 {
                try await manager.ready()
                XCTAssertFalse(manager.offersCacheReset)
                XCTAssertGreaterThan(WebProcesses.kill(), 0)
                await waitUntil("loss \(number)") { page.losses == number }
            }
            await waitUntil("the offer") { window.bridge.failure.offersReset }
            XCTAssertNotNil(manager.unavailableReason)
            window.bridge.failure.reset.press()
            await waitUntil("the page") { manager.isBridgeReady }
            XCTAssertFalse(manager.offersCacheReset)
            XCTAssertEqual(manager.currentAccount, account)
            let signed = try await manager.sign(message: "hello", recipient: "test")
            XCTAssertEqual(signed.accountId.text, account.accountId)
            window.close()
            try await environment.stop()
        }
    }

    func testAWalletWhoseWindowClosedItselfMayWorkUnseenForAWhile() throws {
        try run {
            let clock = ManualClock()
            let environment = try await WalletTestEnvironment.start(script: ["signMessage": ["hang"]]) {
                $0.clock = clock
            }
            let manager = environment.manager
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            let message = Task { try await manager.sign(message: "hello", recipient: "test") }
            await waitUntil("the wallet's code") { manager.waitingText?.contains("Test wallet") == true }
            let coordinator = try XCTUnwrap(manager.coordinator)
            _ = try await coordinator.view.call("window.test = open('about:blank'); return ''")
            await waitUntil("the popup") { coordinator.popups.first?.isPresented == true }
            let sleepers = clock.sleeperCount
            _ = try await coordinator.view.call("test.close(); return ''")
            await waitUntil("the grace") { coordinator.popups.isEmpty && clock.sleeperCount > sleepers }
            let deadlines = environment.configuration.deadlines
            clock.advance(by: deadlines.walletSilent - .seconds(1))
            _ = try await manager.echo("still waiting")
            XCTAssertTrue(manager.isBusy)
            clock.advance(by: .seconds(1))
            do {
                _ = try await message.value
                XCTFail("no error")
            } catch let error as NEARError {
                XCTAssertEqual(error.code, "timed-out")
            }
            try await environment.stop()
        }
    }

    func testRequestsLeaveNothingBehind() throws {
        try run(timeout: 1200) {
            let environment = try await WalletTestEnvironment.start(script: [:])
            let manager = environment.manager
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            let coordinator = try XCTUnwrap(manager.coordinator)
            let context = coordinator.context
            for _ in 0..<50 { _ = try await manager.sign(message: "warm-up", recipient: "test") }
            MainLoop.drain()
            let before = LiveCount.all
            for number in 0..<SoakCount.full(or: 200) {
                _ = try await manager.sign(message: "\(number)", recipient: "test")
            }
            await waitUntil("the counts of before: \(before), not \(LiveCount.all)") {
                LiveCount.isNoMore(than: before)
            }
            XCTAssertEqual(LiveCount.of(.webView), 1)
            XCTAssertEqual(manager.requests.table.count, 0)
            XCTAssertTrue(manager.coordinator === coordinator && coordinator.context === context)
            try await environment.stop()
        }
    }
}
