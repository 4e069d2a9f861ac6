// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectPeers
import NEARConnectTestKit
import NEARPrimitives
import NEARRPC
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// A program's own function-call keys, which a phone adds with a sign-in or by a transaction.
final class PhoneKeyTests: MainLoopTestCase {
    func testAPhoneAddsAKeyWithASignInAndAnotherByATransaction() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            let (first, second) = (try SecretKey.generate(), try SecretKey.generate())
            let account = try await scene.manager.signIn(
                walletId: "wallet-connect", functionCallKey: scene.request(first))
            XCTAssertEqual(account, scene.manager.currentAccount)
            XCTAssertEqual(scene.questions, [.accounts, .functionCallKey(scene.request(first))])
            let firstRights = try await scene.permission(of: first)
            XCTAssertEqual(firstRights, .functionCall(scene.request(first).permission))

            try await scene.manager.addFunctionCallKey(scene.request(second))
            let secondRights = try await scene.permission(of: second)
            XCTAssertEqual(secondRights, .functionCall(scene.request(second).permission))
            let history = try await scene.manager.history()
            XCTAssertEqual(history.count, 1)
            XCTAssertEqual(history.first?.state.code, "confirmed")

            // The next sign-in finds the key, which has less to spend than at first, and asks for none.
            try await scene.manager.signOut()
            let more = FunctionCallKeyRequest(
                contractId: scene.bob, methodNames: ["add_message"], allowance: try .near(1),
                publicKey: first.publicKey)
            _ = try await scene.manager.signIn(walletId: "wallet-connect", functionCallKey: more)
            XCTAssertEqual(scene.questions.suffix(2), [.transactions(1), .accounts])
            // A key that may spend more than is asked for isn't that key.
            try await scene.manager.signOut()
            let less = FunctionCallKeyRequest(
                contractId: scene.bob, methodNames: ["add_message"], allowance: NEARToken(yoctoNEAR: 1),
                publicKey: first.publicKey)
            do {
                _ = try await scene.manager.signIn(walletId: "wallet-connect", functionCallKey: less)
                XCTFail("a key with other rights was taken")
            } catch let error as NEARError {
                XCTAssertEqual(error.code, "signature-invalid")
            }
            XCTAssertNil(scene.manager.currentAccount)
            try await scene.stop()
        }
    }

    /// A wallet that adds nothing, or a key with other rights, gets no account: no session of it is left.
    func testASignInWhoseKeyIsNotTheOneThatWasAskedForFails() throws {
        try run {
            for (step, words) in [
                (PhoneWalletStep.addNothing, "was not added"), (.wrongBytes, "with other rights"),
            ] {
                let scene = try await PhoneManagerScene.start(PhoneWalletScript(["near_signIn": [step]])) {
                    $0.deadlines.read = .seconds(2)
                }
                let key = try SecretKey.generate()
                do {
                    _ = try await scene.manager.signIn(
                        walletId: "wallet-connect", functionCallKey: scene.request(key))
                    XCTFail("\(step): the account is signed in")
                } catch let error as NEARError {
                    XCTAssertEqual(error.code, NEARError.signatureInvalid(reason: "").code)
                    XCTAssertTrue(error.errorDescription?.contains(words) == true, "\(error)")
                }
                XCTAssertNil(scene.manager.currentAccount)
                await scene.untilPhone { if case .ended = $0 { true } else { false } }
                try await scene.stop()
            }
        }
    }

    func testAPhoneThatAddsNoKeysByItselfIsAskedForATransaction() throws {
        try run {
            let methods = NEARWalletConnect.methods.filter { $0 != "near_signIn" }
            let grant = PhoneWalletGrant(methods: methods)
            let scene = try await PhoneManagerScene.start(PhoneWalletScript(["connect": [.grant(grant)]]))
            let key = try SecretKey.generate()
            _ = try await scene.manager.signIn(walletId: "wallet-connect", functionCallKey: scene.request(key))
            XCTAssertEqual(scene.questions, [.accounts, .transactions(1)])
            let rights = try await scene.permission(of: key)
            XCTAssertEqual(rights, .functionCall(scene.request(key).permission))
            try await scene.stop()
        }
    }

    func testAKeyWithoutAPublicHalfIsRefusedBeforeAnybodyIsAsked() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            let request = FunctionCallKeyRequest(contractId: scene.bob)
            do {
                _ = try await scene.manager.signIn(walletId: "wallet-connect", functionCallKey: request)
                XCTFail("a key was added")
            } catch let error as NEARError {
                XCTAssertEqual(error.code, "invalid-argument")
            }
            XCTAssertTrue(scene.prompts.isEmpty)
            try await scene.stop()
        }
    }
}

extension PhoneManagerScene {
    fileprivate func request(_ key: SecretKey) -> FunctionCallKeyRequest {
        FunctionCallKeyRequest(contractId: bob, methodNames: ["add_message"], publicKey: key.publicKey)
    }

    fileprivate func permission(of key: SecretKey) async throws -> AccessKeyPermissionView {
        try await manager.client().viewAccessKey(key.publicKey, of: alice, at: .optimistic).value.permission
    }
}
