// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// Meta transactions (NEP-366): bob relays what alice has signed, and pays.
@Suite(.ownThread) struct DelegateActionTests {
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

    @Test func replayFails() throws {
        var chain = try LocalChain()
        let signed = try sign(chain)
        try chain.send("bob.root", to: "alice.root", [.delegate(signed)])
        let again = try chain.send("bob.root", to: "alice.root", [.delegate(signed)])
        #expect(again.failure?.kind.view == ["DelegateActionInvalidNonce": ["delegate_nonce": 1, "ak_nonce": 1]])
    }

    @Test func twoDelegateActionsAreRefused() throws {
        var chain = try LocalChain()
        let signed = try sign(chain)
        #expect(throws: InvalidTxError.actionsValidation(.delegateActionMustBeOnlyOne)) {
            try chain.send("bob.root", to: "alice.root", [.delegate(signed), .delegate(signed)])
        }
    }
}
