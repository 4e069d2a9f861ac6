// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Cancelling while a node that should confirm the wallet's answer says nothing.
final class CheckCancellationTests: MainLoopTestCase {
    private enum End: CaseIterable {
        case button
        case task
        case close

        @MainActor
        func apply<Value>(_ manager: NEARWalletManager, _ task: Task<Value, any Error>) {
            switch self {
            case .button: XCTAssertTrue(manager.cancelPendingOperation())
            case .task: task.cancel()
            case .close: manager.close()
            }
        }

        var code: String {
            switch self {
            case .button: "user-cancelled"
            case .task: "task-cancelled"
            case .close: "manager-released"
            }
        }
    }

    @MainActor
    private static func scene(_ node: SilentNode, _ script: JSONValue) async throws -> WalletTestEnvironment {
        let environment = try await WalletTestEnvironment.start(script: script) { configuration in
            do {
                configuration.network = .custom(
                    try NEARWalletManager.CustomNetwork(id: "devnet", rpcURLs: [node.url]))
            } catch {
                XCTFail("\(error)")
            }
        }
        _ = try await environment.manager.signIn(walletId: ScriptedWallet.id)
        return environment
    }

    /// Ends `task` while its result is being checked, and says with which error it did.
    @MainActor
    private static func end<Value: Sendable>(
        _ end: End, in environment: WalletTestEnvironment, _ task: Task<Value, any Error>
    ) async -> NEARError? {
        let manager = environment.manager
        await waitUntil("the wallet's answer") { manager.isBusy && manager.requests.table.count == 0 }
        XCTAssertEqual(manager.waitingText, "Checking the wallet’s answer with the chain…")
        end.apply(manager, task)
        let start = ContinuousClock.now
        defer {
            // By itself the check would end after ten seconds.
            XCTAssertLessThan(start.duration(to: .now), .seconds(9))
            XCTAssertFalse(manager.isBusy)
        }
        do {
            _ = try await task.value
            XCTFail("no error")
            return nil
        } catch {
            return error as? NEARError
        }
    }

    func testTheCheckOfAMessageEndsWithCancel() throws {
        try run {
            let node = try SilentNode()
            for kind in End.allCases {
                let environment = try await Self.scene(node, [:])
                let manager = environment.manager
                let task = Task { try await manager.sign(message: "hello", recipient: "app") }
                let error = await Self.end(kind, in: environment, task)
                XCTAssertEqual(error?.code, kind.code)
                try await environment.stop()
            }
        }
    }

    func testTheCheckOfASignInEndsWithCancelAndNobodyIsSignedIn() throws {
        try run {
            let node = try SilentNode()
            let environment = try await Self.scene(node, [:])
            let manager = environment.manager
            let before = manager.currentAccount
            let task = Task {
                try await manager.signInAndSignMessage(
                    walletId: ScriptedWallet.id, message: "hello", recipient: "app"
                ).account
            }
            let error = await Self.end(.button, in: environment, task)
            XCTAssertEqual(error?.code, "user-cancelled")
            XCTAssertEqual(manager.currentAccount, before)
            try await environment.stop()
        }
    }

    func testDisconnectingDuringTheCheckOfASignInLeavesNobodySignedIn() throws {
        try run {
            let node = try SilentNode()
            let environment = try await Self.scene(node, [:])
            let manager = environment.manager
            let task = Task {
                try await manager.signInAndSignMessage(
                    walletId: ScriptedWallet.id, message: "hello", recipient: "app")
            }
            await waitUntil("the wallet's answer") { manager.isBusy && manager.requests.table.count == 0 }
            manager.disconnect()
            XCTAssertFalse(manager.isSignedIn)
            XCTAssertEqual(manager.requests.table.interactive?.kind, .signOut, "it doesn't wait for the check")
            do {
                _ = try await task.value
                XCTFail("no error")
            } catch NEARError.userCancelled {}
            await waitUntil("the wallet's sign-out") { !manager.isBusy }
            XCTAssertFalse(manager.isSignedIn)
            XCTAssertNil(manager.lastError)
            try await environment.stop()
        }
    }

    func testATransactionThatWasSentIsNeverCalledCancelled() throws {
        try run {
            let chain = try await WalletTestEnvironment.start()
            _ = try await chain.manager.signIn(walletId: "near-connect-keystore")
            let bob = chain.accounts[1].id
            let sent = try await chain.manager.sendNEAR(to: bob, amount: .near(1))
            let node = try SilentNode()
            for kind in End.allCases {
                let environment = try await Self.scene(
                    node, ["signAndSendTransaction": [["do": "return", "value": sent.json]]])
                let manager = environment.manager
                let task = Task { try await manager.sendNEAR(to: bob, amount: .near(1)) }
                let error = await Self.end(kind, in: environment, task)
                XCTAssertEqual(error?.code, "transaction-unknown", "\(kind)")
                let entry = try await manager.history().first
                XCTAssertEqual(entry?.parts.first?.hash, sent.transactionHash)
                try await environment.stop()
            }
            try await chain.stop()
        }
    }
}
