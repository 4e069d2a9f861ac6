// SPDX-License-Identifier: MIT

import NEARPrimitives

extension InvalidTxError {
    /// The error as nearcore writes it.
    ///
    /// Kinds that the devnet never has are written as a text.
    var view: JSONValue {
        switch self {
        case .invalidAccessKeyError(let error): .variant("InvalidAccessKeyError", error.view)
        case .invalidSignerId(let id): .variant("InvalidSignerId", ["signer_id": .string(id)])
        case .signerDoesNotExist(let id): .variant("SignerDoesNotExist", ["signer_id": .id(id)])
        case .invalidNonce(let nonce, let keyNonce):
            .variant("InvalidNonce", ["tx_nonce": .count(nonce), "ak_nonce": .count(keyNonce)])
        case .nonceTooLarge(let nonce, let bound):
            .variant("NonceTooLarge", ["tx_nonce": .count(nonce), "upper_bound": .count(bound)])
        case .invalidReceiverId(let id): .variant("InvalidReceiverId", ["receiver_id": .string(id)])
        case .invalidSignature: "InvalidSignature"
        case .notEnoughBalance(let id, let balance, let cost):
            .variant("NotEnoughBalance", ["signer_id": .id(id), "balance": .token(balance), "cost": .token(cost)])
        case .lackBalanceForState(let id, let amount):
            .variant("LackBalanceForState", ["signer_id": .id(id), "amount": .token(amount)])
        case .costOverflow: "CostOverflow"
        case .invalidChain: "InvalidChain"
        case .expired: "Expired"
        case .actionsValidation(let error): .variant("ActionsValidation", error.view)
        case .transactionSizeExceeded(let size, let limit):
            .variant("TransactionSizeExceeded", ["size": .count(size), "limit": .count(limit)])
        case .invalidTransactionVersion: "InvalidTransactionVersion"
        case .unrecognized(let json): json
        case .invalidNonceIndex(let index, let count):
            .variant(
                "InvalidNonceIndex",
                ["tx_nonce_index": index.map { .count($0) } ?? .null, "num_nonces": .count(count)])
        case .notEnoughGasKeyBalance(let id, let balance, let cost):
            .variant(
                "NotEnoughGasKeyBalance", ["signer_id": .id(id), "balance": .token(balance), "cost": .token(cost)])
        case .notEnoughBalanceForDeposit(let id, let balance, let cost, let reason):
            .variant(
                "NotEnoughBalanceForDeposit",
                ["signer_id": .id(id), "balance": .token(balance), "cost": .token(cost), "reason": reason])
        case .storageError, .shardCongested, .shardStuck:
            .string(description)
        }
    }
}

extension InvalidAccessKeyError {
    /// The error as nearcore writes it.
    var view: JSONValue {
        switch self {
        case .accessKeyNotFound(let id, let key):
            .variant("AccessKeyNotFound", ["account_id": .id(id), "public_key": .key(key)])
        case .receiverMismatch(let receiver, let keyReceiver):
            .variant("ReceiverMismatch", ["tx_receiver": .id(receiver), "ak_receiver": .string(keyReceiver)])
        case .methodNameMismatch(let method): .variant("MethodNameMismatch", ["method_name": .string(method)])
        case .requiresFullAccess: "RequiresFullAccess"
        case .notEnoughAllowance(let id, let key, let allowance, let cost):
            .variant(
                "NotEnoughAllowance",
                [
                    "account_id": .id(id), "public_key": .key(key), "allowance": .token(allowance),
                    "cost": .token(cost),
                ])
        case .depositWithFunctionCall: "DepositWithFunctionCall"
        case .delegateActionRequiresNonGasKey: "DelegateActionRequiresNonGasKey"
        case .delegateActionRequiresGasKey: "DelegateActionRequiresGasKey"
        case .unrecognized(let json): json
        }
    }
}
