// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectLocal
import NEARConnectPeers
import NEARDevnet
import NEARPrimitives
import WalletConnectSign
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// An executor that speaks WalletConnect, in its sandbox, with a wallet on a phone.
final class PhoneExecutorTests: MainLoopTestCase {
    func testTheExecutorSignsInSignsTransactionsAndAMessageByAPhone() throws {
        try run {
            let scene = try await PhoneExecutorScene.start()
            let (alice, bob) = (scene.environment.accounts[0], scene.environment.accounts[1])
            let account = try await scene.signIn()
            XCTAssertEqual(account.accountId, alice.id.text)

            let before = try await scene.balance(of: bob)
            let one = try await scene.manager.sendNEAR(to: bob.id, amount: .near(1))
            XCTAssertTrue(one.isSuccess)
            XCTAssertEqual(one.transaction.publicKey, alice.publicKey)
            let transfer = TransactionRequest(
                receiverId: bob.id, actions: [.transfer(TransferAction(deposit: try .near(2)))])
            let both = try await scene.manager.signAndSendTransactions([transfer, transfer])
            XCTAssertEqual(both.map(\.isSuccess), [true, true])
            // The chain has them.
            let after = try await scene.balance(of: bob)
            XCTAssertEqual(after.yoctoNEAR - before.yoctoNEAR, try NEARToken.near(5).yoctoNEAR)

            let message = try await scene.manager.sign(message: "hello", recipient: "app.example")
            XCTAssertEqual(message.publicKey, alice.publicKey)
            XCTAssertEqual(message.accountId, alice.id)

            try await scene.manager.signOut()
            let sessions = try await scene.sessions
            XCTAssertEqual(sessions.map(\.topic), [])
            try await scene.stop()
        }
    }

    func testTheExecutorsPhoneThatSignsOtherBytesIsFoundOut() throws {
        try run {
            let scene = try await PhoneExecutorScene.start(PhoneWalletScript(["near_signMessage": [.wrongNonce]]))
            _ = try await scene.signIn()
            do {
                _ = try await scene.manager.sign(message: "hello", recipient: "app.example")
                XCTFail("a signature of another message was taken")
            } catch let error as NEARError {
                XCTAssertEqual(error.code, "signature-invalid")
            }
            try await scene.stop()
        }
    }

    func testAMessageThatThePhoneRefusesEndsTheExecutorsSession() throws {
        try run {
            let scene = try await PhoneExecutorScene.start(
                PhoneWalletScript(["near_signMessage": [.reject(code: 5_000, message: "no")]]))
            _ = try await scene.signIn()
            do {
                _ = try await scene.manager.sign(message: "hello", recipient: "app.example")
                XCTFail("a refusal was a signature")
            } catch NEARError.walletRejected(let reason) {
                XCTAssertEqual(reason, "“no” (code 5000)")
            }
            // The executors of the list disconnect then, which the native way doesn't.
            let sessions = try await scene.sessions
            XCTAssertEqual(sessions.count, 0)
            try await scene.stop()
        }
    }
}
