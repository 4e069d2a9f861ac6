// SPDX-License-Identifier: MIT

/// A transaction and all that came of it (nearcore's `FinalExecutionOutcomeView` and
/// `FinalExecutionOutcomeWithReceiptView`).
public struct FinalExecutionOutcome: Sendable, Hashable {
    /// The end of the transaction as a whole.
    public let status: FinalExecutionStatus
    /// The transaction.
    public let transaction: SignedTransactionView
    /// The outcome of converting the transaction into its first receipt.
    ///
    /// Its gas is part of the whole.
    public let transactionOutcome: ExecutionOutcomeWithId
    /// The outcomes of the receipts, refunds included, in nearcore's order.
    public let receiptsOutcome: [ExecutionOutcomeWithId]
    /// The receipts themselves; only `EXPERIMENTAL_tx_status` sends them.
    public let receipts: [ReceiptView]
    /// The finality of the answer, where the node tells it.
    public let finalExecutionStatus: TxExecutionStatus?
    /// The whole answer as it came, with fields that this version doesn't know.
    public let json: JSONValue

    /// Reads an outcome as nodes answer it and wallets pass it on.
    ///
    /// - Throws: `ViewDecodingError`, which names the place. Unknown kinds of errors, actions and receipts don't throw;
    ///   they are preserved.
    public init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        status = try fields.value("status")
        transaction = try fields.value("transaction")
        transactionOutcome = try fields.value("transaction_outcome")
        receiptsOutcome = try fields.value("receipts_outcome")
        let receipts: [ReceiptView]? = try fields.value("receipts")
        self.receipts = receipts ?? []
        finalExecutionStatus = try fields.value("final_execution_status")
        self.json = json
    }
}

extension FinalExecutionOutcome: ViewDecodable {}

extension FinalExecutionOutcome {
    /// The transaction's hash.
    public var transactionHash: CryptoHash { transaction.hash }

    /// True if the transaction succeeded as a whole.
    ///
    /// Receipts beside the main line may have failed all the same; see `failedReceipts`.
    public var isSuccess: Bool {
        if case .successValue = status { true } else { false }
    }

    /// The reason why the transaction failed, if it did.
    public var failure: TxExecutionError? {
        if case .failure(let error) = status { error } else { nil }
    }

    /// The bytes that the transaction returned; `nil` when it hasn't succeeded.
    ///
    /// Empty when it returned nothing.
    public var successValue: [UInt8]? {
        if case .successValue(let bytes) = status { bytes } else { nil }
    }

    /// All outcomes, the transaction's own first.
    public var outcomes: [ExecutionOutcomeWithId] { [transactionOutcome] + receiptsOutcome }

    /// The log lines of all contracts, in the order of the receipts.
    public var logs: [String] { outcomes.flatMap(\.outcome.logs) }

    /// The receipts that failed, beside the main line included.
    public var failedReceipts: [ExecutionOutcomeWithId] {
        receiptsOutcome.filter { if case .failure = $0.outcome.status { true } else { false } }
    }

    /// The gas burnt by the transaction and all its receipts.
    ///
    /// A sum that doesn't fit, which no chain can produce, stays at the largest number.
    public var gasBurnt: Gas {
        Gas(
            gas: outcomes.reduce(0) { sum, next in
                let (result, overflow) = sum.addingReportingOverflow(next.outcome.gasBurnt.gas)
                return overflow ? .max : result
            })
    }

    /// The price of the gas of the transaction and all its receipts.
    ///
    /// A sum that doesn't fit stays at the largest number.
    public var tokensBurnt: NEARToken {
        NEARToken(
            yoctoNEAR: outcomes.reduce(0) { sum, next in
                let (result, overflow) = sum.addingReportingOverflow(next.outcome.tokensBurnt.yoctoNEAR)
                return overflow ? .max : result
            })
    }
}

extension FinalExecutionOutcome: Codable {
    /// Reads the JSON that a node or a wallet sends.
    public init(from decoder: any Decoder) throws {
        try self.init(json: JSONValue(from: decoder))
    }

    /// Writes the JSON as it came.
    public func encode(to encoder: any Encoder) throws {
        try json.encode(to: encoder)
    }
}
