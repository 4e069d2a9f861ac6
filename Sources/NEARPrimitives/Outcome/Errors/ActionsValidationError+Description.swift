// SPDX-License-Identifier: MIT

internal import SafeText

extension ActionsValidationError: CustomStringConvertible {
    /// The broken rule and the remedy, in sentences for the user.
    public var description: String {
        switch self {
        case .deleteActionMustBeFinal:
            localized("DeleteAccount has to be the last action of a transaction. Move it to the end.")
        case .totalPrepaidGasExceeded(let total, let limit):
            localized(
                "The calls attach %1$s of gas together and %2$s are allowed. Attach less, or split the transaction.",
                "\(total)", "\(limit)")
        case .totalNumberOfActionsExceeded(let count, let limit):
            localized(
                "The transaction has %1$s actions and %2$s are allowed. Split it.", "\(count)", "\(limit)")
        case .addKeyMethodNamesNumberOfBytesExceeded(let count, let limit):
            localized(
                "The method names of the new key have %1$s bytes together and %2$s are allowed. Name fewer.",
                "\(count)", "\(limit)")
        case .addKeyMethodNameLengthExceeded(let length, let limit):
            localized(
                "A method name of the new key has %1$s bytes and %2$s are allowed. Correct it.", "\(length)",
                "\(limit)")
        case .integerOverflow:
            localized("The amounts of the actions are too large to be added up. Make them smaller.")
        case .invalidAccountId(let id):
            localized("An action names %1$s, which is no account id. Correct it.", DisplayText.quotation(id))
        case .contractSizeExceeded(let size, let limit):
            localized(
                "The contract has %1$s bytes and %2$s are allowed. Make it smaller.", "\(size)", "\(limit)")
        case .functionCallMethodNameLengthExceeded(let length, let limit):
            localized(
                "The method name has %1$s bytes and %2$s are allowed. Correct it.", "\(length)", "\(limit)")
        case .functionCallArgumentsLengthExceeded(let length, let limit):
            localized(
                "The arguments have %1$s bytes and %2$s are allowed. Make them smaller.", "\(length)", "\(limit)")
        case .unsuitableStakingKey(let key):
            localized("The key %1$s can’t be used for staking. Use an ed25519 key of the validator.", "\(key)")
        case .functionCallZeroAttachedGas: localized("A contract call has to attach gas. Attach some.")
        case .functionCallEmptyMethodName: localized("A contract call has to name a method. Name one.")
        case .delegateActionMustBeOnlyOne:
            localized("A transaction may have one delegate action only. Split it.")
        case .unsupportedProtocolFeature(let feature, let version):
            localized(
                "The network doesn’t support %1$s yet; protocol version %2$s brings it. Wait, or leave it out.",
                DisplayText.quotation(feature, limit: 80), "\(version)")
        case .invalidDeterministicStateInitReceiver(let receiver, let derived):
            localized(
                "The initial state belongs to the account %1$s, but the receiver is %2$s. Correct the receiver.",
                derived.text, receiver.text)
        case .deterministicStateInitKeyLengthExceeded(let length, let limit):
            localized(
                "A key of the initial state has %1$s bytes and %2$s are allowed. Make it shorter.", "\(length)",
                "\(limit)")
        case .deterministicStateInitValueLengthExceeded(let length, let limit):
            localized(
                "A value of the initial state has %1$s bytes and %2$s are allowed. Make it shorter.", "\(length)",
                "\(limit)")
        case .gasKeyInvalidNumNonces(let count, let limit):
            localized(
                "A gas key can’t have %1$s nonces: 1 to %2$s are allowed. Name another number.", "\(count)", "\(limit)")
        case .addGasKeyWithNonZeroBalance(let balance):
            localized(
                "A new gas key starts without a balance, not with %1$s. Add it first, then transfer NEAR to it.",
                "\(balance)")
        case .gasKeyFunctionCallAllowanceNotAllowed:
            localized("A gas key pays from its own balance and can’t have an allowance. Leave the allowance out.")
        case .totalNumberOfDeployActionsExceeded(let count, let limit):
            localized(
                "The transaction has %1$s deployments and %2$s are allowed. Split it.", "\(count)", "\(limit)")
        case .unrecognized(let json):
            localized(
                "The actions break a rule that this version doesn’t know (%1$s). Install a newer version to see which.",
                ErrorWords.name(of: json))
        }
    }
}
