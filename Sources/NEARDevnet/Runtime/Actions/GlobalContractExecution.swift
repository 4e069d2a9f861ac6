// SPDX-License-Identifier: MIT

import NEARPrimitives

extension ReceiptRun {
    /// `DeployGlobalContract` (NEP-591): stores code for everyone and burns the price of its storage.
    ///
    /// nearcore distributes the code to all shards with receipts of its own; with one shard it is there at once.
    mutating func deployGlobalContract(_ action: DeployGlobalContractAction) throws {
        var record = try existingAccount()
        let cost = try parameters.globalContractStorageAmountPerByte.multiplying(by: UInt128(action.code.count))
        guard record.amount >= cost else {
            throw ActionExecutionError(.lackBalanceForState(accountId: accountId, amount: NEARToken(yoctoNEAR: cost)))
        }
        record.amount -= cost
        tokensBurnt = try tokensBurnt.adding(cost)
        account = record
        let code = ContractCode(action.code)
        switch action.deployMode {
        case .codeHash: update.setGlobalContract(by: accountId, .codeHash(code.hash), code)
        case .accountId: update.setGlobalContract(by: accountId, .accountId(accountId), code)
        }
    }

    /// `UseGlobalContract` (NEP-591): the account runs code that someone has deployed for everyone.
    mutating func useGlobalContract(_ action: UseGlobalContractAction) throws {
        var record = try existingAccount()
        try useGlobalContract(action.contractIdentifier, &record)
        account = record
    }

    mutating func useGlobalContract(
        _ identifier: GlobalContractIdentifier, _ record: inout AccountRecord
    ) throws {
        guard update.state.globalContract(identifier) != nil else {
            throw ActionExecutionError(.globalContractDoesNotExist(identifier))
        }
        record.storageUsage = record.storageUsage.saturatingSubtracting(contractStorageUsage(of: record))
        if case .local = record.contract { update.removeCode(accountId) }
        switch identifier {
        case .codeHash(let hash): record.contract = .global(hash)
        case .accountId(let id): record.contract = .globalByAccount(id)
        }
        record.storageUsage = try record.storageUsage.adding(record.contract.identifierStorageUsage)
    }
}
