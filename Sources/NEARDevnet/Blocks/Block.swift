// SPDX-License-Identifier: MIT

import NEARPrimitives

/// A block that was executed. There is one shard, so a block has one chunk and both are the same thing here.
///
/// A class, so that the chain's index of blocks holds references: a block never changes.
final class Block: Sendable {
    let header: BlockHeader
    /// The header's hash.
    let hash: CryptoHash
    /// The transactions that were accepted.
    let transactions: [PendingTransaction]
    /// The receipts that came from the block before.
    let incomingReceipts: [Receipt]
    /// What came of the transactions and receipts, in the order of execution.
    let outcomes: [OutcomeRecord]
    /// What changed in the state, in order.
    let changes: [StateChange]
    /// A hash that the state after the block has got by the changes so far.
    let stateRoot: CryptoHash
    /// A hash over the outcomes.
    let outcomeRoot: CryptoHash
    /// Gas burnt in the block.
    let gasUsed: UInt64
    /// YoctoNEAR burnt in the block.
    let burnt: UInt128
    /// YoctoNEAR that a patch of the state made out of nothing.
    let minted: UInt128

    /// The block's place.
    var height: UInt64 { header.height }

    init(
        header: BlockHeader, hash: CryptoHash, transactions: [PendingTransaction], incomingReceipts: [Receipt],
        outcomes: [OutcomeRecord], changes: [StateChange], burnt: UInt128, minted: UInt128 = 0
    ) {
        self.header = header
        self.hash = hash
        self.transactions = transactions
        self.incomingReceipts = incomingReceipts
        self.outcomes = outcomes
        self.changes = changes
        self.burnt = burnt
        self.minted = minted
        stateRoot = Self.stateRoot(after: header.prevStateRoot, changes)
        outcomeRoot = HashDerivation.combine(outcomes.lazy.map(Self.hash(of:)))
        gasUsed = outcomes.reduce(0) { $0.saturatingAdding($1.gasBurnt) }
    }

    /// A hash over the last root and the changes. Not a Merkle root: nothing can be proven with it, but two chains have
    /// the same root only if they have the same history.
    static func stateRoot(after root: CryptoHash, _ changes: [StateChange]) -> CryptoHash {
        guard !changes.isEmpty else { return root }
        var encoder = BorshEncoder(capacity: 32 + changes.count * 128)
        encoder.encode(root)
        for change in changes { encoder.encode(change.value) }
        return .sha256(encoder.bytes)
    }

    private static func hash(of outcome: OutcomeRecord) -> CryptoHash {
        var encoder = BorshEncoder(capacity: 256)
        encoder.encode(outcome.id)
        encoder.encode(outcome.executorId)
        encoder.encode(outcome.gasBurnt)
        encoder.encode(outcome.tokensBurnt)
        encoder.encode(outcome.logs)
        encoder.encode(outcome.receiptIds)
        switch outcome.status {
        case .successValue(let value):
            encoder.encode(UInt8(0))
            encoder.encode(value)
        case .successReceiptId(let id):
            encoder.encode(UInt8(1))
            encoder.encode(id)
        case .failure(let error):
            encoder.encode(UInt8(2))
            encoder.encode(error.view.text)
        }
        return .sha256(encoder.bytes)
    }
}
