// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Runs contract code for the runtime. Called off the main thread, one call at a time.
///
/// The seam behind which a WebAssembly engine goes; the ledger itself knows of none.
protocol ContractEngine: Sendable {
    /// Runs one method of a contract.
    ///
    /// - Returns: The call's effects, or the error that nearcore would report, with the gas burnt until then.
    func run(_ call: ContractCall, in update: StateUpdate) -> ContractOutcome
}

/// One call of a contract's method.
struct ContractCall: Sendable {
    let code: ContractCode
    let accountId: AccountId
    let predecessorId: AccountId
    let signerId: AccountId
    let signerPublicKey: PublicKey
    let action: FunctionCallAction
    /// The receiver's record, the deposit included.
    let account: AccountRecord
    let block: BlockContext
}

/// What came of a call.
struct ContractOutcome: Sendable {
    /// The state after the call and the value returned, or why it failed.
    let result: Result<Success, FunctionCallError>
    let gasBurnt: UInt64
    let gasUsed: UInt64
    let logs: [String]

    /// What a call that succeeds leaves behind.
    struct Success: Sendable {
        let update: StateUpdate
        let account: AccountRecord
        let returnValue: [UInt8]
        let newReceipts: [NewReceipt]
    }
}

/// Refuses to run anything: this devnet has no WebAssembly engine.
struct NoContractEngine: ContractEngine {
    /// What a call is answered with.
    static let reason = "This devnet stores contract code but doesn't execute it."

    func run(_ call: ContractCall, in update: StateUpdate) -> ContractOutcome {
        let error = FunctionCallError.compilationError(
            .wasmerCompileError(message: Self.reason))
        return ContractOutcome(result: .failure(error), gasBurnt: 0, gasUsed: 0, logs: [])
    }
}
