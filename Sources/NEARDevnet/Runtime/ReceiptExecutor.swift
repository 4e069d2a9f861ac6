// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Executes receipts against a state (nearcore: `Runtime::apply_action_receipt`).
struct ReceiptExecutor: Sendable {
    let parameters: ProtocolParameters
    let contracts: any ContractEngine

    /// What executing one receipt leads to.
    struct Execution: Sendable {
        /// The state afterwards: unchanged, but for gas rewards, where the receipt failed.
        let state: LedgerState
        let changes: [StateChange]
        let outcome: OutcomeRecord
        /// The receipts that it made, refunds included.
        let newReceipts: [Receipt]
        let stakeProposals: [StakeProposal]
        /// YoctoNEAR that are gone for good.
        let burnt: UInt128
    }

    /// Executes one receipt.
    ///
    /// - Throws: `ArithmeticOverflow` where a sum doesn't fit, which a state with a sane supply never leads to.
    func execute(_ receipt: Receipt, in state: LedgerState, block: BlockContext) throws -> Execution {
        var run = ReceiptRun(receipt, state: state, block: block, parameters: parameters, contracts: contracts)
        let failure = try perform(&run)
        let refunds = try refunds(of: run, failed: failure != nil)
        let newReceipts = ((failure == nil ? run.newReceipts : []) + refunds).enumerated().map { index, receipt in
            receipt.with(
                id: HashDerivation.receiptId(madeBy: run.receipt.receiptId, height: block.height, index: index))
        }
        let gasBurnt = receipt.isRefund ? 0 : run.gasBurnt
        var burnt = try UInt128(gasBurnt).multiplying(by: parameters.gasPrice)
        let tokensBurnt = burnt
        if failure == nil {
            burnt = try burnt.adding(run.tokensBurnt)
        } else if receipt.isRefund {
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
            status: failure.map { .failure($0) } ?? .successValue(run.returnValue), logs: run.logs,
            receiptIds: newReceipts.map(\.receiptId), gasBurnt: run.gasBurnt, tokensBurnt: tokensBurnt)
        return Execution(
            state: reward.state, changes: changes, outcome: outcome, newReceipts: newReceipts,
            stakeProposals: failure == nil ? run.stakeProposals : [], burnt: burnt)
    }

    /// Executes the actions until one fails.
    private func perform(_ run: inout ReceiptRun) throws -> ActionError? {
        let actions = run.receipt.action.actions
        for (index, action) in actions.enumerated() {
            do {
                try run.execute(action, isOnlyAction: actions.count == 1)
            } catch let failure as ActionFailure {
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
    private func refunds(of run: ReceiptRun, failed: Bool) throws(ArithmeticOverflow) -> [NewReceipt] {
        guard !run.receipt.isRefund else { return [] }
        let action = run.receipt.action
        var refunds: [NewReceipt] = []
        if failed {
            let deposit = try TransactionCost.deposit(of: action.actions)
            if deposit > 0 { refunds.append(.balanceRefund(to: run.receipt.predecessorId, amount: deposit)) }
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
    private func payReward(of run: ReceiptRun, in update: inout StateUpdate) throws(ArithmeticOverflow) -> UInt128 {
        let gas = run.gasBurntByContract / 10 * parameters.burntGasRewardTenths
        guard gas > 0, var account = update.state.account(run.accountId) else { return 0 }
        let reward = try UInt128(gas).multiplying(by: parameters.gasPrice)
        account.amount = try account.amount.adding(reward)
        update.setAccount(run.accountId, account)
        return reward
    }
}
