// SPDX-License-Identifier: MIT

import NEARPrimitives

extension ReceiptRun {
    /// Returns whether the receiver must, may or must not exist for the action (nearcore: `check_account_existence`).
    func checkExistence(for action: Action, isOnlyAction: Bool) throws {
        switch action {
        case .createAccount:
            if account != nil { throw ActionExecutionError(.accountAlreadyExists(accountId: accountId)) }
            if accountId.isCreatedByTransfer {
                throw ActionExecutionError(.onlyImplicitAccountCreationAllowed(accountId: accountId))
            }
        case .transfer:
            // Only a lone transfer creates an implicit account: in company, other actions could add keys to it.
            // Refunds are free, so they create none.
            guard account == nil else { return }
            guard isOnlyAction, !receipt.isRefund, accountId.isCreatedByTransfer else {
                throw ActionExecutionError(.accountDoesNotExist(accountId: accountId))
            }
        case .deterministicStateInit:
            return
        case .deployContract, .functionCall, .stake, .addKey, .deleteKey, .deleteAccount, .delegate,
            .deployGlobalContract, .useGlobalContract, .transferToGasKey, .withdrawFromGasKey, .delegateV2:
            if account == nil { throw ActionExecutionError(.accountDoesNotExist(accountId: accountId)) }
        }
    }

    /// Returns whether the actor may do the action to the receiver (nearcore: `check_actor_permissions`).
    func checkPermission(for action: Action) throws {
        switch action {
        case .createAccount, .functionCall, .transfer, .delegate, .delegateV2, .deterministicStateInit,
            .transferToGasKey:
            return
        case .deployContract, .stake, .addKey, .deleteKey, .deployGlobalContract, .useGlobalContract,
            .withdrawFromGasKey:
            try checkActorIsAccount()
        case .deleteAccount:
            try checkActorIsAccount()
            if try existingAccount().locked > 0 {
                throw ActionExecutionError(.deleteAccountStaking(accountId: accountId))
            }
        }
    }

    /// Returns whether receipts that an action made are valid (nearcore: `validate_receipt`).
    func checkReceipts(_ receipts: some Sequence<NewReceipt>) throws {
        for receipt in receipts {
            do throws(ReceiptValidationError) {
                try receipt.validate(parameters)
            } catch {
                throw ActionExecutionError(.newReceiptValidationError(error))
            }
        }
    }

    private func checkActorIsAccount() throws {
        guard actorId == accountId else {
            throw ActionExecutionError(.actorNoPermission(accountId: accountId, actorId: actorId))
        }
    }
}
