// SPDX-License-Identifier: MIT

extension ActionErrorKind: CustomStringConvertible {
    /// The fault, in a sentence.
    public var description: String {
        switch self {
        case .accountAlreadyExists(let id): "The account \(id) exists already."
        case .accountDoesNotExist(let id): "The account \(id) doesn't exist."
        case .createAccountOnlyByRegistrar(let id, let registrar, let predecessor):
            "The top-level account \(id) can be created by \(registrar) only, not by \(predecessor)."
        case .createAccountNotAllowed(let id, let predecessor):
            "\(predecessor) can't create \(id): only an account's parent can."
        case .actorNoPermission(let id, let actor): "\(actor) may not do this to the account \(id)."
        case .deleteKeyDoesNotExist(let id, let key): "\(id) has no key \(key), so it can't be deleted."
        case .addKeyAlreadyExists(let id, let key): "\(id) has the key \(key) already."
        case .deleteAccountStaking(let id): "\(id) has a stake and can't be deleted before it is taken back."
        case .lackBalanceForState(let id, let amount):
            "\(id) lacks \(amount.sentenceText) to pay for its storage."
        case .triesToUnstake(let id): "\(id) has no stake to take back."
        case .triesToStake(let id, let stake, let locked, let balance):
            "\(id) can't raise its stake from \(locked.sentenceText) to \(stake.sentenceText) with a balance of "
                + "\(balance.sentenceText)."
        case .insufficientStake(let id, let stake, let minimum):
            "\(id) stakes \(stake.sentenceText); the minimum is \(minimum.sentenceText)."
        case .functionCallError(let error): error.description
        case .newReceiptValidationError(let error): "The contract made a receipt that isn't valid. \(error)"
        case .onlyImplicitAccountCreationAllowed(let id):
            "\(id) is an implicit account: it is created by a transfer to it, not by CreateAccount."
        case .deleteAccountWithLargeState(let id): "\(id) has too much state to be deleted."
        case .delegateActionInvalidSignature: "The signature of the delegate action isn't valid."
        case .delegateActionSenderDoesNotMatchTxReceiver(let sender, let receiver):
            "The delegate action is from \(sender), but the relayer sent it to \(receiver)."
        case .delegateActionExpired: "The delegate action has expired; sign a new one."
        case .delegateActionAccessKeyError(let error): "The delegate action's key was refused. \(error)"
        case .delegateActionInvalidNonce(let nonce, let keyNonce):
            "The delegate action's nonce \(nonce) has to be above the key's nonce \(keyNonce)."
        case .delegateActionNonceTooLarge(let nonce, let bound):
            "The delegate action's nonce \(nonce) has to be below \(bound)."
        case .globalContractDoesNotExist(.codeHash(let hash)): "No global contract has the code hash \(hash)."
        case .globalContractDoesNotExist(.accountId(let id)): "\(id) has published no global contract."
        case .gasKeyDoesNotExist(let id, let key): "\(id) has no gas key \(key)."
        case .insufficientGasKeyBalance(let id, let key, let balance, let required):
            "The gas key \(key) of \(id) holds \(balance.sentenceText); \(required.sentenceText) are needed."
        case .gasKeyBalanceTooHigh(let id, _, let balance):
            "A gas key of \(id) holds \(balance.sentenceText), too much to be deleted; withdraw first."
        case .delegateActionInvalidNonceIndex(let index, let count):
            "The delegate action uses nonce \(index) of a key that has \(count)."
        case .totalPromiseInputSizeExceeded(let size, let limit):
            "The results that the call waits for have \(size) bytes; \(limit) are allowed."
        case .receiptStorageProofSizeExceeded(let limit):
            "The call touched more storage than one receipt may (\(limit) bytes of proof)."
        case .unrecognized(let json): "The action failed in a way unknown to this version: \(json)."
        }
    }
}

extension NEARToken {
    /// The exact amount with its unit, for a sentence.
    package var sentenceText: String { description }
}
