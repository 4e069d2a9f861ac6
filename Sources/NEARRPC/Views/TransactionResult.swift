// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// A node's knowledge of a transaction (nearcore's `RpcTransactionResponse`).
public struct TransactionResult: Sendable, Hashable {
    /// The transaction's progress when the node answered.
    public let finalExecutionStatus: TxExecutionStatus
    /// The transaction's outcome.
    ///
    /// `nil` while nothing has run: after `NONE`, usually after `INCLUDED`.
    public let outcome: FinalExecutionOutcome?
    /// The answer as it came.
    public let json: JSONValue
}

extension TransactionResult: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        self.json = json
        if fields.json("transaction_outcome") == nil {
            outcome = nil
            finalExecutionStatus = try fields.value("final_execution_status")
        } else {
            let outcome = try FinalExecutionOutcome(json: json)
            self.outcome = outcome
            // Nodes from before `wait_until` (2024) leave the stage out; they answered once everything had run.
            finalExecutionStatus = outcome.finalExecutionStatus ?? .executedOptimistic
        }
    }
}
