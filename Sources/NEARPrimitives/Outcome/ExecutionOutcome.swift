// SPDX-License-Identifier: MIT

/// The effects of running one receipt, or of converting the transaction into a receipt.
///
/// nearcore calls it `ExecutionOutcomeView`.
public struct ExecutionOutcome: Sendable, Hashable {
    /// The account that it ran on.
    public let executorId: AccountId
    /// The end of the execution: a success, a failure or a further receipt.
    public let status: ExecutionStatus
    /// The contract's log lines, in order.
    ///
    /// Events (NEP-297) start with `EVENT_JSON:`.
    public let logs: [String]
    /// The receipts that it made, in order.
    public let receiptIds: [CryptoHash]
    /// The gas that was burnt.
    public let gasBurnt: Gas
    /// The price of the burnt gas.
    public let tokensBurnt: NEARToken
    /// The gas by purpose, where the node tells it.
    public let metadata: ExecutionMetadata?

    /// An outcome with all its parts.
    public init(
        executorId: AccountId, status: ExecutionStatus, logs: [String], receiptIds: [CryptoHash], gasBurnt: Gas,
        tokensBurnt: NEARToken, metadata: ExecutionMetadata? = nil
    ) {
        self.executorId = executorId
        self.status = status
        self.logs = logs
        self.receiptIds = receiptIds
        self.gasBurnt = gasBurnt
        self.tokensBurnt = tokensBurnt
        self.metadata = metadata
    }
}

extension ExecutionOutcome: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        self.init(
            executorId: try fields.value("executor_id"), status: try fields.value("status"),
            logs: try fields.value("logs"), receiptIds: try fields.value("receipt_ids"),
            gasBurnt: try fields.value("gas_burnt"), tokensBurnt: try fields.value("tokens_burnt"),
            metadata: try fields.value("metadata"))
    }
}

/// An outcome, what it is of and where it stands (nearcore's `ExecutionOutcomeWithIdView`).
public struct ExecutionOutcomeWithId: Sendable, Hashable {
    /// The receipt's id, or the transaction's hash.
    public let id: CryptoHash
    /// The block that it ran in.
    public let blockHash: CryptoHash
    /// The proof that the block has this outcome.
    public let proof: [MerklePathItem]
    /// The effects of the execution.
    public let outcome: ExecutionOutcome

    /// An outcome with all its parts.
    public init(id: CryptoHash, blockHash: CryptoHash, proof: [MerklePathItem] = [], outcome: ExecutionOutcome) {
        self.id = id
        self.blockHash = blockHash
        self.proof = proof
        self.outcome = outcome
    }
}

extension ExecutionOutcomeWithId: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        let proof: [MerklePathItem]? = try fields.value("proof")
        self.init(
            id: try fields.value("id"), blockHash: try fields.value("block_hash"), proof: proof ?? [],
            outcome: try fields.value("outcome"))
    }
}
