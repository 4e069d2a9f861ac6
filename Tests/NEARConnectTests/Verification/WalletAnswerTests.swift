// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnect
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import XCTest

@testable import GTKToolkit
@testable import NEARConnectCore

/// Wallets that return something else than requested; the caller gets a typed error, never the forged result.
final class WalletAnswerTests: MainLoopTestCase {
    @MainActor
    private static func signedIn(_ script: JSONValue) async throws -> WalletTestEnvironment {
        let environment = try await WalletTestEnvironment.start(script: script)
        _ = try await environment.manager.signIn(walletId: ScriptedWallet.id)
        return environment
    }

    @MainActor
    private static func expectSignatureInvalid(
        _ environment: WalletTestEnvironment, _ operation: @MainActor () async throws -> Void, line: UInt = #line
    ) async throws {
        do {
            try await operation()
            XCTFail("the forged result was taken", line: line)
        } catch NEARError.signatureInvalid(let reason) {
            XCTAssertFalse(reason.isEmpty, line: line)
        }
        XCTAssertFalse(environment.manager.isBusy, line: line)
    }

    func testAWrongSignature() throws {
        try run {
            let environment = try await Self.signedIn(["signMessage": ["wrongSignature"]])
            try await Self.expectSignatureInvalid(environment) {
                _ = try await environment.manager.sign(message: "hello", recipient: "app")
            }
            try await environment.stop()
        }
    }

    func testTheSignatureOfAnotherAccount() throws {
        try run {
            let environment = try await Self.signedIn([
                "signMessage": [["do": "wrongAccount", "accountId": "bob.test.near"]]
            ])
            try await Self.expectSignatureInvalid(environment) {
                _ = try await environment.manager.sign(message: "hello", recipient: "app")
            }
            try await environment.stop()
        }
    }

    func testASignatureOfAKeyThatIsNotTheAccountsOnChain() throws {
        try run {
            // The wallet names Alice and signs with a key that is Bob's: the signature is right, the key is not hers.
            let environment = try await WalletTestEnvironment.start { configuration in
                configuration.additionalManifests = []
            }
            let (alice, bob) = (environment.accounts[0], environment.accounts[1])
            var configuration = environment.configuration
            configuration.profile = .ephemeral
            configuration.keystore = Keystore([
                Keystore.Entry(network: "devnet", accountId: alice.id, secretKey: bob.secretKey)
            ])
            let manager = NEARWalletManager(configuration: configuration)
            _ = try await manager.signIn(walletId: "near-connect-keystore")
            do {
                _ = try await manager.sign(message: "hello", recipient: "app")
                XCTFail("the forged result was taken")
            } catch NEARError.signatureInvalid(let reason) {
                XCTAssertTrue(reason.contains("alice.test.near"), reason)
            }
            manager.close()
            try await environment.stop()
        }
    }

    func testADelegateActionForAnotherReceiverOrWithOtherActions() throws {
        try run {
            let seed = try await WalletTestEnvironment.start()
            let (alice, bob, carol) = (seed.accounts[0], seed.accounts[1], seed.accounts[2])
            try await seed.stop()
            let one = Action.transfer(TransferAction(deposit: try .near(1)))
            let two = Action.transfer(TransferAction(deposit: try .near(2)))
            let asked = NEARWalletManager.TransactionRequest(receiverId: bob.id, actions: [one])
            // All of them: DelegateActionVerificationTests.
            let forgeries: [(DevnetAccount, AccountId, [Action])] = [(alice, carol.id, [one]), (alice, bob.id, [two])]
            for (signer, receiver, actions) in forgeries {
                let action = DelegateAction(
                    senderId: signer.id, receiverId: receiver, actions: actions, nonce: 1, maxBlockHeight: 10_000,
                    publicKey: signer.publicKey)
                let signed = try SignedDelegateAction.sign(action, with: signer.secretKey)
                let answer: JSONValue = ["signedDelegateActions": [.string(signed.base64)]]
                let environment = try await Self.signedIn(["signDelegateActions": [["do": "return", "value": answer]]])
                try await Self.expectSignatureInvalid(environment) {
                    _ = try await environment.manager.signDelegateActions([asked])
                }
                try await environment.stop()
            }
        }
    }

    func testAnOutcomeOfAnotherTransaction() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let (bob, carol) = (environment.accounts[1].id, environment.accounts[2].id)
            _ = try await environment.manager.signIn(walletId: "near-connect-keystore")
            let other = try await environment.manager.sendNEAR(to: carol, amount: .near(1))
            let liar = try await Self.signedIn(["signAndSendTransaction": [["do": "return", "value": other.json]]])
            try await Self.expectSignatureInvalid(liar) {
                _ = try await liar.manager.sendNEAR(to: bob, amount: .near(1))
            }
            try await Self.expectSignatureInvalid(liar) {
                _ = try await liar.manager.sendNEAR(to: carol, amount: .near(2))
            }
            try await liar.stop()
            try await environment.stop()
        }
    }

    func testAnswersThatAreNoAnswers() throws {
        try run {
            // All of them: MessageVerificationTests.
            for value: JSONValue in [[:], ["accountId": "a.near", "publicKey": "x", "signature": "y"]] {
                let environment = try await Self.signedIn(["signMessage": [["do": "return", "value": value]]])
                do {
                    _ = try await environment.manager.sign(message: "hello", recipient: "app")
                    XCTFail("\(value) was taken for a signed message")
                } catch let error as NEARError {
                    XCTAssertTrue(["signature-invalid", "wallet-error"].contains(error.code), "\(value): \(error)")
                }
                XCTAssertFalse(environment.manager.isBusy)
                try await environment.stop()
            }
        }
    }
}
