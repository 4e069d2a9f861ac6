// SPDX-License-Identifier: MIT

import HashTreeCollections
import NEARPrimitives

/// A whole chain: blocks, state, and what is waiting to be executed.
///
/// A value of persistent trees: copying it takes constant time, so that a reader keeps a copy while the chain goes on,
/// and a snapshot is a copy that is kept longer.
struct Chain: Sendable {
    let settings: ChainSettings
    /// The last block.
    private(set) var head: Block
    /// The first block.
    let genesis: Block
    /// The state after the last block.
    private(set) var state: LedgerState
    /// Transactions that wait for a block.
    private(set) var pool = TransactionPool()
    /// Receipts that the next block executes.
    private(set) var waitingReceipts: [Receipt] = []
    /// Results that the next block brings to receipts that wait for them.
    private(set) var waitingData: [DataReceipt] = []
    /// The account records and keys that the next block sets directly, without a transaction.
    private(set) var patches: [StateChangeValue] = []
    /// Stakes that accounts asked for and that are not in force yet.
    private(set) var stakeProposals: [StakeProposal] = []

    /// The tree of the hashes of all blocks.
    private(set) var blockTree = PartialMerkleTree()

    private var blocks: TreeDictionary<UInt64, Block>
    private var heights: TreeDictionary<CryptoHash, UInt64>
    private var states: TreeDictionary<UInt64, LedgerState>
    /// The height below which no states are stored.
    private var oldestState: UInt64 = 0
    /// The heights of blocks by their place in the chain (`BlockHeader.ordinal`), which counts no heights that were
    /// skipped.
    private var places: TreeDictionary<UInt64, UInt64>
    /// The place below which no blocks are kept, but for the first, nor anything that was in them.
    private var oldestBlock: UInt64
    private var transactions: TreeDictionary<CryptoHash, PendingTransaction> = [:]
    private var outcomes: TreeDictionary<CryptoHash, OutcomeRecord> = [:]
    private var receipts: TreeDictionary<CryptoHash, Receipt> = [:]
    private var dataReceipts: TreeDictionary<CryptoHash, DataReceipt> = [:]
    /// The transaction that each receipt has come of.
    private var origins: TreeDictionary<CryptoHash, CryptoHash> = [:]
    private var rejections: TreeDictionary<CryptoHash, InvalidTxError> = [:]
    /// The transactions that were left out of each block.
    private var rejected: TreeDictionary<UInt64, [CryptoHash]> = [:]

    /// Begins a chain.
    ///
    /// - Throws: `ArithmeticOverflowError` where the genesis accounts hold more tokens than can be counted.
    init(_ settings: ChainSettings, genesis: Genesis) throws(ArithmeticOverflowError) {
        self.settings = settings
        let (block, state) = try genesis.makeBlock(settings)
        self.genesis = block
        head = block
        self.state = state
        blockTree.append(block.hash)
        blocks = [block.height: block]
        heights = [block.hash: block.height]
        states = [block.height: state]
        places = [block.header.ordinal: block.height]
        oldestBlock = block.header.ordinal + 1
    }

    /// Continues from a checkpoint, in place of the chain's first block.
    ///
    /// Earlier blocks are forgotten.
    mutating func resume(from checkpoint: Checkpoint) {
        let block = checkpoint.block
        head = block
        state = checkpoint.state
        waitingReceipts = checkpoint.waitingReceipts
        waitingData = checkpoint.waitingData
        stakeProposals = checkpoint.stakeProposals
        blockTree = checkpoint.blockTree
        states = [block.height: state]
        // Transactions may refer to it, although what was in it is forgotten.
        heights[block.hash] = block.height
        places = [:]
        oldestState = block.height
        oldestBlock = block.header.ordinal + 1
    }

    /// True if something is left to be executed.
    var hasWork: Bool { !pool.isEmpty || !waitingReceipts.isEmpty || !waitingData.isEmpty || !patches.isEmpty }

    /// The block at a height, or `nil` where there is none.
    func block(at height: UInt64) -> Block? { blocks[height] }

