// SPDX-License-Identifier: MIT

internal import NEARPrimitives

extension TransactionRequest {
    /// The request itself, followed by those in its delegate actions.
    var whole: [TransactionRequest] { [self] + actions.compactMap(\.delegated).flatMap(\.request.whole) }
}

extension Action {
    /// The NEAR that leaves the signer with this action, fees and what is inside a delegate action not counted.
    var spentDeposit: NEARToken {
        switch self {
        case .transfer(let transfer): transfer.deposit
        case .functionCall(let call): call.deposit
        case .stake(let stake): stake.stake
        case .transferToGasKey(let transfer): transfer.deposit
        case .deterministicStateInit(let initialisation): initialisation.deposit
        default: NEARToken(yoctoNEAR: 0)
        }
    }

    /// The gas that a call attaches; `nil` for other actions.
    var gasLimit: Gas? {
        if case .functionCall(let call) = self { call.gas } else { nil }
    }

    /// The actions that another account has signed, which a transaction with this action carries out.
    var delegated: (sender: AccountId, request: TransactionRequest)? {
        switch self {
        case .delegate(let signed):
            let inner = signed.delegateAction
            return (inner.senderId, TransactionRequest(receiverId: inner.receiverId, actions: inner.actions))
        case .delegateV2(let signed):
            switch signed.delegateAction {
            case .v2(let inner):
                return (inner.senderId, TransactionRequest(receiverId: inner.receiverId, actions: inner.actions))
            }
        default: return nil
        }
    }

    /// The permission of a function-call key that the action adds.
    var addedPermission: FunctionCallPermission? {
        guard case .addKey(let addKey) = self, case .functionCall(let permission) = addKey.accessKey.permission else {
            return nil
        }
        return permission
    }

    /// True if the action adds a key that may burn all NEAR of the account as gas.
    var addsUnlimitedKey: Bool { addedPermission.map { $0.allowance == nil } ?? false }

    /// True if the action can take the account away from its owner.
    ///
    /// Such actions add a key with full access, remove a key, replace code or delete the account.
    var isDangerous: Bool {
        switch self {
        case .addKey: addedPermission == nil
        case .createAccount, .functionCall, .transfer: false
        default: true
        }
    }
}
