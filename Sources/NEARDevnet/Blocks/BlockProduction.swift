// SPDX-License-Identifier: MIT

import NEARPrimitives

/// One block while it is being made.
struct BlockProduction {
    private let settings: ChainSettings
    private let parent: Block
    private let height: UInt64
    private let timestamp: UInt64
    private let candidates: [PendingTransaction]
    private let incoming: [Receipt]
    private let incomingData: [DataReceipt]
    private let patches: [StateChangeValue]
    /// The root of the tree of all blocks before.
    private let blockMerkleRoot: CryptoHash

    /// The state so far.
    private(set) var state: LedgerState
    /// The receipts for the next block.
    private(set) var outgoing: [Receipt] = []
    /// The results for receipts that wait for them, for the next block.
    private(set) var outgoingData: [DataReceipt] = []
    /// Every receipt that was made.
    private(set) var created: [Receipt] = []
    /// Transactions that turned out invalid.
    private(set) var rejected: [(CryptoHash, InvalidTxError)] = []
    /// The stakes that are asked for after this block.
    private(set) var stakeProposals: [StakeProposal]

    private var changes: [StateChange] = []
    private var outcomes: [OutcomeRecord] = []
    private var burnt: UInt128 = 0
    private var minted: UInt128 = 0

    /// A transaction that was charged, and its receipt.
    private struct Charged {
        let transaction: PendingTransaction
        let cost: TransactionCost
        let receipt: Receipt
    }

    init(on chain: Chain, height: UInt64, timestamp: UInt64) {
        settings = chain.settings
        parent = chain.head
        self.height = height
        self.timestamp = timestamp
        candidates = chain.pool.ordered
        incoming = chain.waitingReceipts
        incomingData = chain.waitingData
        patches = chain.patches
        blockMerkleRoot = chain.blockTree.root
        state = chain.state
        stakeProposals = chain.stakeProposals
    }

    /// Charges the transactions, then executes local receipts, then those of the block before (nearcore's order).
    mutating func run() throws -> Block {
        let epoch = Epoch(ofBlockAt: height, length: settings.epochLength, chainId: settings.chainId)
        try applyPatches()
        if epoch.height > parent.header.epoch.height { try returnStakes(in: epoch) }
        let charged = try candidates.compactMap { try charge($0) }
        let header = try makeHeader(epoch, charged.map(\.transaction))
        let context = BlockContext(
            chainId: settings.chainId, height: height, hash: header.makeHash(), epochHeight: epoch.height,
            timestamp: header.timestamp,
            randomValue: header.randomValue, validatorId: settings.validatorId)
        for entry in charged {
            outcomes.append(outcome(of: entry, in: context))
        }
        let executor = ReceiptExecutor(parameters: settings.parameters, contracts: settings.contracts)
        let local = charged.map(\.receipt).filter { $0.predecessorId == $0.receiverId }
        outgoing = charged.map(\.receipt).filter { $0.predecessorId != $0.receiverId }
        for receipt in local + incoming {
            try process(receipt, by: executor, in: context)
        }
        for data in incomingData {
            guard let ready = state.inbox.take(data.content, for: data.receiverId) else { continue }
            try execute(ready.receipt, results: ready.results, by: executor, in: context)
        }
        for key in state.inbox.overdue(at: height) {
            let nothing = DataReceiptContent(dataId: key.dataId, data: nil, isPromiseResume: true)
            guard let ready = state.inbox.take(nothing, for: key.accountId) else { continue }
            try execute(ready.receipt, results: ready.results, by: executor, in: context)
        }
        return Block(
            header: header, hash: context.hash, transactions: charged.map(\.transaction), incomingReceipts: incoming,
            incomingData: incomingData, outcomes: outcomes, changes: changes, burnt: burnt, minted: minted)
    }

    /// Makes the changes that were asked for directly.
    ///
    /// Tokens that appear or vanish so are counted.
    private mutating func applyPatches() throws(ArithmeticOverflowError) {
        guard !patches.isEmpty else { return }
        let ids = Set(patches.map(\.accountId))
        let before = try tokens(of: ids)
        var update = StateUpdate(state)
        for patch in patches { update.apply(patch) }
        commit(update, .sandboxPatch)
        let after = try tokens(of: ids)
        if after > before {
            minted = after - before
            // While the supply can be counted, so can every balance and every sum of them.
            _ = try supply().adding(minted)
        } else {
            burnt = try burnt.adding(before - after)
        }
    }

    /// YoctoNEAR there are before this block.
    private func supply() throws(ArithmeticOverflowError) -> UInt128 {
        try parent.header.totalSupply.adding(parent.minted).subtracting(parent.burnt)
    }

    private func tokens(of ids: Set<AccountId>) throws(ArithmeticOverflowError) -> UInt128 {
        var total: UInt128 = 0
        for id in ids {
            guard let record = state.account(id) else { continue }
            total = try total.adding(record.amount).adding(record.locked).adding(state.gasKeyBalance(of: id))
        }
        return total
    }

