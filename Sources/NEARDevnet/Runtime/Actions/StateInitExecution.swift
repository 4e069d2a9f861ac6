// SPDX-License-Identifier: MIT

import NEARPrimitives

extension ReceiptRun {
    /// `DeterministicStateInit` (NEP-616): gives an account, whose id is derived from it, its code and first state.
    ///
    /// Doing it again changes nothing. Of the deposit, the account keeps what its storage needs; the rest goes back.
    mutating func initializeState(_ action: DeterministicStateInitAction) throws {
        // The actor stays who he was: creating the account this way gives no right to it.
        var record = account ?? AccountRecord(storageUsage: parameters.bytesPerAccount)
        if record.contract == .none {
            try useGlobalContract(action.stateInit.code, &record)
            for entry in action.stateInit.data {
                update.setValue(accountId, key: entry.key, entry.value)
                let bytes = UInt64(entry.key.count + entry.value.count) + parameters.extraBytesPerRecord
                record.storageUsage = try record.storageUsage.adding(bytes)
            }
        }
        let deposit = action.deposit.yoctoNEAR
        let lacking = try parameters.lackingStorageStake(of: record, balance: record.amount) ?? 0
        let kept = min(lacking, deposit)
        record.amount = try record.amount.adding(kept)
        if deposit > kept {
            newReceipts.append(
                .balanceRefund(to: receipt.action.refundTo ?? receipt.predecessorId, amount: deposit - kept))
        }
        account = record
    }
}
