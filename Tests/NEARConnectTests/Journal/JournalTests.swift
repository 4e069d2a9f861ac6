// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectLocal
@testable import NEARConnectTestKit

/// The journal of a manager, through real wallets.
final class JournalTests: MainLoopTestCase {
    private static let keystore = "near-connect-keystore"

    @MainActor
    private static func expect(
        _ code: String, _ operation: @MainActor () async throws -> Void, line: UInt = #line
    ) async -> NEARError? {
        do {
            try await operation()
            XCTFail("no error", line: line)
        } catch let error as NEARError {
            XCTAssertEqual(error.code, code, "\(error)", line: line)
            return error
        } catch {
            XCTFail("\(error)", line: line)
        }
        return nil
    }

    /// Sends NEAR of `account`, as a wallet does that never says so.
    @MainActor
    private static func send(
        _ amount: NEARToken, from account: DevnetAccount, to receiver: AccountId, _ client: NEARRPCClient
    ) async throws -> CryptoHash {
        let view = try await client.viewAccessKey(account.publicKey, of: account.id)
        let transaction = Transaction.v0(
            TransactionV0(
                signerId: account.id, publicKey: account.publicKey, nonce: view.value.nonce + 1, receiverId: receiver,
                blockHash: view.blockHash, actions: [.transfer(TransferAction(deposit: amount))]))
        let signed = try SignedTransaction.sign(transaction, with: account.secretKey)
        _ = try await client.sendTransaction(signed, waitUntil: .final)
        return signed.hash
    }

