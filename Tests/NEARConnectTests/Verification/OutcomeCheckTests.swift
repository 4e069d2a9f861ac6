// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Answers of wallets that are verified on their way through a manager.
///
/// The verifier's own tests have every case.
final class OutcomeCheckTests: MainLoopTestCase {
    private typealias Request = NEARWalletManager.TransactionRequest

    /// A second manager on the same chain whose scripted wallet answers `method` with `value`.
    @MainActor
    private static func liar(
        _ environment: WalletTestEnvironment, answering method: String, with value: JSONValue,
        configure: (inout NEARWalletConfiguration) -> Void = { _ in }
    ) async throws -> NEARWalletManager {
        var configuration = environment.configuration
        configuration.profile = .ephemeral
        configuration.additionalManifests = [
            try ScriptedWallet(
                accounts: environment.devnet.accounts,
                script: .object([ExactText(method): [["do": "return", "value": value]]])
            ).manifest()
        ]
        configure(&configuration)
        let manager = NEARWalletManager(configuration: configuration)
        _ = try await manager.signIn(walletId: ScriptedWallet.id)
        return manager
    }

    @MainActor
    private static func code(_ operation: @MainActor () async throws -> Void) async -> String {
        do {
            try await operation()
            return "none"
        } catch let error as NEARError {
            return error.code
        } catch {
            return "\(error)"
        }
    }

