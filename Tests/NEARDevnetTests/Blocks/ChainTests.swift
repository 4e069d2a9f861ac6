// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// The chain as a whole.
@Suite(.ownThread) struct ChainTests {
    private func play(_ chain: inout LocalChain) throws {
        try chain.send("alice.root", to: "bob.root", [.transfer(NEARToken.test(1))])
        try chain.send("bob.root", to: "new.bob.root", [.createAccount, .transfer(NEARToken.test(1))])
        try chain.send("root", to: "nobody.root", [.functionCall("m")])
    }

    @Test func sameSeedAndTransactionsGiveSameHashes() throws {
        var first = try LocalChain()
        var second = try LocalChain()
        try play(&first)
        try play(&second)
        #expect(first.chain.head.hash == second.chain.head.hash)
        #expect(first.chain.head.stateRoot == second.chain.head.stateRoot)
        #expect(first.chain.head.height > 0)
    }

    @Test func otherChainIdGivesOtherHashes() throws {
        let first = try LocalChain()
        let second = try LocalChain { $0.chainId = "other" }
        #expect(first.chain.head.hash != second.chain.head.hash)
    }

    @Test func copyIsASnapshot() throws {
        var chain = try LocalChain()
        let snapshot = chain.chain
        try play(&chain)
        let played = chain.chain.head.hash
        chain.chain = snapshot
        #expect(chain.chain.head.height == 0)
        #expect(try chain.balance("bob.root") == NEARToken.test(10_000).yoctoNEAR)
        try play(&chain)
        #expect(chain.chain.head.hash == played)
    }

    @Test func oldStatesCanBeViewedUntilTheyAreForgotten() throws {
        var chain = try LocalChain { $0.stateHistoryLength = 5 }
        let bob = try chain.id("bob.root")
        try chain.send("alice.root", to: "bob.root", [.transfer(NEARToken.test(1))])
        let genesis = chain.chain.genesis
        #expect(chain.chain.state(after: genesis)?.account(bob)?.amount == NEARToken.test(10_000).yoctoNEAR)
        for _ in 0..<5 { try chain.chain.produceBlock() }
        #expect(chain.chain.state(after: genesis) == nil)
        #expect(chain.chain.state(after: chain.chain.head)?.account(bob)?.amount == NEARToken.test(10_001).yoctoNEAR)
    }

    @Test func forwardingSkipsHeightsAndTime() throws {
        var chain = try LocalChain { $0.stateHistoryLength = 5 }
        let timestamp = chain.chain.head.header.timestamp
        try chain.chain.produceBlock(skipping: 999_999)
        #expect(chain.chain.head.height == 1_000_000)
        #expect(chain.chain.head.header.prevHeight == 0)
        #expect(chain.chain.head.header.timestamp == timestamp + 1_000_000_000_000_000)
        #expect(chain.chain.block(at: 5) == nil)
        #expect(chain.chain.state(after: chain.chain.genesis) == nil)
        try play(&chain)
    }

    @Test func transactionThatBecomesInvalidInThePoolIsLeftOut() throws {
        var chain = try LocalChain()
        let first = try chain.sign("alice.root", to: "bob.root", [.transfer(NEARToken.test(9_000))])
        let second = try chain.sign("alice.root", to: "root", [.transfer(NEARToken.test(9_000))]) { $0.nonce = 2 }
        try chain.chain.accept(first)
        try chain.chain.accept(second)
        try chain.chain.produceBlock()
        #expect(chain.chain.transaction(first.hash) != nil)
        #expect(chain.chain.transaction(second.hash) == nil)
        guard case .notEnoughBalance = chain.chain.rejection(second.hash) else {
            Issue.record("It was not said why")
            return
        }
    }

    @Test func transactionsOfOneKeyAreTakenByNonce() throws {
        var chain = try LocalChain()
        for nonce in [3, 1, 2] as [UInt64] {
            let transaction = try chain.sign("alice.root", to: "bob.root", [.transfer(NEARToken.test(1))]) {
                $0.nonce = nonce
            }
            try chain.chain.accept(transaction)
            try chain.chain.accept(transaction)
        }
        try chain.chain.produceBlock()
        #expect(chain.chain.head.transactions.map(\.signed.transaction.nonce.value) == [1, 2, 3])
    }

    /// Receipt ids, and so everything that hangs on them, differ for the same transaction in another block.
    @Test func localReceiptsRunInTheirOwnBlock() throws {
        var chain = try LocalChain()
        let key = try chain.key("second").publicKey
        try chain.chain.accept(
            chain.sign("alice.root", to: "alice.root", [.addKey(AddKeyAction(publicKey: key, accessKey: .fullAccess))]))
        try chain.chain.produceBlock()
        #expect(chain.state.accessKey(try chain.id("alice.root"), key) != nil)
        #expect(chain.chain.head.outcomes.count == 2)
    }
}