    /// The block with a hash.
    func block(_ hash: CryptoHash) -> Block? { heights[hash].flatMap { blocks[$0] } }

    /// The first block after which nothing was forgotten: the chain's first block, until something was.
    var earliest: Block {
        guard oldestBlock > genesis.header.ordinal + 1 else { return genesis }
        return places[oldestBlock].flatMap { blocks[$0] } ?? head
    }

    /// The blocks above a height, in their order.
    func blocks(above height: UInt64) -> [Block] {
        var result: [Block] = []
        var block: Block? = head
        while let current = block, current.height > height {
            result.append(current)
            block = blocks[current.header.prevHeight]
        }
        return result.reversed()
    }

    /// The state after a block, or `nil` where it is too old.
    func state(after block: Block) -> LedgerState? { states[block.height] }

    /// A transaction that is in a block.
    func transaction(_ hash: CryptoHash) -> PendingTransaction? { transactions[hash] }

    /// Returns whether the transaction waits for a block.
    func isPending(_ hash: CryptoHash) -> Bool { pool.contains(hash) }

    /// The reason why a transaction, accepted before, was left out of its block after all.
    func rejection(_ hash: CryptoHash) -> InvalidTxError? { rejections[hash] }

    /// The outcome of a transaction or a receipt.
    func outcome(_ id: CryptoHash) -> OutcomeRecord? { outcomes[id] }

    /// A receipt that was made.
    func receipt(_ id: CryptoHash) -> Receipt? { receipts[id] }

    /// A result on its way that was made.
    func dataReceipt(_ id: CryptoHash) -> DataReceipt? { dataReceipts[id] }

    /// The transaction that a receipt has come of.
    func origin(ofReceipt id: CryptoHash) -> PendingTransaction? { origins[id].flatMap { transactions[$0] } }

    /// The block after another.
    func next(after block: Block) -> Block? {
        if let next = blocks[block.height + 1] { return next }
        var candidate: Block? = head
        while let current = candidate, current.height > block.height {
            if current.header.prevHash == block.hash { return current }
            candidate = blocks[current.header.prevHeight]
        }
        return nil
    }

    /// Takes a transaction for the next block, if it would be valid there.
    ///
    /// - Precondition: It was found well formed by `TransactionVerifier.checkWellFormed(_:)`.
    mutating func accept(_ transaction: PendingTransaction) throws(InvalidTxError) {
        try check(transaction)
        pool.append(transaction)
        rejections[transaction.hash] = nil
    }

    /// Returns whether the transaction would be valid in the next block, by itself.
    func check(_ transaction: PendingTransaction) throws(InvalidTxError) {
        try checkBlockHash(transaction)
        var update = StateUpdate(state)
        _ = try TransactionVerifier(parameters: settings.parameters)
            .charge(transaction, in: &update, height: head.height + 1)
    }

    /// Changes the state directly at the beginning of the next block.
    mutating func patch(_ changes: [StateChangeValue]) {
        patches.append(contentsOf: changes)
    }

    /// Forgets what waits for the next block, but for receipts: it can't be executed.
    mutating func abandonPending() {
        pool = TransactionPool()
        patches = []
    }

    /// Returns whether the block that a transaction refers to is recent enough.
    ///
    /// nearcore says `Expired` for a hash that it doesn't know as well: it can't tell whether it has forgotten it.
    func checkBlockHash(_ transaction: PendingTransaction) throws(InvalidTxError) {
        guard let height = heights[transaction.signed.transaction.blockHash] else { throw .expired }
        guard head.height <= height.saturatingAdding(settings.transactionValidityPeriod) else { throw .expired }
    }

    /// Above this height, nonces would not fit into 64 bits.
    static let lastHeight = UInt64.max / ProtocolParameters.accessKeyNonceRangeMultiplier - 1

