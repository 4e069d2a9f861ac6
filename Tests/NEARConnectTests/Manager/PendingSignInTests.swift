// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect

/// The names by which near-connect-ios's sheet starts a sign-in, on a page that starts it by itself.
final class PendingSignInTests: MainLoopTestCase {
    /// Waits for the wallet list and returns how many there are.
    @MainActor
    private static func lists(_ manager: NEARWalletManager) async throws -> String {
        try await manager.ready()
        return try await XCTUnwrap(manager.coordinator?.view).call(
            """
            const lists = () => document.querySelectorAll("dialog[open] [data-wallet='near-connect-test']").length;
            for (let turn = 0; turn < 3000 && lists() === 0; turn++) await new Promise((go) => setTimeout(go, 10));
            return String(lists());
            """)
    }

    /// Chooses the scripted wallet.
    @MainActor
    private static func choose(_ manager: NEARWalletManager) async throws {
        _ = try await XCTUnwrap(manager.coordinator?.view).call(
            "document.querySelector('dialog[open] [data-wallet=\"near-connect-test\"]').click(); return ''")
        await waitUntil("the sign-in") { manager.isSignedIn && !manager.isBusy }
    }

    func testASheetThatOpensTheListAsWellOpensItOnce() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: [:])
            let manager = environment.manager
            XCTAssertFalse(manager.isBridgeReady)
            XCTAssertFalse(manager.pendingConnect)
            manager.connect()
            XCTAssertTrue(manager.pendingConnect)
            XCTAssertTrue(manager.showWalletUI)
            XCTAssertNil(manager.pendingSignMessageParams)
            let open = manager.requests.table.interactive?.id
            // A sheet that doesn't wait for the page.
            manager.pendingConnect = false
            XCTAssertFalse(manager.pendingConnect)
            manager.triggerWalletSelector()
            XCTAssertEqual(manager.requests.table.interactive?.id, open)
            XCTAssertNil(manager.lastError)
            let lists = try await Self.lists(manager)
            XCTAssertEqual(lists, "1")
            try await Self.choose(manager)
            try await environment.stop()
        }
    }

    func testTheWaitEndsWithThePageAndWithTheSheet() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: [:])
            environment.manager.pendingConnect = true
            XCTAssertTrue(environment.manager.pendingConnect)
            XCTAssertTrue(environment.manager.isBusy)
            environment.manager.cleanUpOnDismiss()
            XCTAssertFalse(environment.manager.pendingConnect)
            XCTAssertFalse(environment.manager.isBusy)
            environment.manager.connect()
            await waitUntil("the page") { environment.manager.isBridgeReady }
            XCTAssertFalse(environment.manager.pendingConnect, "the page has it")
            XCTAssertTrue(environment.manager.isBusy)
            environment.manager.cleanUpOnDismiss()
            try await environment.stop()
        }
    }

    func testAMessageWaitsForThePageAndIsSignedOnce() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: [:])
            let manager = environment.manager
            let nonce = Data((0..<32).map { UInt8($0) })
            let result = Task {
                try await manager.connectAndSignMessage(message: "hello", recipient: "app", nonce: nonce)
            }
            await waitUntil("the request") { manager.isBusy }
            let waiting = try XCTUnwrap(manager.pendingSignMessageParams)
            XCTAssertFalse(manager.isBridgeReady)
            XCTAssertFalse(manager.pendingConnect)
            XCTAssertTrue(waiting == (message: "hello", recipient: "app", nonce: nonce), "\(waiting)")
            manager.pendingSignMessageParams = nil
            XCTAssertNil(manager.pendingSignMessageParams)
            manager.triggerConnectWithSignMessage(
                message: waiting.message, recipient: waiting.recipient, nonce: waiting.nonce)
            XCTAssertNil(manager.lastError)
            let lists = try await Self.lists(manager)
            XCTAssertEqual(lists, "1")
            try await Self.choose(manager)
            let signed = try await result.value
            try XCTUnwrap(signed.verifiedMessage).verify(
                NEP413Payload(message: "hello", nonce: [UInt8](nonce), recipient: "app"))
            try await environment.stop()
        }
    }

    func testAMessageThatNobodyAwaitsSignsIn() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: [:])
            let manager = environment.manager
            manager.triggerConnectWithSignMessage(message: "hello", recipient: "app", nonce: Data([1]))
            XCTAssertTrue(manager.lastError?.contains("nonce") == true, manager.lastError ?? "nil")
            XCTAssertFalse(manager.isBusy)
            manager.pendingSignMessageParams = (message: "hello", recipient: "app", nonce: Data(count: 32))
            XCTAssertNil(manager.lastError)
            XCTAssertEqual(manager.pendingSignMessageParams?.message, "hello")
            // Another message is another sign-in.
            manager.triggerConnectWithSignMessage(message: "other", recipient: "app", nonce: Data(count: 32))
            XCTAssertTrue(manager.lastError?.contains("in progress") == true, manager.lastError ?? "nil")
            _ = try await Self.lists(manager)
            try await Self.choose(manager)
            XCTAssertEqual(manager.currentAccount?.walletId, ScriptedWallet.id)
            try await environment.stop()
        }
    }
}
