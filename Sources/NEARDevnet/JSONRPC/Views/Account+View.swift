// SPDX-License-Identifier: MIT

import NEARPrimitives

extension AccountRecord {
    /// The account as nearcore writes it (`AccountView`).
    var view: JSONValue.Members {
        var members: JSONValue.Members = [
            "amount": .yocto(amount), "locked": .yocto(locked), "code_hash": .hash(contract.localCodeHash),
            "storage_usage": .count(storageUsage), "storage_paid_at": 0,
        ]
        switch contract {
        case .none, .local: break
        case .global(let hash): members["global_contract_hash"] = .hash(hash)
        case .globalByAccount(let id): members["global_contract_account_id"] = .id(id)
        }
        return members
    }
}

extension AccessKey {
    /// The access key as nearcore writes it (`AccessKeyView`).
    var view: JSONValue.Members {
        ["nonce": .count(nonce), "permission": permission.view]
    }
}

extension AccessKeyPermission {
    /// The permission as nearcore writes it (`AccessKeyPermissionView`).
    var view: JSONValue {
        switch self {
        case .fullAccess: "FullAccess"
        case .functionCall(let permission): .variant("FunctionCall", .object(permission.view))
        case .gasKeyFullAccess(let info): .variant("GasKeyFullAccess", .object(info.view))
        case .gasKeyFunctionCall(let info, let permission):
            .variant("GasKeyFunctionCall", .object(info.view.merging(permission.view) { first, _ in first }))
        }
    }
}

extension FunctionCallPermission {
    fileprivate var view: JSONValue.Members {
        [
            "allowance": allowance.map { .token($0) } ?? .null, "receiver_id": .string(receiverId.text),
            "method_names": .array(methodNames.map { .string($0.text) }),
        ]
    }
}

extension GasKeyInfo {
    fileprivate var view: JSONValue.Members {
        ["balance": .token(balance), "num_nonces": .count(numNonces)]
    }
}

extension StakeProposal {
    /// The proposal as nearcore writes it (`ValidatorStakeView`).
    var view: JSONValue { ValidatorStake(accountId: accountId, publicKey: publicKey, stake: stake).view }
}
