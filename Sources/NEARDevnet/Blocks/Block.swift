// SPDX-License-Identifier: MIT

import NEARPrimitives

/// A block that was executed.
///
/// There is one shard, so a block has one chunk and both are the same thing here.
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
    /// The results that came from the block before.
    let incomingData: [DataReceipt]
    /// The outcomes of the transactions and receipts, in the order of execution.
    let outcomes: [OutcomeRecord]
    /// The changes in the state, in order.
    let changes: [StateChange]
    /// A hash that the state after the block has got by the changes so far.
    let stateRoot: CryptoHash
    /// The outcomes as leaves of their tree.
    let outcomeLeaves: [CryptoHash]
    /// The root of the outcomes' tree.
    let chunkOutcomeRoot: CryptoHash
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
        incomingData: [DataReceipt] = [], outcomes: [OutcomeRecord], changes: [StateChange], burnt: UInt128,
        minted: UInt128 = 0
    ) {
        self.header = header
        self.hash = hash
        self.transactions = transactions
        self.incomingReceipts = incomingReceipts
        self.incomingData = incomingData
        self.outcomes = outcomes
        self.changes = changes
        self.burnt = burnt
        self.minted = minted
        stateRoot = Self.stateRoot(after: header.prevStateRoot, changes)
        outcomeLeaves = outcomes.map(\.merkleLeaf)
        chunkOutcomeRoot = MerkleTree(outcomeLeaves).root
        gasUsed = outcomes.reduce(0) { $0.saturatingAdding($1.gasBurnt) }
    }

    /// A block of which only the parts are known that the next one depends on.
    init(
        header: BlockHeader, hash: CryptoHash, stateRoot: CryptoHash, chunkOutcomeRoot: CryptoHash, burnt: UInt128,
        minted: UInt128
    ) {
        self.header = header
        self.hash = hash
        self.stateRoot = stateRoot
        self.chunkOutcomeRoot = chunkOutcomeRoot
        self.burnt = burnt
        self.minted = minted
        transactions = []
        incomingReceipts = []
        incomingData = []
        outcomes = []
        outcomeLeaves = []
        changes = []
        gasUsed = 0
    }

    /// A hash over the last root and the changes.
    ///
    /// Not a Merkle root: nothing can be proven with it, but two chains have the same root only if they have the same
    /// history.
    static func stateRoot(after root: CryptoHash, _ changes: [StateChange]) -> CryptoHash {
        guard !changes.isEmpty else { return root }
        var encoder = BorshEncoder(capacity: 32 + changes.count * 128)
        encoder.encode(root)
        for change in changes { encoder.encode(change.value) }
        return .sha256(encoder.bytes)
    }
}
