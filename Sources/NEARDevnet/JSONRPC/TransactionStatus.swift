// SPDX-License-Identifier: MIT

import NEARPrimitives

/// How far a transaction has come, as a request wants it or as it is (nearcore: `TxExecutionStatus`).
enum TransactionProgress: String, Sendable, Hashable, CaseIterable, Comparable {
    case none = "NONE"
    case included = "INCLUDED"
    case executedOptimistic = "EXECUTED_OPTIMISTIC"
    case includedFinal = "INCLUDED_FINAL"
    case executed = "EXECUTED"
    case final = "FINAL"

    static func < (left: TransactionProgress, right: TransactionProgress) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .none: 0
        case .included: 1
        case .executedOptimistic: 2
        case .includedFinal: 3
        case .executed: 4
        case .final: 5
        }
    }
}

/// A transaction that is in a block, and everything that has come of it so far.
struct TransactionStatus: Sendable {
    let transaction: PendingTransaction
    let outcome: ExecutionOutcome
    /// The outcomes of all receipts, each before those it has made.
    let receiptOutcomes: [ExecutionOutcome]
    /// The receipts that it has become, beginning with the transaction's own.
    let receipts: [Receipt]
    /// Blocks are final at once, so only what is still to be executed counts.
    let progress: TransactionProgress

    /// Looks a transaction up, or `nil` where no block has it.
    init?(_ hash: CryptoHash, in chain: Chain) {
        guard let transaction = chain.transaction(hash), let outcome = chain.outcome(hash) else { return nil }
        self.transaction = transaction
        self.outcome = outcome
        var outcomes: [ExecutionOutcome] = []
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
        var members: [String: JSONValue] = [
            "final_execution_status": .string(progress.rawValue), "status": finalStatus,
            "transaction": transaction.view, "transaction_outcome": outcome.view(isTransaction: true),
            "receipts_outcome": .array(receiptOutcomes.map { $0.view(isTransaction: false) }),
        ]
        if withReceipts { members["receipts"] = .array(receipts.map(\.view)) }
        return .object(members)
    }
}
