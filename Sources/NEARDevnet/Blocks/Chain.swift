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

    private var blocks: TreeDictionary<UInt64, Block>
    private var heights: TreeDictionary<CryptoHash, UInt64>
    private var states: TreeDictionary<UInt64, LedgerState>
    /// The height below which no states are kept.
    private var oldestState: UInt64 = 0
    private var transactions: TreeDictionary<CryptoHash, PendingTransaction> = [:]
    private var outcomes: TreeDictionary<CryptoHash, OutcomeRecord> = [:]
    private var receipts: TreeDictionary<CryptoHash, Receipt> = [:]
    private var rejections: TreeDictionary<CryptoHash, InvalidTxError> = [:]

    /// Begins a chain.
    ///
    /// - Throws: `ArithmeticOverflow` where the genesis accounts hold more tokens than can be counted.
    init(_ settings: ChainSettings, genesis: Genesis) throws(ArithmeticOverflow) {
        self.settings = settings
        let (block, state) = try genesis.makeBlock(settings)
        self.genesis = block
        head = block
        self.state = state
        blocks = [block.height: block]
        heights = [block.hash: block.height]
        states = [block.height: state]
    }

    /// Whether something is left to be executed.
    var hasWork: Bool { !pool.isEmpty || !waitingReceipts.isEmpty || !waitingData.isEmpty || !patches.isEmpty }

    /// The block at a height, or `nil` where there is none.
    func block(at height: UInt64) -> Block? { blocks[height] }

    /// The block with a hash.
    func block(_ hash: CryptoHash) -> Block? { heights[hash].flatMap { blocks[$0] } }

    /// The state after a block, or `nil` where it is too old.
    func state(after block: Block) -> LedgerState? { states[block.height] }

    /// A transaction that is in a block.
    func transaction(_ hash: CryptoHash) -> PendingTransaction? { transactions[hash] }

    /// Whether the transaction waits for a block.
    func isPending(_ hash: CryptoHash) -> Bool { pool.contains(hash) }

    /// Why a transaction, accepted before, was left out of its block after all.
    func rejection(_ hash: CryptoHash) -> InvalidTxError? { rejections[hash] }

    /// What came of a transaction or a receipt.
    func outcome(_ id: CryptoHash) -> OutcomeRecord? { outcomes[id] }

    /// A receipt that was made.
    func receipt(_ id: CryptoHash) -> Receipt? { receipts[id] }

    /// Takes a transaction for the next block, if it would be valid there.
    ///
    /// - Precondition: It was found well formed by `TransactionVerifier.checkWellFormed(_:)`.
    mutating func accept(_ transaction: PendingTransaction) throws(InvalidTxError) {
        try check(transaction)
        pool.append(transaction)
        rejections[transaction.hash] = nil
    }

    /// Whether the transaction would be valid in the next block, by itself.
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

    /// nearcore says `Expired` for a hash that it doesn't know as well: it can't tell whether it has forgotten it.
    private func checkBlockHash(_ transaction: PendingTransaction) throws(InvalidTxError) {
        guard let height = heights[transaction.signed.transaction.blockHash] else { throw .expired }
        guard head.height <= height.saturatingAdding(settings.transactionValidityPeriod) else { throw .expired }
    }

    /// Above this height, nonces would not fit into 64 bits.
    static let lastHeight = UInt64.max / ProtocolParameters.accessKeyNonceRangeMultiplier - 1

    /// Makes the next block, or one `skipping` heights, and executes it.
    ///
    /// - Throws: `ArithmeticOverflow` where the ledger is broken; nothing has changed then.
    mutating func produceBlock(skipping skipped: UInt64 = 0) throws {
        let height = head.height.saturatingAdding(skipped).saturatingAdding(1)
        guard height <= Self.lastHeight else { throw ArithmeticOverflow() }
        var production = try BlockProduction(on: self, height: height)
        let block = try production.run()
        add(block, production)
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
        states[block.height] = state
        for transaction in block.transactions { transactions[transaction.hash] = transaction }
        for outcome in block.outcomes { outcomes[outcome.id] = outcome }
        for receipt in production.created { receipts[receipt.receiptId] = receipt }
        for (hash, error) in production.rejected { rejections[hash] = error }
        forgetStates()
    }

    /// Forgets the states that are older than can be viewed. Blocks and outcomes stay.
    private mutating func forgetStates() {
        let horizon = head.height.saturatingSubtracting(settings.stateHistoryLength)
        if horizon.saturatingSubtracting(oldestState) > UInt64(states.count) {
            // Many heights were skipped.
            states = states.filter { $0.key >= horizon }
            oldestState = horizon
        }
        while oldestState < horizon {
            states[oldestState] = nil
            oldestState += 1
        }
    }
}
