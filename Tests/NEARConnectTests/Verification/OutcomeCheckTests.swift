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

/// Wallets that send something else than requested, stop halfway, or only claim to have sent; each field by itself.
final class OutcomeCheckTests: MainLoopTestCase {
    private typealias Request = NEARWalletManager.TransactionRequest

    /// A second manager on the same chain whose scripted wallet answers `method` with `value`.
    @MainActor
    private static func liar(
        _ environment: WalletTestEnvironment, _ method: String, _ value: JSONValue,
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

    func testAWalletThatRewritesAnyFieldIsFoundOut() throws {
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
            let forgeries: [(String, String)] = [
                (#""signer_id":"alice.test.near""#, #""signer_id":"bob.test.near""#),
                (#""receiver_id":"bob.test.near""#, #""receiver_id":"relayer.test.near""#),
                (#""method_name":"buy""#, #""method_name":"sell""#),
                (#""gas":30000000000000"#, #""gas":300000000000000"#),
                ("1000000000000000000000000", "9000000000000000000000000"),
                (args(#"{"item":"book","price":"1"}"#), args(#"{"item":"book","price":"9"}"#)),
                (args(#"{"item":"book","price":"1"}"#), args(#"{"item":"book","price":"1","to":"mallory"}"#)),
                (args(#"{"item":"book","price":"1"}"#), args(#"{"price":"9","item":"book","price":"1"}"#)),
                (#""actions":["#, #""actions":["CreateAccount","#),
            ]
            for (old, new) in forgeries {
                XCTAssertTrue(text.contains(old), old)
                let forged = try JSONValue.parse(text.replacing(old, with: new))
                XCTAssertNotEqual(forged, sent, old)
                let liar = try await Self.liar(environment, "signAndSendTransaction", forged)
                let code = await Self.code {
                    _ = try await liar.signAndSendTransaction(receiverId: bob, actions: asked.actions)
                }
                XCTAssertEqual(code, "signature-invalid", new)
                let entry = try await liar.history().first
                XCTAssertEqual(entry?.state.code, "unknown", "it was sent, whatever it was")
                liar.close()
            }
            // Written another way the same arguments are the same.
            let same = try JSONValue.parse(
                text.replacing(Base64.encode(call.args), with: args(#"{ "price": "1", "item": "book" }"#)))
            let honest = try await Self.liar(environment, "signAndSendTransaction", same)
            let code = await Self.code {
                _ = try await honest.signAndSendTransaction(receiverId: bob, actions: asked.actions)
            }
            XCTAssertEqual(code, "transaction-failed", "as the chain says")
            honest.close()
            try await environment.stop()
        }
    }

    func testAnOutcomeThatNoChainKnowsIsNotTaken() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let bob = environment.accounts[1].id
            _ = try await environment.manager.signIn(walletId: "near-connect-keystore")
            let real = try await environment.manager.sendNEAR(to: bob, amount: .near(1))
            let invented = CryptoHash.sha256([7])
            let forged = try JSONValue.parse(
                real.json.text.replacing(real.transactionHash.description, with: invented.description))
            let liar = try await Self.liar(environment, "signAndSendTransaction", forged) {
                $0.deadlines.read = .seconds(5)
            }
            do {
                _ = try await liar.sendNEAR(to: bob, amount: .near(1))
                XCTFail("the forged outcome was taken")
            } catch NEARError.transactionUnknown(let hash) {
                XCTAssertEqual(hash, invented)
            }
            liar.close()
            // A wallet that tells of a success which the chain knows as a failure.
            let ghost = try AccountId("ghost.test.near")
            do {
                _ = try await environment.manager.sendNEAR(to: ghost, amount: .near(1))
                XCTFail("it did not fail")
            } catch NEARError.transactionFailed(let outcome) {
                var fields = outcome.json.objectValue ?? [:]
                fields["status"] = ["SuccessValue": ""]
                let liar = try await Self.liar(environment, "signAndSendTransaction", .object(fields))
                let code = await Self.code { _ = try await liar.sendNEAR(to: ghost, amount: .near(1)) }
                XCTAssertEqual(code, "transaction-failed")
                liar.close()
            }
            try await environment.stop()
        }
    }

    func testAnOutcomeThatANodeDidNotKnowIsNotTakenWhenTheNodeFallsSilent() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let bob = environment.accounts[1].id
            _ = try await environment.manager.signIn(walletId: "near-connect-keystore")
            let real = try await environment.manager.sendNEAR(to: bob, amount: .near(1))
            let invented = CryptoHash.sha256([7])
            let forged = try JSONValue.parse(
                real.json.text.replacing(real.transactionHash.description, with: invented.description))
            let node = try ForgetfulNode(
                method: "tx",
                error: """
                    {"name":"HANDLER_ERROR","cause":{"name":"UNKNOWN_TRANSACTION","info":{"requested_transaction_hash":"\(invented)"}},
                    "code":-32000,"message":"Server error","data":"Transaction \(invented) doesn't exist"}
                    """)
            let network = NEARWalletManager.Network.custom(
                try NEARWalletManager.CustomNetwork(id: environment.devnet.chainId, rpcURLs: [node.url]))
            let liar = try await Self.liar(environment, "signAndSendTransaction", forged) { $0.network = network }
            do {
                _ = try await liar.sendNEAR(to: bob, amount: .near(1))
                XCTFail("the forged outcome was taken")
            } catch NEARError.transactionUnknown(let hash) {
                XCTAssertEqual(hash, invented)
            }
            XCTAssertTrue(node.hasAnswered)
            liar.close()
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
            let short = try await Self.liar(environment, "signAndSendTransactions", [first.json])
            do {
                _ = try await short.signAndSendTransactions(requests)
                XCTFail("no error")
            } catch NEARError.partiallySent(let outcomes, nil, _) {
                XCTAssertEqual(outcomes.map(\.transactionHash), [first.transactionHash])
            }
            short.close()
            let long = try await Self.liar(
                environment, "signAndSendTransactions", [first.json, first.json, first.json])
            let code = await Self.code { _ = try await long.signAndSendTransactions(requests) }
            XCTAssertEqual(code, "signature-invalid")
            long.close()
            try await environment.stop()
        }
    }

    // MARK: Delegate actions

    func testDelegateActionsThatTheChainWouldRefuse() throws {
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
            let refused: [(String, [JSONValue])] = [
                ("a used nonce", [try sign(key, view.value.nonce, height + 100)]),
                ("a nonce out of bounds", [try sign(key, .max, height + 100)]),
                ("expired", [try sign(key, nonce, height)]), ("good for ever", [try sign(key, nonce, .max)]),
                ("a key that isn't the sender's", [try sign(bob.secretKey, nonce, height + 100)]),
                ("one nonce twice", [good, good]),
                ("nonces that don't grow", [try sign(key, nonce + 1, height + 100), good]),
            ]
            for (name, values) in refused {
                let liar = try await Self.liar(
                    environment, "signDelegateActions", ["signedDelegateActions": .array(values)])
                let code = await Self.code {
                    _ = try await liar.signDelegateActions(values.map { _ in asked })
                }
                XCTAssertEqual(code, "signature-invalid", name)
                liar.close()
            }
            let pair: [JSONValue] = [good, try sign(key, nonce + 1, height + 100)]
            let honest = try await Self.liar(
                environment, "signDelegateActions", ["signedDelegateActions": .array(pair)])
            let signed = try await honest.signDelegateActions([asked, asked])
            XCTAssertEqual(signed.count, 2)
            honest.close()
            try await environment.stop()
        }
    }

    // MARK: Messages

    func testAMessageWithACallbackAddressIsNamedAsThatAndAStateIsLeftOut() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let alice = environment.accounts[0]
            let nonce = [UInt8](repeating: 5, count: 32)
            let answer = { (callback: String?) -> JSONValue in
                let payload = try NEP413Payload(
                    message: "hello", nonce: nonce, recipient: "app", callbackUrl: callback)
                let signature = try alice.secretKey.sign(payload.hash)
                return [
                    "accountId": .string(alice.id.text), "publicKey": .string(alice.publicKey.description),
                    "signature": .string(Base64.encode(signature.bytes)), "state": "admin",
                ]
            }
            let redirecting = try await Self.liar(
                environment, "signMessage", try answer("https://near-connect-bridge.local/"))
            do {
                _ = try await redirecting.sign(message: "hello", recipient: "app", nonce: nonce)
                XCTFail("no error")
            } catch NEARError.signatureInvalid(let reason) {
                XCTAssertTrue(reason.contains("callback"), reason)
            }
            redirecting.close()
            let plain = try await Self.liar(environment, "signMessage", try answer(nil))
            let signed = try await plain.sign(message: "hello", recipient: "app", nonce: nonce)
            XCTAssertNil(signed.state, "nobody signed it")
            plain.close()
            try await environment.stop()
        }
    }
}
