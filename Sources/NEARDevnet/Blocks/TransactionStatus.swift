// SPDX-License-Identifier: MIT

import NEARPrimitives

extension TxExecutionStatus {
    /// Returns whether being this far is enough for a request that waits for `goal`.
    ///
    /// nearcore's own sets: the stages are no ladder. A transaction in a final block (`INCLUDED_FINAL`) need not have
    /// run, and one that has run (`EXECUTED_OPTIMISTIC`) need not be in a final block.
    func reaches(_ goal: TxExecutionStatus) -> Bool {
        switch goal {
        case .none: true
        case .included: self != .none
        case .executedOptimistic: self == .executedOptimistic || self == .executed || self == .final
        case .includedFinal: self == .includedFinal || self == .executed || self == .final
        case .executed: self == .executed || self == .final
        case .final: self == .final
        }
    }
}

/// A transaction that is in a block, and everything that has come of it so far.
struct TransactionStatus: Sendable {
    let transaction: PendingTransaction
    let outcome: OutcomeRecord
    /// The outcomes of all receipts, each before those it has made.
    let receiptOutcomes: [OutcomeRecord]
    /// The receipts that it has become, beginning with the transaction's own.
    let receipts: [Receipt]
    /// Blocks are final at once, so only what is still to be executed counts.
    let progress: TxExecutionStatus
    private let chain: Chain

    /// Looks a transaction up, or `nil` where no block has it.
    init?(_ hash: CryptoHash, in chain: Chain) {
        guard let transaction = chain.transaction(hash), let outcome = chain.outcome(hash) else { return nil }
        self.transaction = transaction
        self.outcome = outcome
        self.chain = chain
        var outcomes: [OutcomeRecord] = []
        var receipts: [Receipt] = []
        var waiting: [Receipt] = []
        var stack = Array(outcome.receiptIds.reversed())
        while let id = stack.popLast() {
            guard let receipt = chain.receipt(id) else { continue }
            receipts.append(receipt)
            guard let outcome = chain.outcome(id) else {
                waiting.append(receipt)
                continue
            }
            outcomes.append(outcome)
            stack.append(contentsOf: outcome.receiptIds.reversed())
        }
        receiptOutcomes = outcomes
        self.receipts = receipts
        if waiting.isEmpty {
            progress = .final
        } else {
            progress = waiting.allSatisfy(\.isRefund) ? .executed : .includedFinal
        }
    }

    /// The result of the transaction: of the receipt that its result was passed on to.
    private var finalStatus: JSONValue {
        var current = outcome
        while case .successReceiptId(let id) = current.status {
            guard let next = receiptOutcomes.first(where: { $0.id == id }) else { return "Started" }
            current = next
        }
        return current.status.view
    }

    /// The status as nearcore writes it (`FinalExecutionOutcomeView`).
    func view(withReceipts: Bool) -> JSONValue {
        var members: JSONValue.Members = [
            "final_execution_status": .string(progress.rawValue), "status": finalStatus,
            "transaction": transaction.view, "transaction_outcome": view(of: outcome, isTransaction: true),
            "receipts_outcome": .array(receiptOutcomes.map { view(of: $0, isTransaction: false) }),
        ]
        if withReceipts { members["receipts"] = .array(receipts.map(\.view)) }
        return .object(members)
    }

    private func view(of outcome: OutcomeRecord, isTransaction: Bool) -> JSONValue {
        outcome.view(isTransaction: isTransaction, proof: chain.proof(of: outcome))
    }
}
