// SPDX-License-Identifier: MIT

import NEARDevnet
import NEARPrimitives
import NEARRPC
import Testing

@testable import NEARConnectCore

/// Delegate actions that aren't what was asked for, or that the chain would refuse.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct DelegateActionVerificationTests {
    @Test func anotherReceiverSenderOrOtherActions() throws {
        let (alice, bob, carol) = (
            try AccountId("alice.near"), try AccountId("bob.near"), try AccountId("carol.near")
        )
        let key = try SecretKey.generate()
        let one = Action.transfer(TransferAction(deposit: try .near(1)))
        let two = Action.transfer(TransferAction(deposit: try .near(2)))
        let asked = TransactionRequest(receiverId: bob, actions: [one])
        func signed(by sender: AccountId, to receiver: AccountId, _ actions: [Action]) throws -> SignedDelegateAction {
            try SignedDelegateAction.sign(
                DelegateAction(
                    senderId: sender, receiverId: receiver, actions: actions, nonce: 1, maxBlockHeight: 10_000,
                    publicKey: key.publicKey), with: key)
        }
        let forgeries: [(AccountId, AccountId, [Action])] = [
            (alice, carol, [one]), (alice, bob, [two]), (alice, bob, [one, one]), (bob, bob, [one]),
        ]
        for (sender, receiver, actions) in forgeries {
            let answer = try signed(by: sender, to: receiver, actions).base64
            let error = #expect(throws: NEARError.self) {
                try WalletAnswerVerifier.delegateActions([answer], for: [asked], of: alice)
            }
            #expect(error?.code == "signature-invalid", "\(sender) \(receiver) \(actions)")
        }
        let good = try signed(by: alice, to: bob, [one])
        #expect(try WalletAnswerVerifier.delegateActions([good.base64], for: [asked], of: alice) == [good])
        for answers in [[], [good.base64, good.base64], ["no Base64"], [Base64.encode([1, 2, 3])]] {
            #expect(throws: NEARError.self) {
                try WalletAnswerVerifier.delegateActions(answers, for: [asked], of: alice)
            }
        }
        var bytes = good.borshBytes
        bytes[bytes.count - 1] ^= 1
        #expect(throws: NEARError.self, "another signature") {
            try WalletAnswerVerifier.delegateActions([Base64.encode(bytes)], for: [asked], of: alice)
        }
    }

    @Test func delegateActionsThatTheChainWouldRefuse() async throws {
        let scene = try await VerifierScene()
        let (alice, bob) = (scene.alice, scene.bob)
        let view = try await scene.chain.client.viewAccessKey(alice.publicKey, of: alice.id)
        let (nonce, height) = (view.value.nonce + 1, view.blockHeight)
        let actions = [Action.transfer(TransferAction(deposit: try .near(1)))]
        let asked = TransactionRequest(receiverId: bob.id, actions: actions)
        func sign(_ key: SecretKey, _ nonce: UInt64, until expiry: UInt64) throws -> String {
            try SignedDelegateAction.sign(
                DelegateAction(
                    senderId: alice.id, receiverId: bob.id, actions: actions, nonce: nonce, maxBlockHeight: expiry,
                    publicKey: key.publicKey), with: key
            ).base64
        }
        let key = alice.secretKey
        let good = try sign(key, nonce, until: height + 100)
        let refused: [(String, [String])] = [
            ("a used nonce", [try sign(key, view.value.nonce, until: height + 100)]),
            ("a nonce out of bounds", [try sign(key, .max, until: height + 100)]),
            ("expired", [try sign(key, nonce, until: height)]),
            ("good for ever", [try sign(key, nonce, until: .max)]),
            ("a key that isn't the sender's", [try sign(bob.secretKey, nonce, until: height + 100)]),
            ("one nonce twice", [good, good]),
            ("nonces that don't grow", [try sign(key, nonce + 1, until: height + 100), good]),
        ]
        func verify(_ answers: [String]) async throws -> (NEARError?, JournalRecorder) {
            let (recorder, _) = try await scene.recorder(answers.map { _ in asked })
            let failure = await VerifierScene.failure {
                _ = try await recorder.delegateActions(answers, verifiedBy: scene.verifier)
            }
            return (failure, recorder)
        }
        for (name, answers) in refused {
            let (failure, recorder) = try await verify(answers)
            #expect(failure?.code == "signature-invalid", "\(name)")
            #expect(recorder.signatures.count == answers.count, "the journal knows what was signed")
        }
        let (failure, _) = try await verify([good, try sign(key, nonce + 1, until: height + 100)])
        #expect(failure == nil)
        await scene.stop()
    }

    /// A wallet that signs with ML-DSA-65 where this build can't verify it: the error names the trait, not the wallet.
    @Test(.disabled(if: KeyType.mldsa65.isAvailable, "this build verifies ML-DSA-65"))
    func aSignatureThatCannotBeVerifiedIsNotCalledWrong() throws {
        let (alice, bob) = (try AccountId("alice.near"), try AccountId("bob.near"))
        let key = try PublicKey(keyType: .mldsa65, bytes: Array(repeating: 7, count: 1952))
        let signature = try Signature(keyType: .mldsa65, bytes: Array(repeating: 7, count: 3309))
        let action = DelegateAction(
            senderId: alice, receiverId: bob, actions: [.transfer(.oneYocto)], nonce: 1, maxBlockHeight: 2,
            publicKey: key)
        let signed = SignedDelegateAction(delegateAction: action, signature: signature)
        let asked = TransactionRequest(receiverId: bob, actions: [.transfer(.oneYocto)])
        let error = #expect(throws: NEARError.self) {
            try WalletAnswerVerifier.delegateActions([Base64.encode(signed.borshBytes)], for: [asked], of: alice)
        }
        guard case .signatureInvalid(let reason) = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(reason.contains("can’t be verified") && reason.contains("--traits MLDSA65"), "\(reason)")
    }
}
