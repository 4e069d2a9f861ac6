// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// A chain that runs for long doesn't remember everything.
@Suite(.ownThread) struct HistoryTests {
    @Test func oldBlocksAreForgottenWithWhatWasInThem() throws {
        var chain = try LocalChain { $0.blockHistoryLength = 10 }
        let sent = try chain.sign("alice.root", to: "bob.root", [.transfer(NEARToken.test(1))])
        let status = try chain.execute(sent)
        #expect(chain.chain.earliest.height == 0)
        while chain.chain.head.height < 11 { try chain.chain.produceBlock() }
        #expect(TransactionStatus(sent.hash, in: chain.chain) != nil)
        for _ in 0..<10 { try chain.chain.produceBlock() }
        #expect(chain.chain.block(at: 1) == nil)
        #expect(TransactionStatus(sent.hash, in: chain.chain) == nil)
        for receipt in status.receipts {
            #expect(chain.chain.receipt(receipt.receiptId) == nil)
            #expect(chain.chain.outcome(receipt.receiptId) == nil)
        }
        // The first block and the state stay.
        #expect(chain.chain.block(at: 0) != nil)
        #expect(chain.chain.earliest.height == chain.chain.head.height - 10)
        #expect(try chain.balance("bob.root") == NEARToken.test(10_001).yoctoNEAR)
    }

    /// Skipped heights push nothing out: blocks are counted.
    @Test func skippedHeightsAreNoHistory() throws {
        var chain = try LocalChain { $0.blockHistoryLength = 10 }
        let sent = try chain.sign("alice.root", to: "bob.root", [.transfer(NEARToken.test(1))])
        try chain.execute(sent)
        for _ in 0..<8 { try chain.chain.produceBlock(skipping: 1_000_000) }
        #expect(TransactionStatus(sent.hash, in: chain.chain) != nil)
        #expect(chain.chain.earliest.height == 0)
        for _ in 0..<2 { try chain.chain.produceBlock(skipping: 1_000_000) }
        #expect(chain.chain.block(at: 1) == nil)
        #expect(TransactionStatus(sent.hash, in: chain.chain) == nil)
        #expect(chain.chain.earliest.height == 2)
        try chain.send("alice.root", to: "bob.root", [.transfer(NEARToken.test(1))])
    }

    /// As many blocks are there as the length says, wherever heights are skipped.
    @Test(arguments: [3, 8, 0] as [UInt64])
    func blocksAreCounted(_ length: UInt64) throws {
        var chain = try LocalChain { $0.blockHistoryLength = length }
        var made: [Block] = []
        for turn in 0..<20 {
            try chain.chain.produceBlock(skipping: turn % 3 == 0 ? 50_000 : 0)
            made.append(chain.chain.head)
            for (age, block) in made.reversed().enumerated() {
                #expect((chain.chain.block(block.hash) != nil) == (age <= length))
            }
        }
    }

    @Test func refusalsAreForgottenToo() throws {
        var chain = try LocalChain { $0.blockHistoryLength = 5 }
        let first = try chain.sign("alice.root", to: "bob.root", [.transfer(NEARToken.test(9_000))])
        let second = try chain.sign("alice.root", to: "root", [.transfer(NEARToken.test(9_000))]) { $0.nonce = 2 }
        try chain.chain.accept(first)
        try chain.chain.accept(second)
        try chain.chain.produceBlock()
        #expect(chain.chain.rejection(second.hash) != nil)
        for _ in 0..<6 { try chain.chain.produceBlock() }
        #expect(chain.chain.rejection(second.hash) == nil)
    }
}
