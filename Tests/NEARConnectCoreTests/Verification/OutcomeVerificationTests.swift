// SPDX-License-Identifier: MIT

import Foundation
import NEARDevnet
import NEARPrimitives
import NEARRPC
import Testing

@testable import NEARConnectCore

/// Wallets that send something else than what was asked for, or only say that they sent.
///
/// Each field is changed by itself.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct OutcomeVerificationTests {
    private static func base64(_ json: String) -> String { Base64.encode(Array(json.utf8)) }

    @Test func aWalletThatRewritesAnyFieldIsFoundOut() async throws {
        let scene = try await VerifierScene()
        let call = FunctionCallAction(
            methodName: "buy", args: Array(#"{"item":"book","price":"1"}"#.utf8), gas: .tera(30), deposit: try .near(1))
        let asked = TransactionRequest(receiverId: scene.bob.id, actions: [.functionCall(call)])
        // The call fails on chain, there is no contract; what counts here is what the transaction holds.
        let sent = try await scene.send(asked.actions, to: scene.bob.id).json
        let text = sent.text
        #expect(text.contains(Base64.encode(call.args)))
        let forgeries: [(String, String)] = [
            (#""signer_id":"alice.test.near""#, #""signer_id":"bob.test.near""#),
            (#""receiver_id":"bob.test.near""#, #""receiver_id":"relayer.test.near""#),
            (#""method_name":"buy""#, #""method_name":"sell""#),
            (#""gas":30000000000000"#, #""gas":300000000000000"#),
            ("1000000000000000000000000", "9000000000000000000000000"),
            (Self.base64(#"{"item":"book","price":"1"}"#), Self.base64(#"{"item":"book","price":"9"}"#)),
            (
                Self.base64(#"{"item":"book","price":"1"}"#),
                Self.base64(#"{"item":"book","price":"1","to":"mallory"}"#)
            ),
            (
                Self.base64(#"{"item":"book","price":"1"}"#),
                Self.base64(#"{"price":"9","item":"book","price":"1"}"#)
            ),
            (#""actions":["#, #""actions":["CreateAccount","#),
        ]
        for (old, new) in forgeries {
            #expect(text.contains(old), "\(old)")
            let forged = try JSONValue.parse(text.replacing(old, with: new))
            #expect(forged != sent, "\(old)")
            let (code, journal) = try await scene.verify(forged, for: asked)
            #expect(code == "signature-invalid", "\(new)")
            #expect(journal == "unknown", "it was sent, whatever it was")
        }
        // Written another way the same arguments are the same.
        let same = try JSONValue.parse(
            text.replacing(Base64.encode(call.args), with: Self.base64(#"{ "price": "1", "item": "book" }"#)))
        #expect(try await scene.verify(same, for: asked).code == "transaction-failed", "as the chain says")
        await scene.stop()
    }

    @Test func anOutcomeOfAnotherTransaction() async throws {
        let scene = try await VerifierScene()
        let carol = try AccountId("carol.near")
        let sent = try await scene.send([.transfer(.oneYocto)], to: scene.bob.id).json
        let two = Action.transfer(TransferAction(deposit: NEARToken(yoctoNEAR: 2)))
        for (receiver, actions) in [
            (carol, [Action.transfer(.oneYocto)]), (scene.bob.id, [two]), (scene.bob.id, [two, two]),
        ] {
            let asked = TransactionRequest(receiverId: receiver, actions: actions)
            #expect(try await scene.verify(sent, for: asked).code == "signature-invalid")
        }
        let asked = TransactionRequest(receiverId: scene.bob.id, actions: [.transfer(.oneYocto)])
        #expect(try await scene.verify(sent, for: asked).code == "none")
        #expect(try await scene.verify(sent, for: asked, by: VerifierScene.alone()).code == "none", "a wallet's word")
        for nonsense: JSONValue in [[:], "sent", 7, .null, ["transaction": ["hash": "x"]]] {
            #expect(try await scene.verify(nonsense, for: asked).code == "wallet-error")
        }
        await scene.stop()
    }

    @Test func anOutcomeThatNoChainKnowsIsNotTaken() async throws {
        let scene = try await VerifierScene(readDeadline: .seconds(2))
        let asked = TransactionRequest(receiverId: scene.bob.id, actions: [.transfer(.oneYocto)])
        let real = try await scene.send(asked.actions, to: scene.bob.id)
        let invented = CryptoHash.sha256([7])
        let forged = try JSONValue.parse(
            real.json.text.replacing(real.transactionHash.description, with: invented.description))
        let failure = await VerifierScene.failure {
            let outcome = try WalletAnswerVerifier.outcome(forged)
            _ = try await scene.verifier.confirmed(outcome, of: scene.alice.id)
        }
        guard case .transactionUnknown(let hash) = failure else {
            Issue.record("the forged outcome was taken")
            return
        }
        #expect(hash == invented)
        // A wallet that tells of a success which the chain knows as a failure.
        let ghost = TransactionRequest(receiverId: try AccountId("ghost.test.near"), actions: asked.actions)
        var fields = try await scene.send(ghost.actions, to: ghost.receiverId).json.objectValue ?? [:]
        fields["status"] = ["SuccessValue": ""]
        let (code, journal) = try await scene.verify(.object(fields), for: ghost)
        #expect(code == "transaction-failed" && journal == "failed")
        await scene.stop()
    }

    @Test func anOutcomeThatANodeDidNotKnowIsNotTakenWhenTheNodeFallsSilent() async throws {
        let scene = try await VerifierScene()
        let asked = TransactionRequest(receiverId: scene.bob.id, actions: [.transfer(.oneYocto)])
        let real = try await scene.send(asked.actions, to: scene.bob.id)
        let invented = CryptoHash.sha256([7])
        let forged = try JSONValue.parse(
            real.json.text.replacing(real.transactionHash.description, with: invented.description))
        let node = try ForgetfulNode(
            method: "tx",
            error: """
                {"name":"HANDLER_ERROR","cause":{"name":"UNKNOWN_TRANSACTION","info":{"requested_transaction_hash":"\(invented)"}},
                "code":-32000,"message":"Server error","data":"Transaction \(invented) doesn't exist"}
                """)
        let verifier = try VerifierScene.verifier(asking: node.url, readDeadline: .seconds(10))
        #expect(try await scene.verify(forged, for: asked, by: verifier).code == "transaction-unknown")
        #expect(node.hasAnswered)
        await scene.stop()
    }

    @Test func batchesOfAnotherLength() async throws {
        let scene = try await VerifierScene()
        let sent = try await scene.send([.transfer(.oneYocto)], to: scene.bob.id)
        let asked = TransactionRequest(receiverId: scene.bob.id, actions: [.transfer(.oneYocto)])
        func verify(_ reply: BridgeMessage.Reply) async throws -> (NEARError?, JournalRecorder) {
            let (recorder, _) = try await scene.recorder([asked, asked])
            let failure = await VerifierScene.failure {
                _ = try await recorder.outcomes(reply, verifiedBy: scene.verifier)
            }
            return (failure, recorder)
        }
        let (short, _) = try await verify(.transactionsResult(outcomes: [sent.json]))
        guard case .partiallySent(let outcomes, nil, _) = short else {
            Issue.record("one outcome for two transactions: \(short as Any)")
            return
        }
        #expect(outcomes.map(\.transactionHash) == [sent.transactionHash])
        let hash = CryptoHash.sha256([1])
        let (stopped, recorder) = try await verify(.partiallySent(outcomes: [sent.json], hash: hash, reason: "no"))
        guard case .partiallySent(_, hash, "no") = stopped else {
            Issue.record("the wallet stopped: \(stopped as Any)")
            return
        }
        #expect(recorder.signatures[1]?.hash == hash, "the journal looks for it")
        let (long, _) = try await verify(.transactionsResult(outcomes: [sent.json, sent.json, sent.json]))
        #expect(long?.code == "signature-invalid")
        let (other, _) = try await verify(.signedOut)
        #expect(other?.code == "wallet-error")
        await scene.stop()
    }

    @Test func theKeystoresTransactionHasTheHashThatItSigned() async throws {
        let scene = try await VerifierScene()
        let asked = TransactionRequest(receiverId: scene.bob.id, actions: [.transfer(.oneYocto)])
        let sent = try await scene.send(asked.actions, to: scene.bob.id)
        for (hash, code) in [(sent.transactionHash, nil), (CryptoHash.sha256([7]), "signature-invalid")] {
            let (recorder, _) = try await scene.recorder([asked])
            let key = JournalSignature.SignedNonce(publicKey: scene.alice.publicKey.handle, nonce: 1, height: 1)
            try await recorder.sign([JournalSignature(part: 0, hash: hash, key: key)])
            let failure = await VerifierScene.failure {
                _ = try await recorder.outcome(sent.json, ofPart: 0, verifiedBy: VerifierScene.alone())
            }
            #expect(failure?.code == code)
        }
        await scene.stop()
    }
}
