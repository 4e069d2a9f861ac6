// SPDX-License-Identifier: MIT

import NEARPrimitives

/// One action receipt while its actions are being executed.
///
/// Holds what the actions change together. The actions themselves are in `Actions/`, one file each.
struct ReceiptRun {
    let parameters: ProtocolParameters
    let block: BlockContext
    let contracts: any ContractEngine
    let receipt: Receipt
    /// The results that the receipt has waited for; `nil` for one that failed.
    let promiseResults: [[UInt8]?]

    /// The state as it would be if the receipt succeeded now, but for the receiver's own record.
    var update: StateUpdate
    /// The receiver's record, or `nil` while there is no such account.
    var account: AccountRecord?
    /// On whose behalf the next action is done: the predecessor, or the account itself once it was created.
    var actorId: AccountId

    /// Gas burnt so far.
    ///
    /// A failed receipt keeps it.
    var gasBurnt: UInt64
    /// Gas used so far: burnt, or passed on to new receipts.
    var gasUsed: UInt64
    /// The part of `gasBurnt` that a contract burnt by running.
    var gasBurntByContract: UInt64 = 0
    /// YoctoNEAR burnt besides gas.
    var tokensBurnt: UInt128 = 0
    /// The value that the last action returned.
    var returned = ContractReturn.nothing
    /// The gas of contracts by purpose.
    var gasProfile = GasProfile()
    /// The yielded promises to be resumed if this receipt succeeds.
    var resumed: [DataReceiptContent] = []
    /// The place of the action that is executed.
    private(set) var actionIndex = 0
    /// The lines that contracts logged.
    ///
    /// A failed receipt keeps it.
    var logs: [String] = []
    /// The receipts to be made if this one succeeds.
    var newReceipts: [NewReceipt] = []
    /// Stakes to be changed if this receipt succeeds.
    var stakeProposals: [StakeProposal] = []

    /// The receiver of the receipt, which its actions are executed at.
    var accountId: AccountId { receipt.receiverId }

    /// True if what the action returns is what the receipt returns.
    var isLastAction: Bool { actionIndex == receipt.action.actions.count - 1 }

    init(
        _ receipt: Receipt, promiseResults: [[UInt8]?], state: LedgerState, block: BlockContext,
        parameters: ProtocolParameters,
        contracts: any ContractEngine
    ) {
        self.receipt = receipt
        self.promiseResults = promiseResults
        self.block = block
        self.parameters = parameters
        self.contracts = contracts
        update = StateUpdate(state)
        account = state.account(receipt.receiverId)
        actorId = receipt.predecessorId
        gasBurnt = parameters.fees.actionReceipt.execution
        gasUsed = parameters.fees.actionReceipt.execution
    }

    /// Burns gas for something that was done here.
    mutating func burn(gas: UInt64) throws(ArithmeticOverflowError) {
        gasBurnt = try gasBurnt.adding(gas)
        gasUsed = try gasUsed.adding(gas)
    }

    /// Executes one action.
    ///
    /// - Throws: `ActionExecutionError` where the action can't be done, `ArithmeticOverflowError` where the ledger is
    ///   broken.
    mutating func execute(_ action: Action, at index: Int) throws {
        actionIndex = index
        returned = .nothing
        try burn(gas: parameters.executionFee(of: action, at: accountId))
        try checkExistence(for: action, isOnlyAction: receipt.action.actions.count == 1)
        try checkPermission(for: action)
        let known = newReceipts.count
        try perform(action)
        try checkReceipts(newReceipts[known...])
    }

    private mutating func perform(_ action: Action) throws {
        switch action {
        case .createAccount: try createAccount()
        case .deployContract(let action): try deployContract(action)
        case .functionCall(let action): try callFunction(action)
        case .transfer(let action): try transfer(action)
        case .stake(let action): try stake(action)
        case .addKey(let action): try addKey(action)
        case .deleteKey(let action): try deleteKey(action)
        case .deleteAccount(let action): try deleteAccount(action)
        case .delegate(let action): try delegate(action)
        case .deployGlobalContract(let action): try deployGlobalContract(action)
        case .useGlobalContract(let action): try useGlobalContract(action)
        case .deterministicStateInit(let action): try initializeState(action)
        case .transferToGasKey(let action): try transferToGasKey(action)
        case .withdrawFromGasKey(let action): try withdrawFromGasKey(action)
        case .delegateV2: throw ActionExecutionError(.unsupportedAction("DelegateV2", parameters))
        }
    }

    /// The receiver's record, which the existence check made sure of.
    func existingAccount() throws -> AccountRecord {
        guard let account else { throw ActionExecutionError(.accountDoesNotExist(accountId: accountId)) }
        return account
    }
}
