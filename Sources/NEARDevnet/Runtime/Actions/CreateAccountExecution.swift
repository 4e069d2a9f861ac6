// SPDX-License-Identifier: MIT

import NEARPrimitives

extension ReceiptRun {
    /// `CreateAccount`: a sub-account by its parent, a top-level account by anyone if its name is long enough.
    mutating func createAccount() throws {
        if accountId.isTopLevelName {
            let isLong = UInt64(accountId.text.utf8.count) >= parameters.minAllowedTopLevelAccountLength
            guard isLong || receipt.predecessorId == parameters.registrarAccountId else {
                throw ActionExecutionError(
                    .createAccountOnlyByRegistrar(
                        accountId: accountId, registrarAccountId: parameters.registrarAccountId,
                        predecessorId: receipt.predecessorId))
            }
        } else if !accountId.isSubAccount(of: receipt.predecessorId) {
            throw ActionExecutionError(
                .createAccountNotAllowed(accountId: accountId, predecessorId: receipt.predecessorId))
        }
        actorId = accountId
        account = AccountRecord(storageUsage: parameters.bytesPerAccount)
    }
}
