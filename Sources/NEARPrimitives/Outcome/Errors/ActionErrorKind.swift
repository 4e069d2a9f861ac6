// SPDX-License-Identifier: MIT

/// A fault that ends an action while it runs (nearcore's `ActionErrorKind`).
public enum ActionErrorKind: Sendable, Hashable {
    /// CreateAccount names an account that exists.
    case accountAlreadyExists(accountId: AccountId)
    /// The action is for an account that doesn't exist.
    case accountDoesNotExist(accountId: AccountId)
    /// A short top-level account may be created by the registrar only.
    case createAccountOnlyByRegistrar(accountId: AccountId, registrarAccountId: AccountId, predecessorId: AccountId)
    /// A sub-account may be created by its parent only.
    case createAccountNotAllowed(accountId: AccountId, predecessorId: AccountId)
    /// The action may be done by the account itself only.
    case actorNoPermission(accountId: AccountId, actorId: AccountId)
    /// DeleteKey names a key that the account hasn't.
    case deleteKeyDoesNotExist(accountId: AccountId, publicKey: PublicKey)
    /// AddKey names a key that the account has already.
    case addKeyAlreadyExists(accountId: AccountId, publicKey: PublicKey)
    /// An account that stakes can't be deleted.
    case deleteAccountStaking(accountId: AccountId)
    /// The balance doesn't cover the storage; `amount` is missing.
    case lackBalanceForState(accountId: AccountId, amount: NEARToken)
    /// There is no stake to take back.
    case triesToUnstake(accountId: AccountId)
    /// The balance is less than the increase of the stake.
    case triesToStake(accountId: AccountId, stake: NEARToken, locked: NEARToken, balance: NEARToken)
    /// The stake is below the minimum.
    case insufficientStake(accountId: AccountId, stake: NEARToken, minimumStake: NEARToken)
    /// The contract call failed.
    case functionCallError(FunctionCallError)
    /// A receipt that the contract made isn't valid.
    case newReceiptValidationError(ReceiptValidationError)
    /// An implicit account comes into being by a transfer only, not by CreateAccount.
    case onlyImplicitAccountCreationAllowed(accountId: AccountId)
    /// The account has too much state to be deleted at once.
    case deleteAccountWithLargeState(accountId: AccountId)
    /// The delegate action's signature doesn't verify.
    case delegateActionInvalidSignature
    /// The delegate action's sender isn't the receiver of the transaction around it.
    case delegateActionSenderDoesNotMatchTxReceiver(senderId: AccountId, receiverId: AccountId)
    /// The delegate action's last block height has gone by.
    case delegateActionExpired
    /// The delegate action's key is missing or may not do this.
    case delegateActionAccessKeyError(InvalidAccessKeyError)
    /// The delegate action's nonce isn't above the key's.
    case delegateActionInvalidNonce(delegateNonce: UInt64, accessKeyNonce: UInt64)
    /// The delegate action's nonce is beyond what the block height allows.
    case delegateActionNonceTooLarge(delegateNonce: UInt64, upperBound: UInt64)
    /// No global contract has this identifier.
    case globalContractDoesNotExist(GlobalContractIdentifier)
    /// The account has no such gas key.
    case gasKeyDoesNotExist(accountId: AccountId, publicKey: PublicKey)
    /// The gas key holds less than the withdrawal.
    case insufficientGasKeyBalance(
        accountId: AccountId, publicKey: PublicKey, balance: NEARToken, required: NEARToken)
    /// The gas key holds too much to be deleted; withdraw first.
    case gasKeyBalanceTooHigh(accountId: AccountId, publicKey: PublicKey?, balance: NEARToken)
    /// The delegate action's nonce index is beyond the gas key's nonces.
    case delegateActionInvalidNonceIndex(nonceIndex: UInt64, numNonces: UInt64)
    /// The results that the call waits for are too large together, in bytes.
    case totalPromiseInputSizeExceeded(size: UInt64, limit: UInt64)
    /// The receipt touched more storage than one receipt may, in bytes of proof.
    case receiptStorageProofSizeExceeded(limit: UInt64)
    /// A kind that this version doesn't know, as the node sent it.
    case unrecognized(JSONValue)
}

