// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Executes receipts against a state (nearcore: `Runtime::apply_action_receipt`).
struct ReceiptExecutor: Sendable {
    let parameters: ProtocolParameters
    let contracts: any ContractEngine

    /// The effects of executing one receipt.
    struct Execution: Sendable {
        /// The state afterwards: unchanged, but for gas rewards, where the receipt failed.
        let state: LedgerState
        let changes: [StateChange]
        let outcome: OutcomeRecord
        /// The receipts that it made, refunds included.
        let newReceipts: [Receipt]
        /// The results that it sends to receipts that wait for them.
        let newData: [DataReceipt]
        let stakeProposals: [StakeProposal]
        /// YoctoNEAR that are gone for good.
        let burnt: UInt128
    }

    /// Executes one receipt, with the results that it has waited for.
    ///
    /// - Throws: `ArithmeticOverflowError` where a sum doesn't fit, which a state with a sane supply never leads to.
    func execute(
        _ receipt: Receipt, promiseResults: [[UInt8]?] = [], in state: LedgerState, block: BlockContext
    ) throws -> Execution {
        var run = ReceiptRun(
            receipt, promiseResults: promiseResults, state: state, block: block, parameters: parameters,
            contracts: contracts)
        let failure = try perform(&run)
        let refunds = try refunds(of: run, failed: failure != nil)
        let data = output(of: &run, failed: failure != nil)
        let drafts = (failure == nil ? run.newReceipts : []) + refunds
        let id = { HashDerivation.receiptId(madeBy: receipt.receiptId, height: block.height, index: $0) }
        let newReceipts = drafts.enumerated().map { $1.with(id: id($0)) }
        let newData = data.enumerated().map { index, draft in
            DataReceipt(
                predecessorId: receipt.receiverId, receiverId: draft.receiver, receiptId: id(drafts.count + index),
                content: draft.content)
        }
        let gasBurnt = receipt.isRefund ? 0 : run.gasBurnt
        var burnt = try UInt128(gasBurnt).multiplying(by: parameters.gasPrice)
        // The outcome has what global contracts cost since protocol version 83.
        if failure == nil { burnt = try burnt.adding(run.tokensBurnt) }
        let tokensBurnt = burnt
        if failure != nil, receipt.isRefund {
            // Nobody is there to take the refund.
            burnt = try burnt.adding(TransactionCost.deposit(of: receipt.action.actions))
        }

        let committed = failure == nil ? run.update : StateUpdate(state)
        var changes = committed.changes.map {
            StateChange(cause: .receiptProcessing(receiptHash: receipt.receiptId), value: $0)
        }
        var reward = StateUpdate(committed.state)
        burnt -= try payReward(of: run, in: &reward)
        changes += reward.changes.map {
            StateChange(cause: .actionReceiptGasReward(receiptHash: receipt.receiptId), value: $0)
        }

        let outcome = OutcomeRecord(
            id: receipt.receiptId, blockHash: block.hash, executorId: receipt.receiverId,
            status: failure.map { .failure($0) } ?? status(run.returned, newReceipts), logs: run.logs,
            receiptIds: newReceipts.map(\.receiptId), dataReceiptIds: newData.map(\.receiptId), gasBurnt: run.gasBurnt,
            tokensBurnt: tokensBurnt,
            gasProfile: run.gasProfile)
        return Execution(
            state: reward.state, changes: changes, outcome: outcome, newReceipts: newReceipts, newData: newData,
            stakeProposals: failure == nil ? run.stakeProposals : [], burnt: burnt)
    }

    private func status(_ returned: ContractReturn, _ receipts: [Receipt]) -> OutcomeRecord.Status {
        switch returned {
        case .nothing: .successValue([])
        case .value(let value): .successValue(value)
        case .receipt(let index): .successReceiptId(receipts[index].receiptId)
        }
    }

    /// Returns the data for those who wait for the result.
    ///
    /// Where that is the result of a new receipt, they wait for it instead.
    private func output(
        of run: inout ReceiptRun, failed: Bool
    ) -> [(receiver: AccountId, content: DataReceiptContent)] {
        let receivers = run.receipt.action.outputDataReceivers
        guard !failed else {
            return receivers.map { ($0.receiverId, DataReceiptContent(dataId: $0.dataId, data: nil)) }
        }
        let resumed = run.resumed.map { (run.accountId, $0) }
        switch run.returned {
        case .receipt(let index):
            run.newReceipts[index].action.outputDataReceivers.append(contentsOf: receivers)
            return resumed
        case .value(let value):
            return resumed + receivers.map { ($0.receiverId, DataReceiptContent(dataId: $0.dataId, data: value)) }
        case .nothing:
            return resumed + receivers.map { ($0.receiverId, DataReceiptContent(dataId: $0.dataId, data: [])) }
        }
    }

    /// Executes the actions until one fails.
    private func perform(_ run: inout ReceiptRun) throws -> ActionError? {
        let actions = run.receipt.action.actions
        for (index, action) in actions.enumerated() {
            do {
                try run.execute(action, at: index)
            } catch let failure as ActionExecutionError {
                return ActionError(index: UInt64(index), kind: failure.kind)
            }
        }
        guard let account = run.account else { return nil }
        if let lacking = try parameters.lackingStorageStake(of: account, balance: account.amount) {
            let kind = ActionErrorKind.lackBalanceForState(
                accountId: run.accountId, amount: NEARToken(yoctoNEAR: lacking))
            return ActionError(index: nil, kind: kind)
        }
        run.update.setAccount(run.accountId, account)
        return nil
    }

    /// Gives back the deposit of a failed receipt to its predecessor, and unused gas to the signer.
    private func refunds(of run: ReceiptRun, failed: Bool) throws(ArithmeticOverflowError) -> [NewReceipt] {
        guard !run.receipt.isRefund else { return [] }
        let action = run.receipt.action
        var refunds: [NewReceipt] = []
        if failed {
            let deposit = try TransactionCost.deposit(of: action.actions)
            if deposit > 0 {
                refunds.append(.balanceRefund(to: action.refundTo ?? run.receipt.predecessorId, amount: deposit))
            }
        }
        let prepaid = try TransactionCost.prepaidGas(of: action.actions)
            .adding(parameters.prepaidSendFees(of: action.actions))
            .adding(parameters.prepaidExecutionFees(of: action.actions, at: run.accountId))
            .adding(parameters.fees.actionReceipt.execution)
        let unused = try prepaid.subtracting(failed ? run.gasBurnt : run.gasUsed)
        let amount = try UInt128(unused).multiplying(by: action.gasPrice)
        if amount > 0 {
            refunds.append(.gasRefund(to: action.signerId, amount: amount, publicKey: action.signerPublicKey))
        }
        return refunds
    }

    /// Pays the contract's account its share of the gas that the contract burnt.
    private func payReward(of run: ReceiptRun, in update: inout StateUpdate) throws(ArithmeticOverflowError) -> UInt128
    {
        let gas = run.gasBurntByContract / 10 * parameters.burntGasRewardTenths
        guard gas > 0, var account = update.state.account(run.accountId) else { return 0 }
        let reward = try UInt128(gas).multiplying(by: parameters.gasPrice)
        account.amount = try account.amount.adding(reward)
        update.setAccount(run.accountId, account)
        return reward
    }
}
