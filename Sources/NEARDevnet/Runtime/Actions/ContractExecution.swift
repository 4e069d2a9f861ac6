// SPDX-License-Identifier: MIT

import NEARPrimitives

extension ReceiptRun {
    /// `DeployContract`: stores the code, valid or not.
    ///
    /// Like nearcore, a bad module fails when it is called.
    mutating func deployContract(_ action: DeployContractAction) throws {
        var record = try existingAccount()
        record.storageUsage = record.storageUsage.saturatingSubtracting(contractStorageUsage(of: record))
        record.storageUsage = try record.storageUsage.adding(UInt64(action.code.count))
        let code = ContractCode(action.code)
        record.contract = .local(code.hash)
        account = record
        update.setCode(accountId, code)
    }

    /// Bytes that the account's present code counts for.
    func contractStorageUsage(of record: AccountRecord) -> UInt64 {
        switch record.contract {
        case .none: 0
        case .local: UInt64(update.state.code(accountId)?.bytes.count ?? 0)
        case .global, .globalByAccount: record.contract.identifierStorageUsage
        }
    }

    /// `FunctionCall`: adds the deposit and runs the method.
    mutating func callFunction(_ action: FunctionCallAction) throws {
        var record = try existingAccount()
        record.amount = try record.amount.adding(action.deposit.yoctoNEAR)
        guard let code = update.state.runnableCode(of: record, accountId) else {
            throw ActionExecutionError(
                .functionCallError(.compilationError(.codeDoesNotExist(accountId: accountId))))
        }
        let call = ContractCall(
            code: code, accountId: accountId, predecessorId: receipt.predecessorId,
            signerId: receipt.action.signerId, signerPublicKey: receipt.action.signerPublicKey,
            refundTo: receipt.action.refundTo ?? receipt.predecessorId, gasPrice: receipt.action.gasPrice,
            action: action,
            actionHash: HashDerivation.actionHash(of: receipt.receiptId, height: block.height, index: actionIndex),
            account: record, block: block, promiseResults: promiseResults,
            outputDataReceivers: isLastAction ? receipt.action.outputDataReceivers.map(\.receiverId) : [],
            isView: false, validator: update.state.validator(block.validatorId))
        let outcome = contracts.run(call, in: update)
        gasBurnt = try gasBurnt.adding(outcome.gasBurnt)
        gasUsed = try gasUsed.adding(outcome.gasUsed)
        gasBurntByContract = try gasBurntByContract.adding(outcome.gasBurnt)
        gasProfile.merge(outcome.gasProfile)
        logs.append(contentsOf: outcome.logs)
        switch outcome.result {
        case .success(let success):
            update = success.update
            account = success.account
            if case .receipt(let index) = success.returned {
                returned = .receipt(newReceipts.count + index)
            } else {
                returned = success.returned
            }
            newReceipts.append(contentsOf: success.newReceipts)
            resumed.append(contentsOf: success.resumed)
        case .failure(let error):
            throw ActionExecutionError(.functionCallError(error.functionCallError))
        }
    }
}
