// SPDX-License-Identifier: MIT

import InMemoryLogging
import Logging
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Links by which a wallet comes back, and those that only look like it.
final class ReturnLinkRequestTests: MainLoopTestCase {
    private static let url = "near-test-wallet://sign?back={return}"

    /// A test wallet whose app is asked for each message; the last of these links is the wallet's.
    @MainActor
    private static func start(
        logger: Logger? = nil, clock: (any Clock<Duration>)? = nil,
        _ body: (WalletTestEnvironment, RecordingPresenter) async throws -> Void
    ) async throws {
        let step: JSONValue = ["do": "viaApp", "url": .string(url)]
        let environment = try await WalletTestEnvironment.start(
            script: ["signMessage": [step], "signAndSendTransaction": [step]]
        ) {
            $0.returnScheme = .shell
            if let logger { $0.logger = logger }
            if let clock { $0.clock = clock }
        }
        _ = try await environment.manager.signIn(walletId: ScriptedWallet.id)
        let presenter = RecordingPresenter()
        environment.manager.coordinator?.presenter = presenter
        try await body(environment, presenter)
        try await environment.stop()
    }

    /// Sends NEAR of `account`, as a wallet's app does.
    @MainActor
    private static func send(
        _ amount: NEARToken, from account: DevnetAccount, to receiver: AccountId, _ client: NEARRPCClient
    ) async throws {
        let view = try await client.viewAccessKey(account.publicKey, of: account.id)
        let transaction = Transaction.v0(
            TransactionV0(
                signerId: account.id, publicKey: account.publicKey, nonce: view.value.nonce + 1, receiverId: receiver,
                blockHash: view.blockHash, actions: [.transfer(TransferAction(deposit: amount))]))
        _ = try await client.sendTransaction(
            try SignedTransaction.sign(transaction, with: account.secretKey), waitUntil: .final)
    }

    @MainActor
    private static func returnAddress(_ presenter: RecordingPresenter) async throws -> String {
        let count = presenter.links.count
        await waitUntil("the wallet's link") { presenter.links.count > count }
        let link = try XCTUnwrap(presenter.links.last)
        return try XCTUnwrap(link.components(separatedBy: "back=").last?.removingPercentEncoding)
    }

    @MainActor
    private static func refusal(_ manager: NEARWalletManager, _ uri: String) -> ReturnLinkError? {
        do throws(ReturnLinkError) {
            try manager.handleReturnLink(uri)
            return nil
        } catch {
            return error
        }
    }

    func testForgedLateForeignAndOversizeLinksCompleteNothing() throws {
        try run {
            let log = InMemoryLogHandler()
            let logger = Logger(label: "test") { _ in log }
            try await Self.start(logger: logger) { environment, presenter in
                let manager = environment.manager
                let message = Task { try await manager.sign(message: "hello", recipient: "test") }
                let back = try await Self.returnAddress(presenter)
                let chain = environment.devnet.chainId
                let nonce = try XCTUnwrap(back.split(separator: "/").last)
                let forged = "near-connect-return://request/\(chain)/00000000000000000000000000000000?secretword=1"
                XCTAssertEqual(Self.refusal(manager, forged), .unknownNonce)
                let shown = try XCTUnwrap(manager.lastError)
                manager.lastError = nil
                XCTAssertEqual(Self.refusal(manager, "near-connect-return://request/mainnet/\(nonce)"), .otherNetwork)
                XCTAssertEqual(Self.refusal(manager, "near-connect://request/\(chain)/\(nonce)"), .notAReturnLink)
                let oversize = back + "?secretword=" + String(repeating: "x", count: 1 << 20)
                XCTAssertEqual(Self.refusal(manager, oversize), .tooLong)
                for _ in 0..<1_000 { XCTAssertEqual(Self.refusal(manager, forged), .unknownNonce) }
                XCTAssertEqual(manager.refusedReturnLinks, 1_004)
                XCTAssertNil(manager.lastError, "shown once: \(shown)")
                _ = try await manager.echo("all of that has been seen")
                XCTAssertTrue(manager.isBusy)
                XCTAssertTrue(manager.cancelPendingOperation())
                _ = await message.result
                XCTAssertEqual(Self.refusal(manager, back), .requestEnded)
                let text = log.entries.map { "\($0.message) \($0.metadata)" }.joined(separator: "\n")
                XCTAssertFalse(text.contains("secretword") || text.contains(nonce), "the log holds none of the links")
                XCTAssertTrue(text.contains("unknown-nonce") && text.contains("request-ended"))
            }
        }
    }