    func testWhatWasSentIsInTheHistoryAfterARestart() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            _ = try await environment.manager.signIn(walletId: Self.keystore)
            let bob = environment.accounts[1].id
            let outcome = try await environment.manager.sendNEAR(to: bob, amount: .near(1))
            let ghost = try AccountId("ghost.test.near")
            _ = await Self.expect("transaction-failed") {
                _ = try await environment.manager.sendNEAR(to: ghost, amount: .near(1))
            }
            environment.restartManager()
            let history = try await environment.manager.history()
            XCTAssertEqual(history.map(\.state.code), ["failed", "confirmed"], "the newest first")
            XCTAssertEqual(history.last?.state, .confirmed(hash: outcome.transactionHash))
            XCTAssertEqual(history.last?.parts.first?.receiverId, bob)
            XCTAssertEqual(history.last?.parts.first?.actions.first?.summary, "send 1 NEAR")
            let looked = try await environment.manager.reconcile()
            XCTAssertTrue(looked.isEmpty, "there was nothing to ask")
            try await environment.stop()
        }
    }

    func testWhatWasNotApprovedIsKnownNotToHaveBeenSent() throws {
        try run {
            let rule = ApprovalPolicy.Rule(networks: ["devnet"], maximumDeposit: try .near(1))
            let environment = try await WalletTestEnvironment.start(approval: .allow(rule))
            let manager = environment.manager
            _ = try await manager.signIn(walletId: Self.keystore)
            _ = await Self.expect("wallet-rejected") {
                _ = try await manager.sendNEAR(to: environment.accounts[1].id, amount: .near(2))
            }
            let history = try await manager.history()
            XCTAssertEqual(history.first?.state, .notSent(reason: "nothing was signed"))
            try await environment.stop()
        }
    }

    func testARequestThatCannotBeWrittenDownIsNotStarted() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let manager = environment.manager
            _ = try await manager.signIn(walletId: Self.keystore)
            guard case .folders(let folders) = environment.configuration.profile else { return XCTFail("no folders") }
            try FileManager.default.removeItem(at: folders.state)
            try Data().write(to: folders.state)
            let (alice, bob) = (environment.accounts[0], environment.accounts[1].id)
            let before = try await manager.client().viewAccessKey(alice.publicKey, of: alice.id).value.nonce
            let error = await Self.expect("journal") { _ = try await manager.sendNEAR(to: bob, amount: .near(1)) }
            XCTAssertTrue(error?.errorDescription?.contains("Nothing was sent") ?? false)
            let request = NEARWalletManager.TransactionRequest(
                receiverId: bob, actions: [.transfer(TransferAction(deposit: try .near(1)))])
            _ = await Self.expect("journal") { _ = try await manager.signDelegateActions([request]) }
            let after = try await manager.client().viewAccessKey(alice.publicKey, of: alice.id).value.nonce
            XCTAssertEqual(after, before)
            XCTAssertFalse(manager.isBusy)
            try FileManager.default.removeItem(at: folders.state)
            _ = try await manager.sendNEAR(to: bob, amount: .near(1))
            try await environment.stop()
        }
    }

    /// Starts a transfer of 1 NEAR from the first account to the second, with a wallet that never answers.
    ///
    /// The wallet's frame is open when this returns.
    @MainActor
    private static func sendingWithAWalletThatHangs() async throws -> (
        WalletTestEnvironment, Task<FinalExecutionOutcome, any Error>
    ) {
        // Time stands still: however slow this machine is, the node is in time to say what the signer's keys are.
        let environment = try await WalletTestEnvironment.start(script: ["signAndSendTransaction": ["show", "hang"]]) {
            $0.clock = ManualClock()
        }
        let manager = environment.manager
        _ = try await manager.signIn(walletId: ScriptedWallet.id)
        let bob = environment.accounts[1].id
        let sending = Task { [manager] in try await manager.sendNEAR(to: bob, amount: .near(1)) }
        await waitUntil("the wallet's frame") { manager.showWalletUI }
        return (environment, sending)
    }

    func testWhatAWalletSendsAfterTheCancelIsFoundLater() throws {
        try run {
            let (environment, sending) = try await Self.sendingWithAWalletThatHangs()
            let manager = environment.manager
            let (alice, bob) = (environment.accounts[0], environment.accounts[1].id)
            let during = try await manager.history()
            XCTAssertEqual(during.first?.state, .open)
            XCTAssertTrue(manager.cancelPendingOperation())
            _ = await Self.expect("user-cancelled") { _ = try await sending.value }
            try await manager.reconcile()
            let unknown = try await manager.history()
            XCTAssertEqual(unknown.first?.state.code, "unknown")
            let hash = try await Self.send(.near(1), from: alice, to: bob, manager.client())
            try await manager.reconcile()
            let found = try await manager.history()
            XCTAssertEqual(found.first?.state, .confirmed(hash: hash))
            try await environment.stop()
        }
    }

    func testTheManagerAsksTheChainByItselfAfterARestart() throws {
        try run {
            let (environment, sending) = try await Self.sendingWithAWalletThatHangs()
            let manager = environment.manager
            let (alice, bob) = (environment.accounts[0], environment.accounts[1].id)
            let hash = try await Self.send(.near(1), from: alice, to: bob, manager.client())
            environment.restartManager()
            _ = await Self.expect("manager-released") { _ = try await sending.value }
            let next = environment.manager
            try await next.ready()
            var state: JournalEntry.State?
            let limit = ContinuousClock.now + .seconds(20)
            while state != .confirmed(hash: hash), ContinuousClock.now < limit {
                state = try await next.history().first?.state
            }
            XCTAssertEqual(state, .confirmed(hash: hash))
            try await environment.stop()
        }
    }

    func testATransactionThatGotLostWithItsPageIsResolvedByItsHash() throws {
        try run {
            var chain = DevnetConfiguration()
            chain.blockProduction = .manual
            let environment = try await WalletTestEnvironment.start(chain: chain)
            let manager = environment.manager
            _ = try await manager.signIn(walletId: Self.keystore)
            let bob = environment.accounts[1].id
            let sending = Task { [manager] in try await manager.sendNEAR(to: bob, amount: .near(1)) }
            await waitUntil("the signature") { manager.requests.table.interactive?.signedHashes.count == 1 }
            XCTAssertGreaterThan(WebProcesses.kill(), 0)
            var lost: CryptoHash?
            do {
                _ = try await sending.value
            } catch NEARError.transactionUnknown(let hash) {
                lost = hash
            }
            XCTAssertNotNil(lost)
            for _ in 0..<6 { try await environment.devnet.produceBlock() }
            try await manager.reconcile()
            let entry = try await manager.history().first
            XCTAssertEqual(entry?.parts.first?.hash, lost)
            let isKnown = try await manager.client().transactionIfKnown(lost, of: environment.accounts[0].id)
            XCTAssertEqual(entry?.state.code, isKnown ? "confirmed" : "unknown")
            try await environment.stop()
        }
    }

    func testADelegateActionIsFollowedUntilItIsRelayedOrExpired() throws {
        try run {
            // Time stands still, as above.
            let environment = try await WalletTestEnvironment.start { $0.clock = ManualClock() }
            let manager = environment.manager
            _ = try await manager.signIn(walletId: Self.keystore)
            let bob = environment.accounts[1].id
            let request = NEARWalletManager.TransactionRequest(
                receiverId: bob, actions: [.transfer(TransferAction(deposit: try .near(1)))])
            let relayed = try await manager.signDelegateActions([request])
            let signed = try await manager.history()
            XCTAssertEqual(signed.first?.state, .signed)
            _ = try await Relayer(account: ScenarioAccount(environment.accounts[2]), client: manager.client())
                .relay(relayed[0])
            try await manager.reconcile()
            let taken = try await manager.history()
            XCTAssertEqual(taken.first?.state, .confirmed(hash: nil))
            _ = try await manager.signDelegateActions([request])
            try await environment.devnet.fastForward(KeystoreService.delegateActionBlocks + 1)
            try await manager.reconcile()
            let expired = try await manager.history()
            XCTAssertEqual(expired.first?.state.code, "not-sent")
            try await environment.stop()
        }
    }
}

extension NEARRPCClient {
    /// Returns the transaction if a node knows it.
    fileprivate func transactionIfKnown(_ hash: CryptoHash?, of signer: AccountId) async throws -> Bool {
        guard let hash else { return false }
        do {
            _ = try await transaction(hash, signerId: signer)
            return true
        } catch {
            guard case .unknownTransaction = error.cause else { throw error }
            return false
        }
    }
}
