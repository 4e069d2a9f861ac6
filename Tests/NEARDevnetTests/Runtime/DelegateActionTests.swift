// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARDevnet

/// Meta transactions (NEP-366): bob relays what alice has signed, and pays.
@Suite struct DelegateActionTests {
    private func sign(
        _ chain: LocalChain, to receiver: String = "root", _ actions: [Action] = [.transfer(NEARToken.test(2))],
        key: SecretKey? = nil, change: (inout DelegateAction) -> Void = { _ in }
    ) throws -> SignedDelegateAction {
        let key = try key ?? chain.key("alice.root")
        let sender = try chain.id("alice.root")
        let nonce = chain.state.accessKey(sender, key.publicKey)?.nonce ?? 0
        var action = DelegateAction(
            senderId: sender, receiverId: try chain.id(receiver), actions: actions, nonce: nonce + 1,
            maxBlockHeight: chain.chain.head.height + 100, publicKey: key.publicKey)
        change(&action)
        return try SignedDelegateAction.sign(action, with: key)
    }

    @Test func relayerPaysAndTheEffectIsTheSenders() throws {
        var chain = try LocalChain()
        let bob = try chain.balance("bob.root")
        let alice = try chain.balance("alice.root")
        let root = try chain.balance("root")
        let status = try chain.send("bob.root", to: "alice.root", [.delegate(sign(chain))])
        #expect(status.failure == nil)
        let burnt = status.outcome.tokensBurnt + status.receiptOutcomes.reduce(0) { $0 + $1.tokensBurnt }
        #expect(try chain.balance("root") == root + NEARToken.test(2).yoctoNEAR)
        #expect(try chain.balance("alice.root") == alice)
        #expect(try chain.balance("bob.root") == bob - NEARToken.test(2).yoctoNEAR - burnt)
        #expect(status.receipts.count >= 2)
        #expect(status.receipts[1].predecessorId == (try chain.id("alice.root")))
    }

    /// The deposit of a delegated receipt that fails goes to the sender, as in nearcore, though the relayer paid it.
    @Test func depositOfAFailedReceiptGoesToTheSender() throws {
        var chain = try LocalChain()
        let alice = try chain.balance("alice.root")
        let supply = try chain.countTokens()
        let status = try chain.send("bob.root", to: "alice.root", [.delegate(sign(chain, to: "nobody.root"))])
        let burnt = status.outcome.tokensBurnt + status.receiptOutcomes.reduce(0) { $0 + $1.tokensBurnt }
        #expect(status.failure?.kind.view == ["AccountDoesNotExist": ["account_id": "nobody.root"]])
        #expect(try chain.balance("alice.root") == alice + NEARToken.test(2).yoctoNEAR)
        #expect(try chain.countTokens() == supply - burnt)
    }

    private func failure(
        to receiver: String = "alice.root", _ make: (inout LocalChain) throws -> SignedDelegateAction
    ) throws -> JSONValue? {
        var chain = try LocalChain()
        let signed = try make(&chain)
        let bob = try chain.balance("bob.root")
        let status = try chain.send("bob.root", to: receiver, [.delegate(signed)])
        let burnt = status.outcome.tokensBurnt + status.receiptOutcomes.reduce(0) { $0 + $1.tokensBurnt }
        #expect(try chain.balance("bob.root") == bob - burnt)
        return status.failure?.kind.view
    }

    @Test func forgedSignatureFails() throws {
        let error = try failure { chain in
            let honest = try sign(chain)
            return SignedDelegateAction(
                delegateAction: honest.delegateAction,
                signature: try chain.key("bob.root").sign(honest.delegateAction.hash))
        }
        #expect(error == "DelegateActionInvalidSignature")
    }

    @Test func expiredActionFails() throws {
        let error = try failure { chain in
            for _ in 0..<5 { try chain.chain.produceBlock() }
            return try sign(chain) { $0.maxBlockHeight = 6 }
        }
        #expect(error == "DelegateActionExpired")
    }

    @Test func otherReceiverThanTheSenderFails() throws {
        let error = try failure(to: "root") { try sign($0) }
        #expect(
            error == [
                "DelegateActionSenderDoesNotMatchTxReceiver": ["sender_id": "alice.root", "receiver_id": "root"]
            ])
    }

    @Test func keyThatIsNotTheSendersFails() throws {
        var name = ""
        let error = try failure { chain in
            let key = try chain.key("nobody")
            name = key.publicKey.description
            return try sign(chain, key: key)
        }
        let info: JSONValue = ["account_id": "alice.root", "public_key": .string(name)]
        #expect(error == ["DelegateActionAccessKeyError": ["AccessKeyNotFound": info]])
    }

    @Test func usedNonceFails() throws {
        let error = try failure { chain in try sign(chain) { $0.nonce = 0 } }
        #expect(error == ["DelegateActionInvalidNonce": ["delegate_nonce": 0, "ak_nonce": 0]])
    }

    @Test func nonceBeyondItsBoundFails() throws {
        let error = try failure { chain in try sign(chain) { $0.nonce = 9_000_000 } }
        #expect(
            error == ["DelegateActionNonceTooLarge": ["delegate_nonce": 9_000_000, "upper_bound": 2_000_000]])
    }

    @Test func replayFails() throws {
        var chain = try LocalChain()
        let signed = try sign(chain)
        try chain.send("bob.root", to: "alice.root", [.delegate(signed)])
        let again = try chain.send("bob.root", to: "alice.root", [.delegate(signed)])
        #expect(again.failure?.kind.view == ["DelegateActionInvalidNonce": ["delegate_nonce": 1, "ak_nonce": 1]])
    }

    @Test func functionCallKeyDelegatesOnlyCalls() throws {
        var chain = try LocalChain()
        let key = try chain.key("session")
        let permission = FunctionCallPermission(
            allowance: nil, receiverId: try chain.id("root"), methodNames: ["a"])
        try chain.send(
            "alice.root", to: "alice.root",
            [
                .addKey(
                    AddKeyAction(publicKey: key.publicKey, accessKey: AccessKey(permission: .functionCall(permission))))
            ])
        let transfer = try chain.send("bob.root", to: "alice.root", [.delegate(sign(chain, key: key))])
        #expect(transfer.failure?.kind.view == ["DelegateActionAccessKeyError": "RequiresFullAccess"])
        let other = try chain.send(
            "bob.root", to: "alice.root", [.delegate(sign(chain, [.functionCall("b")], key: key))])
        #expect(
            other.failure?.kind.view == [
                "DelegateActionAccessKeyError": ["MethodNameMismatch": ["method_name": "b"]]
            ])
    }

    @Test func twoDelegateActionsAreRefused() throws {
        var chain = try LocalChain()
        let signed = try sign(chain)
        #expect(throws: InvalidTxError.actionsValidation(.delegateActionMustBeOnlyOne)) {
            try chain.send("bob.root", to: "alice.root", [.delegate(signed), .delegate(signed)])
        }
    }
}
