// SPDX-License-Identifier: MIT

internal import SafeText

extension ActionErrorKind: CustomStringConvertible {
    /// The fault and its remedy, in sentences for the user.
    public var description: String {
        switch self {
        case .accountAlreadyExists(let id):
            localized("The account %1$s exists already. Choose another name.", id.text)
        case .accountDoesNotExist(let id):
            localized(
                "The account %1$s doesn’t exist on this network. Check the name and the network, or create it first.",
                id.text)
        case .createAccountOnlyByRegistrar(let id, let registrar, let predecessor):
            localized(
                "Only %2$s can create the short top-level account %1$s, not %3$s. Choose a name below an account of yours.",
                id.text, registrar.text, predecessor.text)
        case .createAccountNotAllowed(let id, let predecessor):
            localized(
                "%2$s can’t create the account %1$s: only the account above it can. Choose a name that ends with “.%2$s”.",
                id.text, predecessor.text)
        case .actorNoPermission(let id, let actor):
            localized(
                "%2$s may not do this to the account %1$s. Sign as %1$s.", id.text, actor.text)
        case .deleteKeyDoesNotExist(let id, let key):
            localized(
                "The account %1$s has no key %2$s that could be deleted. Look at the account’s keys.", id.text,
                "\(key)")
        case .addKeyAlreadyExists(let id, let key):
            localized("The account %1$s has the key %2$s already. Use it, or add another one.", id.text, "\(key)")
        case .deleteAccountStaking(let id):
            localized("The account %1$s has a stake and can’t be deleted. Take the stake back first.", id.text)
        case .lackBalanceForState(let id, let amount):
            localized(
                "The account %1$s is short by %2$s for its storage. Send it NEAR.", id.text, ErrorWords.amount(amount))
        case .triesToUnstake(let id):
            localized("The account %1$s has no stake to take back. Check the account’s name.", id.text)
        case .triesToStake(let id, let stake, let locked, let balance):
            localized(
                "The account %1$s has %2$s besides its stake of %3$s, too little for a stake of %4$s. Send it NEAR, or stake less.",
                id.text, ErrorWords.amount(balance), ErrorWords.amount(locked), ErrorWords.amount(stake))
        case .insufficientStake(let id, let stake, let minimum):
            localized(
                "The account %1$s stakes %2$s and at least %3$s are needed: it is short by %4$s. Stake more.", id.text,
                ErrorWords.amount(stake), ErrorWords.amount(minimum), ErrorWords.missing(minimum, stake))
        case .functionCallError(let error): error.description
        case .newReceiptValidationError(let error):
            localized(
                "The contract made a receipt that isn’t valid. Tell the contract’s authors. %1$s", error.description)
        case .onlyImplicitAccountCreationAllowed(let id):
            localized(
                "The account %1$s has a name that no transaction can create. Send NEAR to it: that creates it.", id.text
            )
        case .deleteAccountWithLargeState(let id):
            localized("The account %1$s has too much state to be deleted. Remove the contract’s state first.", id.text)
        case .totalPromiseInputSizeExceeded(let size, let limit):
            localized(
                "The results that the call waits for have %1$s bytes and %2$s are allowed. Ask for less at once.",
                "\(size)", "\(limit)")
        case .receiptStorageProofSizeExceeded(let limit):
            localized(
                "The call touched more storage than one call may (%1$s bytes of proof). Ask for less at once.",
                "\(limit)")
        case .delegateActionInvalidSignature:
            localized("The signature of the delegate action isn’t its sender’s. Sign it again.")
        case .delegateActionSenderDoesNotMatchTxReceiver(let sender, let receiver):
            localized(
                "The delegate action is from %1$s, but the relayer sent it to %2$s. Tell the relayer to send it to %1$s.",
                sender.text, receiver.text)
        case .delegateActionExpired:
            localized("The delegate action has expired: its last block has gone by. Sign a new one.")
        case .delegateActionAccessKeyError(let error):
            localized("The delegate action’s key was refused. %1$s", error.description)
        case .delegateActionInvalidNonce(let nonce, let keyNonce):
            localized(
                "The delegate action’s nonce %1$s is used up: it has to be above the key’s nonce %2$s. Sign a new one.",
                "\(nonce)", "\(keyNonce)")
        case .delegateActionNonceTooLarge(let nonce, let bound):
            localized(
                "The delegate action’s nonce %1$s is too far ahead: it has to be below %2$s. Sign a new one.",
                "\(nonce)", "\(bound)")
        case .globalContractDoesNotExist(.codeHash(let hash)):
            localized("No global contract has the code hash %1$s. Check the hash, or publish the contract.", "\(hash)")
        case .globalContractDoesNotExist(.accountId(let id)):
            localized("%1$s has published no global contract. Check the account’s name.", id.text)
        case .gasKeyDoesNotExist(let id, let key):
            localized("The account %1$s has no gas key %2$s. Add it first, or use another one.", id.text, "\(key)")
        case .insufficientGasKeyBalance(let id, let key, let balance, let required):
            localized(
                "The gas key %1$s of %2$s holds %3$s and %4$s are needed: it is short by %5$s. Withdraw less.",
                "\(key)", id.text, ErrorWords.amount(balance), ErrorWords.amount(required),
                ErrorWords.missing(required, balance))
        case .gasKeyBalanceTooHigh(let id, let key?, let balance):
            localized(
                "The gas key %1$s of %2$s holds %3$s, too much to be deleted. Withdraw from it first.", "\(key)",
                id.text, ErrorWords.amount(balance))
        case .gasKeyBalanceTooHigh(let id, nil, let balance):
            localized(
                "The gas keys of %1$s hold %2$s, too much to be deleted. Withdraw from them first.", id.text,
                ErrorWords.amount(balance))
        case .delegateActionInvalidNonceIndex(let index, let count):
            localized(
                "The delegate action uses nonce %1$s, counted from 0, of a key that has %2$s. Sign a new one.",
                "\(index)", "\(count)")
        case .unrecognized(let json):
            localized(
                "The action failed in a way that this version doesn’t know (%1$s). Look it up in an explorer, or install a newer version.",
                ErrorWords.name(of: json))
        }
    }
}