extension ActionErrorKind: OpenViewEnum {
    package static func known(_ variant: ViewVariant) throws(ViewDecodingError) -> Self? {
        switch variant.name {
        case "AccountAlreadyExists": .accountAlreadyExists(accountId: try variant.value("account_id"))
        case "AccountDoesNotExist": .accountDoesNotExist(accountId: try variant.value("account_id"))
        case "CreateAccountOnlyByRegistrar":
            .createAccountOnlyByRegistrar(
                accountId: try variant.value("account_id"),
                registrarAccountId: try variant.value("registrar_account_id"),
                predecessorId: try variant.value("predecessor_id"))
        case "CreateAccountNotAllowed":
            .createAccountNotAllowed(
                accountId: try variant.value("account_id"), predecessorId: try variant.value("predecessor_id"))
        case "ActorNoPermission":
            .actorNoPermission(accountId: try variant.value("account_id"), actorId: try variant.value("actor_id"))
        case "DeleteKeyDoesNotExist":
            .deleteKeyDoesNotExist(
                accountId: try variant.value("account_id"), publicKey: try variant.value("public_key"))
        case "AddKeyAlreadyExists":
            .addKeyAlreadyExists(
                accountId: try variant.value("account_id"), publicKey: try variant.value("public_key"))
        case "DeleteAccountStaking": .deleteAccountStaking(accountId: try variant.value("account_id"))
        case "LackBalanceForState":
            .lackBalanceForState(accountId: try variant.value("account_id"), amount: try variant.value("amount"))
        case "TriesToUnstake": .triesToUnstake(accountId: try variant.value("account_id"))
        case "TriesToStake":
            .triesToStake(
                accountId: try variant.value("account_id"), stake: try variant.value("stake"),
                locked: try variant.value("locked"), balance: try variant.value("balance"))
        case "InsufficientStake":
            .insufficientStake(
                accountId: try variant.value("account_id"), stake: try variant.value("stake"),
                minimumStake: try variant.value("minimum_stake"))
        case "FunctionCallError": .functionCallError(try variant.wrapped())
        case "NewReceiptValidationError": .newReceiptValidationError(try variant.wrapped())
        case "OnlyImplicitAccountCreationAllowed":
            .onlyImplicitAccountCreationAllowed(accountId: try variant.value("account_id"))
        case "DeleteAccountWithLargeState":
            .deleteAccountWithLargeState(accountId: try variant.value("account_id"))
        case "GlobalContractDoesNotExist":
            .globalContractDoesNotExist(try variant.value("identifier"))
        case "TotalPromiseInputSizeExceeded":
            .totalPromiseInputSizeExceeded(size: try variant.value("size"), limit: try variant.value("limit"))
        case "ReceiptStorageProofSizeExceeded":
            .receiptStorageProofSizeExceeded(limit: try variant.value("limit"))
        default: try knownOfKeys(variant)
        }
    }

    /// The kinds that are about delegate actions and gas keys.
    private static func knownOfKeys(_ variant: ViewVariant) throws(ViewDecodingError) -> Self? {
        switch variant.name {
        case "DelegateActionInvalidSignature": .delegateActionInvalidSignature
        case "DelegateActionSenderDoesNotMatchTxReceiver":
            .delegateActionSenderDoesNotMatchTxReceiver(
                senderId: try variant.value("sender_id"), receiverId: try variant.value("receiver_id"))
        case "DelegateActionExpired": .delegateActionExpired
        case "DelegateActionAccessKeyError": .delegateActionAccessKeyError(try variant.wrapped())
        case "DelegateActionInvalidNonce":
            .delegateActionInvalidNonce(
                delegateNonce: try variant.value("delegate_nonce"), accessKeyNonce: try variant.value("ak_nonce"))
        case "DelegateActionNonceTooLarge":
            .delegateActionNonceTooLarge(
                delegateNonce: try variant.value("delegate_nonce"), upperBound: try variant.value("upper_bound"))
        case "DelegateActionInvalidNonceIndex":
            .delegateActionInvalidNonceIndex(
                nonceIndex: try variant.value("nonce_index"), numNonces: try variant.value("num_nonces"))
        case "GasKeyDoesNotExist":
            .gasKeyDoesNotExist(
                accountId: try variant.value("account_id"), publicKey: try variant.value("public_key"))
        case "InsufficientGasKeyBalance":
            .insufficientGasKeyBalance(
                accountId: try variant.value("account_id"), publicKey: try variant.value("public_key"),
                balance: try variant.value("balance"), required: try variant.value("required"))
        case "GasKeyBalanceTooHigh":
            .gasKeyBalanceTooHigh(
                accountId: try variant.value("account_id"), publicKey: try variant.value("public_key"),
                balance: try variant.value("balance"))
        default: nil
        }
    }
}