    private mutating func charge(_ transaction: PendingTransaction) throws -> Charged? {
        var update = StateUpdate(state)
        let cost: TransactionCost
        do throws(InvalidTxError) {
            cost = try TransactionVerifier(parameters: settings.parameters)
                .charge(transaction, in: &update, height: height)
        } catch {
            rejected.append((transaction.hash, error))
            return nil
        }
        commit(update, .transactionProcessing(txHash: transaction.hash))
        burnt = try burnt.adding(cost.burntAmount)
        let body = transaction.signed.transaction
        let receipt = Receipt(
            predecessorId: body.signerId, receiverId: body.receiverId,
            receiptId: HashDerivation.receiptId(ofTransaction: transaction.hash, height: height),
            action: ActionReceipt(
                signerId: body.signerId, signerPublicKey: body.publicKey, gasPrice: cost.receiptGasPrice,
                actions: body.actions))
        created.append(receipt)
        return Charged(transaction: transaction, cost: cost, receipt: receipt)
    }

    private func outcome(of entry: Charged, in context: BlockContext) -> OutcomeRecord {
        OutcomeRecord(
            id: entry.transaction.hash, blockHash: context.hash,
            executorId: entry.transaction.signed.transaction.signerId,
            status: .successReceiptId(entry.receipt.receiptId), receiptIds: [entry.receipt.receiptId],
            gasBurnt: entry.cost.gasBurnt, tokensBurnt: entry.cost.burntAmount)
    }

    /// Executes a receipt, or lets it wait for the data that it needs.
    private mutating func process(_ receipt: Receipt, by executor: ReceiptExecutor, in context: BlockContext) throws {
        let deadline = height.saturatingAdding(ContractLimits.version83.yieldTimeoutInBlocks)
        guard let results = state.inbox.take(receipt, yieldDeadline: deadline) else { return }
        try execute(receipt, results: results, by: executor, in: context)
    }

    /// Executes a receipt, and after it those of its receipts that don't travel, in their order.
    private mutating func execute(
        _ receipt: Receipt, results: [[UInt8]?], by executor: ReceiptExecutor, in context: BlockContext
    ) throws {
        let execution = try executor.execute(receipt, promiseResults: results, in: state, block: context)
        state = execution.state
        changes.append(contentsOf: execution.changes)
        outcomes.append(execution.outcome)
        outgoing.append(contentsOf: execution.newReceipts.filter { !$0.isInstant })
        created.append(contentsOf: execution.newReceipts)
        outgoingData.append(contentsOf: execution.newData)
        stakeProposals.append(contentsOf: execution.stakeProposals)
        burnt = try burnt.adding(execution.burnt)
        for receipt in execution.newReceipts where receipt.isInstant { try process(receipt, by: executor, in: context) }
    }

    private mutating func commit(_ update: StateUpdate, _ cause: StateChangeCause) {
        state = update.state
        changes.append(contentsOf: update.changes.map { StateChange(cause: cause, value: $0) })
    }

    private func makeHeader(
        _ epoch: Epoch, _ transactions: [PendingTransaction]
    ) throws(ArithmeticOverflowError) -> BlockHeader {
        let last = parent.header
        return BlockHeader(
            height: height, prevHeight: last.height, ordinal: last.ordinal + 1, prevHash: parent.hash,
            prevStateRoot: parent.stateRoot, prevChunkOutcomeRoot: parent.chunkOutcomeRoot,
            transactionRoot: HashDerivation.combine(transactions.lazy.map(\.hash)),
            receiptRoot: HashDerivation.combine(incoming.lazy.map(\.receiptId)),
            timestamp: timestamp, epoch: epoch, gasPrice: settings.parameters.gasPrice,
            totalSupply: try supply(),
            randomValue: HashDerivation.combine([last.randomValue, parent.hash]), chainId: settings.chainId,
            nextValidator: settings.validator(in: state), blockMerkleRoot: blockMerkleRoot)
    }

    /// Gives back stake that was asked back three epochs ago, when nearcore does.
    private mutating func returnStakes(in epoch: Epoch) throws(ArithmeticOverflowError) {
        let due = stakeProposals.filter { $0.epochHeight + 3 <= epoch.height }
        guard !due.isEmpty else { return }
        stakeProposals.removeAll { $0.epochHeight + 3 <= epoch.height }
        var update = StateUpdate(state)
        for proposal in due {
            guard var record = update.state.account(proposal.accountId) else { continue }
            // A later, higher proposal keeps more of it locked.
            let later = stakeProposals.filter { $0.accountId == proposal.accountId }.map(\.stake).max() ?? 0
            let stake = max(proposal.stake, later)
            guard record.locked > stake else { continue }
            record.amount = try record.amount.adding(record.locked - stake)
            record.locked = stake
            update.setAccount(proposal.accountId, record)
        }
        commit(update, .validatorAccountsUpdate)
    }
}