    func testALinkThatComesTooLateHasTheChainAskedWhatWasSent() throws {
        try run {
            // Time stands still: however slow this machine is, the node is in time to say what the signer's keys are.
            try await Self.start(clock: ManualClock()) { environment, presenter in
                let manager = environment.manager
                let (sender, receiver) = (environment.accounts[0], environment.accounts[1])
                let payment = Task { try await manager.sendNEAR(to: receiver.id, amount: .near(1)) }
                let back = try await Self.returnAddress(presenter)
                XCTAssertTrue(manager.cancelPendingOperation())
                _ = await payment.result
                // What the wallet asks for is known by now not to be there.
                await manager.journal.settle()
                var entries = try await manager.reconcile()
                XCTAssertEqual(entries.count, 1)
                XCTAssertNotEqual(entries.first?.state.code, "confirmed")
                try await Self.send(.near(1), from: sender, to: receiver.id, manager.client())
                XCTAssertEqual(Self.refusal(manager, back), .requestEnded)
                await manager.journal.settle()
                entries = try await manager.history()
                XCTAssertEqual(entries.first?.state.code, "confirmed")
            }
        }
    }

    func testALinkOfAnEarlierRequestDoesNotCompleteTheNextOne() throws {
        try run {
            try await Self.start { environment, presenter in
                let manager = environment.manager
                let first = Task { try await manager.sign(message: "first", recipient: "test") }
                let early = try await Self.returnAddress(presenter)
                XCTAssertTrue(manager.cancelPendingOperation())
                _ = await first.result
                let second = Task { try await manager.sign(message: "second", recipient: "test") }
                let back = try await Self.returnAddress(presenter)
                XCTAssertEqual(Self.refusal(manager, early), .requestEnded)
                _ = try await manager.echo("seen")
                XCTAssertTrue(manager.isBusy)
                XCTAssertNil(Self.refusal(manager, back))
                let signed = try await second.value
                XCTAssertEqual(signed.accountId, environment.accounts[0].id)
            }
        }
    }

    func testAWalletsWindowComesBackByItselfAndAForgedOneDoesNot() throws {
        try run {
            try await Self.start { environment, presenter in
                let manager = environment.manager
                let coordinator = try XCTUnwrap(manager.coordinator)
                let message = Task { try await manager.sign(message: "hello", recipient: "test") }
                let back = try await Self.returnAddress(presenter)
                XCTAssertEqual(manager.waitingText, "Waiting for Test wallet…")
                _ = try await coordinator.view.call("window.open('about:blank'); return ''")
                await waitUntil("the popup") { coordinator.popups.count == 1 }
                let popup = try XCTUnwrap(coordinator.popups.first?.view)
                let chain = environment.devnet.chainId
                let forged = "near-connect-return://request/\(chain)/ffffffffffffffffffffffffffffffff"
                // A page of the bridge's own view can't come back at all: it never left.
                _ = try await coordinator.view.call("location.href = target; return ''", arguments: ["target": back])
                _ = try await popup.call("location.href = target; return ''", arguments: ["target": forged])
                await waitUntil("the refusal") { manager.refusedReturnLinks == 1 }
                XCTAssertTrue(manager.isBusy)
                popup.call("location.href = target; return ''", arguments: ["target": back + "?done=1"]) { _ in
                    // The popup goes with the request, maybe before it answers.
                }
                let signed = try await message.value
                XCTAssertEqual(signed.accountId, environment.accounts[0].id)
                XCTAssertNil(manager.actingWallet)
                XCTAssertEqual(presenter.links.count, 1, "none of these was offered to another program")
            }
        }
    }

    func testAProgramWithoutASchemeGivesNoAddressAndTakesNoLink() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            try await environment.manager.ready()
            XCTAssertEqual(
                Self.refusal(environment.manager, "near-connect-return://request/x/00000000000000000000000000000000"),
                .notExpected)
            try await environment.stop()
        }
    }
}
