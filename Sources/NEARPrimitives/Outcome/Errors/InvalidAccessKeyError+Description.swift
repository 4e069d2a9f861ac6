// SPDX-License-Identifier: MIT

internal import SafeText

extension InvalidAccessKeyError: CustomStringConvertible {
    /// The reason why the key is refused and the remedy, in sentences for the user.
    public var description: String {
        switch self {
        case .accessKeyNotFound(let id, let key):
            localized(
                "The account %1$s has no access key %2$s: it was deleted or never added. Sign with another key, or add this one.",
                id.text, "\(key)")
        case .receiverMismatch(let receiver, let keyReceiver):
            localized(
                "The access key may call %2$s only, not %1$s. Sign with a full-access key, or with one for this contract.",
                receiver.text, DisplayText.quotation(keyReceiver))
        case .methodNameMismatch(let method):
            localized(
                "The access key may not call the method %1$s. Sign with a full-access key, or with one for this method.",
                DisplayText.quotation(method))
        case .requiresFullAccess:
            localized("The access key may only call contracts, one call a transaction. Sign with a full-access key.")
        case .notEnoughAllowance(let id, let key, let allowance, let cost):
            localized(
                "The access key %1$s of %2$s has %3$s of its allowance left and needs %4$s: it is short by %5$s. Add a key with a larger allowance.",
                "\(key)", id.text, ErrorWords.amount(allowance), ErrorWords.amount(cost),
                ErrorWords.missing(cost, allowance))
        case .depositWithFunctionCall:
            localized("The access key may attach no deposit. Sign with a full-access key, or attach nothing.")
        case .delegateActionRequiresNonGasKey:
            localized(
                "The key is a gas key, and the delegate action names none of its nonces. Sign with a nonce index, or with another key."
            )
        case .delegateActionRequiresGasKey:
            localized(
                "The delegate action names a gas key’s nonce, and its key is no gas key. Sign with a gas key, or without a nonce index."
            )
        case .unrecognized(let json):
            localized(
                "The access key is refused for a reason that this version doesn’t know (%1$s). Sign with a full-access key, or install a newer version.",
                ErrorWords.name(of: json))
        }
    }
}
