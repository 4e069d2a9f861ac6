// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// The keystore with signers that have no key in memory: they take time, can be cancelled, and can be faulty.
final class KeystoreSignerTests: MainLoopTestCase {
    private static let wallet = KeystoreService.walletId

    @MainActor
    private struct Scene {
        let environment: WalletTestEnvironment
        let signer: SteppingSigner
        var manager: NEARWalletManager { environment.manager }
        var alice: DevnetAccount { environment.accounts[0] }
        var bob: AccountId { environment.accounts[1].id }

        /// Alice's key behind a signer, and signed in with it.
        static func start(_ manner: SteppingSigner.Manner) async throws -> Scene {
            let key = try SecretKey.generate()
            let signer = SteppingSigner(key, manner)
            let environment = try await WalletTestEnvironment.start { configuration in
                configuration.keystore = Keystore(
                    configuration.keystore.entries.map {
                        $0.accountId.text == "alice.test.near"
                            ? Keystore.Entry(network: $0.network, accountId: $0.accountId, signer: signer) : $0
                    })
            }
            let scene = Scene(environment: environment, signer: signer)
            try await environment.addKey(key.publicKey, to: scene.alice)
            _ = try await environment.manager.signIn(walletId: KeystoreService.walletId)
            return scene
        }

        func nonce() async throws -> UInt64 {
            try await manager.client().viewAccessKey(signer.publicKey, of: alice.id).value.nonce
        }
    }

    func testASignerThatTakesStepsSignsEverything() throws {
        try run {
            let scene = try await Scene.start(.signs)
            let transfer = TransactionRequest(
                receiverId: scene.bob, actions: [.transfer(TransferAction(deposit: try .near(1)))])
            let outcome = try await scene.manager.sendNEAR(to: scene.bob, amount: .near(1))
            XCTAssertEqual(outcome.transaction.publicKey, scene.signer.publicKey)
            XCTAssertTrue(outcome.isSuccess)
            let both = try await scene.manager.signAndSendTransactions([transfer, transfer])
            XCTAssertEqual(both.count, 2)
            let message = try await scene.manager.sign(message: "hello", recipient: "app")
            XCTAssertEqual(message.publicKey, scene.signer.publicKey)
            let delegates = try await scene.manager.signDelegateActions([transfer])
            XCTAssertEqual(delegates.count, 1)
            let kinds = scene.signer.subjects.map {
                switch $0 {
                case .transaction: "transaction"
                case .delegateAction: "delegate action"
                case .message: "message"
                }
            }
            XCTAssertEqual(kinds, ["transaction", "transaction", "transaction", "message", "delegate action"])
            try await scene.environment.stop()
        }
    }

    func testAFaultySignerIsNamedAndNothingIsSent() throws {
        try run {
            let scene = try await Scene.start(.signs)
            let before = try await scene.nonce()
            let transfer = TransactionRequest(
                receiverId: scene.bob, actions: [.transfer(TransferAction(deposit: try .near(1)))])
            for manner in [SteppingSigner.Manner.signsWithAnotherKey, .signsAnotherText] {
                scene.signer.behave(manner)
                let endings = [
                    await OperationEnd { _ = try await scene.manager.sendNEAR(to: scene.bob, amount: .near(1)) },
                    await OperationEnd { _ = try await scene.manager.sign(message: "hello", recipient: "app") },
                    await OperationEnd { _ = try await scene.manager.signDelegateActions([transfer]) },
                ]
                for ending in endings {
                    XCTAssertEqual(ending.code, "wallet-rejected")
                    XCTAssertTrue(ending.text.contains("\(scene.signer.publicKey)"), ending.text)
                }
            }
            let history = try await scene.manager.history()
            XCTAssertEqual(history.map(\.state.code), Array(repeating: "not-sent", count: 4))
            scene.signer.behave(.signs)
            let outcome = try await scene.manager.sendNEAR(to: scene.bob, amount: .near(1))
            XCTAssertTrue(outcome.isSuccess, "the next request goes on")
            let after = try await scene.nonce()
            // Nonces that were set aside for what failed are skipped; each was used by nobody.
            XCTAssertGreaterThan(after, before)
            XCTAssertEqual(scene.signer.subjects.count, 7)
            try await scene.environment.stop()
        }
    }

    func testASignerThatRefusesIsHeard() throws {
        try run {
            let scene = try await Scene.start(.refuses)
            let before = try await scene.nonce()
            let ending = await OperationEnd { _ = try await scene.manager.sendNEAR(to: scene.bob, amount: .near(1)) }
            XCTAssertEqual(ending.code, "wallet-rejected")
            XCTAssertEqual(ending.text, "The wallet refused: no")
            let after = try await scene.nonce()
            XCTAssertEqual(after, before)
            try await scene.environment.stop()
        }
    }

    func testACancelReachesTheSignerAndNothingIsSent() throws {
        try run {
            let scene = try await Scene.start(.waits)
            let before = try await scene.nonce()
            for way in ["user", "task"] {
                let count = scene.signer.subjects.count
                let sending = Task { try await scene.manager.sendNEAR(to: scene.bob, amount: .near(1)) }
                await waitUntil("the signer's turn") { scene.signer.subjects.count == count + 1 }
                if way == "user" { XCTAssertTrue(scene.manager.cancelPendingOperation()) } else { sending.cancel() }
                await waitUntil("the signer's end") { scene.signer.endedCount == count + 1 }
                let ending = await OperationEnd { _ = try await sending.value }
                XCTAssertEqual(ending.code, way == "user" ? "user-cancelled" : "task-cancelled")
            }
            let history = try await scene.manager.history()
            XCTAssertEqual(history.map(\.state.code), ["not-sent", "not-sent"])
            let after = try await scene.nonce()
            XCTAssertEqual(after, before)
            try await scene.environment.stop()
        }
    }

    func testASignatureThatComesAfterTheCancelLeavesNoProcess() throws {
        try run {
            let scene = try await Scene.start(.ignoresCancellation)
            let before = try await scene.nonce()
            let sending = Task { try await scene.manager.sendNEAR(to: scene.bob, amount: .near(1)) }
            await waitUntil("the signer's turn") { scene.signer.subjects.count == 1 }
            XCTAssertTrue(scene.manager.cancelPendingOperation())
            let ending = await OperationEnd { _ = try await sending.value }
            XCTAssertEqual(ending.code, "user-cancelled")
            scene.signer.release()
            await waitUntil("the signature") { scene.signer.endedCount == 1 }
            // A whole request goes through the page after whatever the late signature may have done.
            scene.signer.behave(.signs)
            _ = try await scene.manager.sign(message: "hello", recipient: "app")
            let history = try await scene.manager.history()
            XCTAssertEqual(history.map(\.state.code), ["not-sent"])
            let after = try await scene.nonce()
            XCTAssertEqual(after, before)
            try await scene.environment.stop()
        }
    }
}