    func testAWalletThatRewritesAnArgumentIsFoundOut() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let manager = environment.manager
            _ = try await manager.signIn(walletId: "near-connect-keystore")
            let bob = environment.accounts[1].id
            let call = FunctionCallAction(
                methodName: "buy", args: Array(#"{"item":"book","price":"1"}"#.utf8), gas: .tera(30),
                deposit: try .near(1))
            let asked = Request(receiverId: bob, actions: [.functionCall(call)])
            // The call fails on chain, there is no contract; what counts here is what the transaction holds.
            var sent: JSONValue = .null
            do {
                _ = try await manager.signAndSendTransaction(receiverId: bob, actions: asked.actions)
            } catch NEARError.transactionFailed(let outcome) {
                sent = outcome.json
            }
            let text = sent.text
            XCTAssertTrue(text.contains(Base64.encode(call.args)))
            let args = { (json: String) in Base64.encode(Array(json.utf8)) }
            // Every field by itself: OutcomeVerificationTests.
            let forged = try JSONValue.parse(
                text.replacing(Base64.encode(call.args), with: args(#"{"item":"book","price":"9"}"#)))
            let liar = try await Self.liar(environment, answering: "signAndSendTransaction", with: forged)
            let refused = await Self.code {
                _ = try await liar.signAndSendTransaction(receiverId: bob, actions: asked.actions)
            }
            XCTAssertEqual(refused, "signature-invalid")
            let entry = try await liar.history().first
            XCTAssertEqual(entry?.state.code, "unknown", "it was sent, whatever it was")
            liar.close()
            // Written another way the same arguments are the same.
            let same = try JSONValue.parse(
                text.replacing(Base64.encode(call.args), with: args(#"{ "price": "1", "item": "book" }"#)))
            let honest = try await Self.liar(environment, answering: "signAndSendTransaction", with: same)
            let code = await Self.code {
                _ = try await honest.signAndSendTransaction(receiverId: bob, actions: asked.actions)
            }
            XCTAssertEqual(code, "transaction-failed", "as the chain says")
            honest.close()
            try await environment.stop()
        }
    }

    // MARK: Batches

    func testABatchWhoseSecondTransactionIsNotTakenSaysWhatWasExecuted() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let manager = environment.manager
            _ = try await manager.signIn(walletId: "near-connect-keystore")
            let bob = environment.accounts[1].id
            let requests = try ["1 NEAR", "1000000 NEAR", "2 NEAR"].map {
                Request(receiverId: bob, actions: [.transfer(TransferAction(deposit: try NEARToken($0)))])
            }
            do {
                _ = try await manager.signAndSendTransactions(requests)
                XCTFail("no error")
            } catch NEARError.partiallySent(let outcomes, let hash, let reason) {
                XCTAssertEqual(outcomes.count, 1)
                XCTAssertEqual(outcomes.first?.isSuccess, true)
                XCTAssertNotNil(hash)
                XCTAssertNotEqual(hash, outcomes.first?.transactionHash)
                XCTAssertFalse(reason.isEmpty)
            }
            XCTAssertFalse(manager.isBusy)
            let entry = try await manager.history().first
            XCTAssertEqual(entry?.parts.map(\.state.code).first, "confirmed")
            XCTAssertEqual(entry?.state.code, "unknown", "signed, and good for another day")
            let balance = try await manager.balance(of: bob)
            XCTAssertEqual(balance, try .near(10_001))
            // The next transaction takes a higher nonce, which proves that those two are never executed.
            _ = try await manager.sendNEAR(to: bob, amount: .near(1))
            try await manager.reconcile()
            let proven = try await manager.history().last
            XCTAssertEqual(proven?.parts.map(\.state.code), ["confirmed", "not-sent", "not-sent"])
            try await environment.stop()
        }
    }

    func testAWalletThatReturnsFewerOutcomesThanAskedFor() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let bob = environment.accounts[1].id
            _ = try await environment.manager.signIn(walletId: "near-connect-keystore")
            let first = try await environment.manager.sendNEAR(to: bob, amount: .near(1))
            let requests = try (1...2).map {
                Request(receiverId: bob, actions: [.transfer(TransferAction(deposit: try .near(UInt64($0))))])
            }
            let short = try await Self.liar(environment, answering: "signAndSendTransactions", with: [first.json])
            do {
                _ = try await short.signAndSendTransactions(requests)
                XCTFail("no error")
            } catch NEARError.partiallySent(let outcomes, nil, _) {
                XCTAssertEqual(outcomes.map(\.transactionHash), [first.transactionHash])
            }
            short.close()
            let long = try await Self.liar(
                environment, answering: "signAndSendTransactions", with: [first.json, first.json, first.json])
            let code = await Self.code { _ = try await long.signAndSendTransactions(requests) }
            XCTAssertEqual(code, "signature-invalid")
            long.close()
            try await environment.stop()
        }
    }

    // MARK: Delegate actions

    func testADelegateActionThatTheChainWouldRefuse() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let (alice, bob) = (environment.accounts[0], environment.accounts[1])
            let client = try environment.manager.client()
            let view = try await client.viewAccessKey(alice.publicKey, of: alice.id)
            let (nonce, height) = (view.value.nonce + 1, view.blockHeight)
            let actions = [Action.transfer(TransferAction(deposit: try .near(1)))]
            let asked = Request(receiverId: bob.id, actions: actions)
            let sign = { (key: SecretKey, nonce: UInt64, expiry: UInt64) in
                JSONValue.string(
                    try SignedDelegateAction.sign(
                        DelegateAction(
                            senderId: alice.id, receiverId: bob.id, actions: actions, nonce: nonce,
                            maxBlockHeight: expiry, publicKey: key.publicKey), with: key
                    ).base64)
            }
            let key = alice.secretKey
            let good = try sign(key, nonce, height + 100)
            // Everything else that a chain would refuse: DelegateActionVerificationTests.
            let refused: [(String, [JSONValue])] = [
                ("a used nonce", [try sign(key, view.value.nonce, height + 100)])
            ]
            for (name, values) in refused {
                let liar = try await Self.liar(
                    environment, answering: "signDelegateActions", with: ["signedDelegateActions": .array(values)])
                let code = await Self.code {
                    _ = try await liar.signDelegateActions(values.map { _ in asked })
                }
                XCTAssertEqual(code, "signature-invalid", name)
                liar.close()
            }
            let pair: [JSONValue] = [good, try sign(key, nonce + 1, height + 100)]
            let honest = try await Self.liar(
                environment, answering: "signDelegateActions", with: ["signedDelegateActions": .array(pair)])
            let signed = try await honest.signDelegateActions([asked, asked])
            XCTAssertEqual(signed.count, 2)
            honest.close()
            try await environment.stop()
        }
    }
}
