// SPDX-License-Identifier: MIT

import NEARPrimitives

extension ActionError {
    /// The error as nearcore writes it.
    var view: JSONValue {
        ["index": index.map { .count($0) } ?? .null, "kind": kind.view]
    }
}

extension ActionErrorKind {
    /// The error as nearcore writes it.
    ///
    /// Kinds that the devnet never has are written as a text.
    var view: JSONValue {
        switch self {
        case .accountAlreadyExists(let id): Self.account("AccountAlreadyExists", id)
        case .accountDoesNotExist(let id): Self.account("AccountDoesNotExist", id)
        case .createAccountOnlyByRegistrar(let id, let registrar, let predecessor):
            .variant(
                "CreateAccountOnlyByRegistrar",
                ["account_id": .id(id), "registrar_account_id": .id(registrar), "predecessor_id": .id(predecessor)])
        case .createAccountNotAllowed(let id, let predecessor):
            .variant("CreateAccountNotAllowed", ["account_id": .id(id), "predecessor_id": .id(predecessor)])
        case .actorNoPermission(let id, let actor):
            .variant("ActorNoPermission", ["account_id": .id(id), "actor_id": .id(actor)])
        case .deleteKeyDoesNotExist(let id, let key):
            .variant("DeleteKeyDoesNotExist", ["account_id": .id(id), "public_key": .key(key)])
        case .addKeyAlreadyExists(let id, let key):
            .variant("AddKeyAlreadyExists", ["account_id": .id(id), "public_key": .key(key)])
        case .deleteAccountStaking(let id): Self.account("DeleteAccountStaking", id)
        case .lackBalanceForState(let id, let amount):
            .variant("LackBalanceForState", ["account_id": .id(id), "amount": .token(amount)])
        case .triesToUnstake(let id): Self.account("TriesToUnstake", id)
        case .triesToStake(let id, let stake, let locked, let balance):
            .variant(
                "TriesToStake",
                ["account_id": .id(id), "stake": .token(stake), "locked": .token(locked), "balance": .token(balance)])
        case .insufficientStake(let id, let stake, let minimum):
            .variant(
                "InsufficientStake",
                ["account_id": .id(id), "stake": .token(stake), "minimum_stake": .token(minimum)])
        case .functionCallError(let error): .variant("FunctionCallError", error.view)
        case .newReceiptValidationError(let error): .variant("NewReceiptValidationError", error.view)
        case .onlyImplicitAccountCreationAllowed(let id): Self.account("OnlyImplicitAccountCreationAllowed", id)
        case .deleteAccountWithLargeState(let id): Self.account("DeleteAccountWithLargeState", id)
        case .globalContractDoesNotExist(let identifier):
            .variant("GlobalContractDoesNotExist", ["identifier": identifier.view])
        case .unrecognized(let json): json
        default: delegateView ?? gasKeyView ?? .string(description)
        }
    }

    /// The errors of actions on gas keys.
    private var gasKeyView: JSONValue? {
        switch self {
        case .gasKeyDoesNotExist(let id, let key):
            .variant("GasKeyDoesNotExist", ["account_id": .id(id), "public_key": .key(key)])
        case .insufficientGasKeyBalance(let id, let key, let balance, let required):
            .variant(
                "InsufficientGasKeyBalance",
                [
                    "account_id": .id(id), "public_key": .key(key), "balance": .token(balance),
                    "required": .token(required),
                ])
        case .gasKeyBalanceTooHigh(let id, let key, let balance):
            .variant(
                "GasKeyBalanceTooHigh",
                ["account_id": .id(id), "public_key": key.map { .key($0) } ?? .null, "balance": .token(balance)])
        default: nil
        }
    }

    /// The errors of delegate actions.
    private var delegateView: JSONValue? {
        switch self {
        case .delegateActionInvalidSignature: "DelegateActionInvalidSignature"
        case .delegateActionSenderDoesNotMatchTxReceiver(let sender, let receiver):
            .variant(
                "DelegateActionSenderDoesNotMatchTxReceiver",
                ["sender_id": .id(sender), "receiver_id": .id(receiver)])
        case .delegateActionExpired: "DelegateActionExpired"
        case .delegateActionAccessKeyError(let error): .variant("DelegateActionAccessKeyError", error.view)
        case .delegateActionInvalidNonce(let nonce, let keyNonce):
            .variant(
                "DelegateActionInvalidNonce", ["delegate_nonce": .count(nonce), "ak_nonce": .count(keyNonce)])
        case .delegateActionNonceTooLarge(let nonce, let bound):
            .variant(
                "DelegateActionNonceTooLarge", ["delegate_nonce": .count(nonce), "upper_bound": .count(bound)])
        default: nil
        }
    }

    private static func account(_ name: String, _ id: AccountId) -> JSONValue {
        .variant(name, ["account_id": .id(id)])
    }
}