    /// Makes the next block, or one `skipping` heights, and executes it.
    ///
    /// - Throws: `ArithmeticOverflowError` where the ledger is broken; nothing has changed then.
    mutating func produceBlock(skipping skipped: UInt64 = 0) throws {
        let height = head.height.saturatingAdding(skipped).saturatingAdding(1)
        let timestamp = settings.clock.timestamp(
            ofBlockAt: height, after: head.header.timestamp, height: head.height)
        try produceBlock(at: height, timestamp: timestamp)
    }

    private mutating func produceBlock(at height: UInt64, timestamp: UInt64) throws {
        guard height > head.height, height <= Self.lastHeight else { throw ArithmeticOverflowError() }
        var production = BlockProduction(on: self, height: height, timestamp: timestamp)
        let block = try production.run()
        add(block, production)
    }

    /// Makes a block again from its stored transactions.
    ///
    /// - Throws: `ReplayError` where another block comes of it.
    mutating func replay(_ stored: StoredBlock) throws {
        pool = TransactionPool()
        for transaction in stored.transactions { pool.append(transaction) }
        patches = stored.patches
        try produceBlock(at: stored.height, timestamp: stored.timestamp)
        guard head.hash == stored.hash, head.stateRoot == stored.stateRoot else {
            throw ReplayError(height: stored.height)
        }
    }

    private mutating func add(_ block: Block, _ production: BlockProduction) {
        head = block
        state = production.state
        pool = TransactionPool()
        patches = []
        waitingReceipts = production.outgoing
        waitingData = production.outgoingData
        stakeProposals = production.stakeProposals
        blocks[block.height] = block
        heights[block.hash] = block.height
        blockTree.append(block.hash)
        states[block.height] = state
        places[block.header.ordinal] = block.height
        for transaction in block.transactions { transactions[transaction.hash] = transaction }
        for outcome in block.outcomes {
            outcomes[outcome.id] = outcome
            let origin = transactions[outcome.id] == nil ? origins[outcome.id] : outcome.id
            for id in outcome.receiptIds + outcome.dataReceiptIds { origins[id] = origin }
        }
        for receipt in production.created { receipts[receipt.receiptId] = receipt }
        for receipt in production.outgoingData { dataReceipts[receipt.receiptId] = receipt }
        for (hash, error) in production.rejected { rejections[hash] = error }
        if !production.rejected.isEmpty { rejected[block.height] = production.rejected.map(\.0) }
        forget()
    }

    /// Removes what is older than the settings say: states by their heights, blocks by their number.
    ///
    /// The first block stays, and the state as it is.
    private mutating func forget() {
        let stateHorizon = head.height.saturatingSubtracting(settings.stateHistoryLength)
        for height in Self.heights(from: &oldestState, to: stateHorizon, in: states) { states[height] = nil }
        while oldestBlock < head.header.ordinal.saturatingSubtracting(settings.blockHistoryLength) {
            if let height = places.removeValue(forKey: oldestBlock), let block = blocks.removeValue(forKey: height) {
                forget(block)
            }
            oldestBlock += 1
        }
    }

    private mutating func forget(_ block: Block) {
        heights[block.hash] = nil
        for transaction in block.transactions { transactions[transaction.hash] = nil }
        for outcome in block.outcomes {
            outcomes[outcome.id] = nil
            for id in outcome.receiptIds {
                receipts[id] = nil
                origins[id] = nil
            }
            for id in outcome.dataReceiptIds {
                dataReceipts[id] = nil
                origins[id] = nil
            }
        }
        for hash in rejected.removeValue(forKey: block.height) ?? [] { rejections[hash] = nil }
    }

    /// The heights below `horizon` that there are entries for, beginning where it was left the last time.
    private static func heights<Value>(
        from oldest: inout UInt64, to horizon: UInt64, in entries: TreeDictionary<UInt64, Value>
    ) -> [UInt64] {
        guard horizon > oldest else { return [] }
        defer { oldest = horizon }
        // Where many heights were skipped, there are fewer entries than heights.
        guard horizon - oldest <= UInt64(entries.count) else { return entries.keys.filter { $0 < horizon } }
        return (oldest..<horizon).filter { entries[$0] != nil }
    }
}
