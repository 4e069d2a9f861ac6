// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Runs contract code for the runtime.
///
/// The seam behind which the WebAssembly engine is; the ledger itself knows of none.
protocol ContractEngine: Sendable {
    /// Runs one method of a contract for a receipt.
    ///
    /// Called off the main thread, one call at a time; waits until it is over, which gas sees to.
    ///
    /// - Returns: The call's effects, or the error that nearcore would report, with the gas burnt until then.
    func run(_ call: ContractCall, in update: StateUpdate) -> ContractOutcome

    /// Runs one method of a contract for a query, beside whatever else runs.
    func view(_ call: ContractCall, in update: StateUpdate) async -> ContractOutcome
}

/// One call of a contract's method.
struct ContractCall: Sendable {
    let code: ContractCode
    let accountId: AccountId
    let predecessorId: AccountId
    let signerId: AccountId
    let signerPublicKey: PublicKey
    /// The account that gets deposits back.
    let refundTo: AccountId
    /// YoctoNEAR that a unit of the receipt's gas was bought for.
    let gasPrice: UInt128
    let action: FunctionCallAction
    /// The id of the action, which random numbers and data ids come from.
    let actionHash: CryptoHash
    /// The receiver's record, the deposit included.
    let account: AccountRecord
    let block: BlockContext
    /// The results that the receipt has waited for; `nil` for one that failed.
    let promiseResults: [[UInt8]?]
    /// The accounts that wait for what the call returns.
    let outputDataReceivers: [AccountId]
    /// True if the call may change nothing.
    let isView: Bool
    /// The one validator and its stake.
    let validator: Validator

    /// The seed that the contract gets for random numbers.
    var randomSeed: CryptoHash { HashDerivation.combine([actionHash, block.randomValue]) }
}

/// The validator of the blocks, and its stake.
struct Validator: Sendable {
    let id: AccountId
    /// YoctoNEAR that it has staked.
    let stake: UInt128
}

extension LedgerState {
    /// The validator with its stake of now.
    func validator(_ id: AccountId) -> Validator { Validator(id: id, stake: account(id)?.locked ?? 0) }
}

/// The outcome of a call.
struct ContractOutcome: Sendable {
    /// The state after the call and the value returned, or why it failed.
    let result: Result<Success, ContractError>
    let gasBurnt: UInt64
    let gasUsed: UInt64
    let logs: [String]
    var gasProfile = GasProfile()

    /// The effects of a call that succeeds.
    struct Success: Sendable {
        let update: StateUpdate
        let account: AccountRecord
        let returned: ContractReturn
        let newReceipts: [NewReceipt]
        /// The yielded promises that the call resumes.
        let resumed: [DataReceiptContent]
    }
}
