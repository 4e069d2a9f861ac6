// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The outcome of executing a transaction or a receipt (nearcore: `ExecutionOutcomeWithId`).
///
/// A class, so that the chain's index of outcomes holds references: an outcome never changes.
final class OutcomeRecord: Sendable {
    /// The hash of the transaction, or the id of the receipt.
    let id: CryptoHash
    /// The block it was executed in.
    let blockHash: CryptoHash
    /// The account it was executed at: a transaction's signer, a receipt's receiver.
    let executorId: AccountId
    /// The end of the execution.
    let status: Status
    /// The lines that the contract logged.
    let logs: [String]
    /// The receipts that came of it.
    let receiptIds: [CryptoHash]
    /// The results that came of it, which nearcore's outcomes don't name.
    let dataReceiptIds: [CryptoHash]
    /// Gas burnt.
    let gasBurnt: UInt64
    /// YoctoNEAR burnt for the gas.
    let tokensBurnt: UInt128
    /// The gas of a contract by purpose.
    let gasProfile: GasProfile

    init(
        id: CryptoHash, blockHash: CryptoHash, executorId: AccountId, status: Status, logs: [String] = [],
        receiptIds: [CryptoHash], dataReceiptIds: [CryptoHash] = [], gasBurnt: UInt64, tokensBurnt: UInt128,
        gasProfile: GasProfile = GasProfile()
    ) {
        self.gasProfile = gasProfile
        self.id = id
        self.blockHash = blockHash
        self.executorId = executorId
        self.status = status
        self.logs = logs
        self.receiptIds = receiptIds
        self.dataReceiptIds = dataReceiptIds
        self.gasBurnt = gasBurnt
        self.tokensBurnt = tokensBurnt
    }

    /// The end of an execution (nearcore: `ExecutionStatus`).
    enum Status: Sendable {
        case successValue([UInt8])
        case successReceiptId(CryptoHash)
        case failure(ActionError)
    }
}
