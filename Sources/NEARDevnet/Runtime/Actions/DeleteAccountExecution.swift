// SPDX-License-Identifier: MIT

import NEARPrimitives

extension ReceiptRun {
    /// `DeleteAccount`: removes the account and everything it stores; what it owns goes to the beneficiary.
    ///
    /// The payout is a refund receipt: where the beneficiary doesn't exist, the tokens are burnt.
    mutating func deleteAccount(_ action: DeleteAccountAction) throws {
        let record = try existingAccount()
        let codeSize = UInt64(update.state.code(accountId)?.bytes.count ?? 0)
        guard record.storageUsage.saturatingSubtracting(codeSize) <= parameters.limits.maxAccountDeletionStorageUsage
        else {
            throw ActionExecutionError(.deleteAccountWithLargeState(accountId: accountId))
        }
        try burn(gasKeyBalance: update.state.gasKeyBalance(of: accountId), of: nil)
        if record.amount > 0 {
            newReceipts.append(.balanceRefund(to: action.beneficiaryId, amount: record.amount))
        }
        update.removeAccount(accountId)
        actorId = receipt.predecessorId
        account = nil
    }
}
