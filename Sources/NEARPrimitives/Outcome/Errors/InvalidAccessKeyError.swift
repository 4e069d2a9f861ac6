// SPDX-License-Identifier: MIT

/// The reason why an access key may not sign a transaction (nearcore's `InvalidAccessKeyError`).
public enum InvalidAccessKeyError: Error, Sendable, Hashable {
    /// The account has no such key.
    case accessKeyNotFound(accountId: AccountId, publicKey: PublicKey)
    /// The key is for another receiver.
    case receiverMismatch(transactionReceiver: AccountId, accessKeyReceiver: String)
    /// The key isn't for this method.
    case methodNameMismatch(methodName: String)
    /// Only a full-access key may do this.
    case requiresFullAccess
    /// The key's allowance doesn't cover the gas.
    case notEnoughAllowance(accountId: AccountId, publicKey: PublicKey, allowance: NEARToken, cost: NEARToken)
    /// A function-call key may not attach a deposit.
    case depositWithFunctionCall
    /// A gas key signed a delegate action that names none of its nonces.
    case delegateActionRequiresNonGasKey
    /// A delegate action names a gas key's nonce, and its key is none.
    case delegateActionRequiresGasKey
    /// A kind that this version doesn't know, as the node sent it.
    case unrecognized(JSONValue)
}

extension InvalidAccessKeyError: OpenViewEnum {
    package static func known(_ variant: ViewVariant) throws(ViewDecodingError) -> Self? {
        switch variant.name {
        case "AccessKeyNotFound":
            .accessKeyNotFound(
                accountId: try variant.value("account_id"), publicKey: try variant.value("public_key"))
        case "ReceiverMismatch":
            .receiverMismatch(
                transactionReceiver: try variant.value("tx_receiver"),
                accessKeyReceiver: try variant.value("ak_receiver"))
        case "MethodNameMismatch": .methodNameMismatch(methodName: try variant.value("method_name"))
        case "RequiresFullAccess": .requiresFullAccess
        case "NotEnoughAllowance":
            .notEnoughAllowance(
                accountId: try variant.value("account_id"), publicKey: try variant.value("public_key"),
                allowance: try variant.value("allowance"), cost: try variant.value("cost"))
        case "DepositWithFunctionCall": .depositWithFunctionCall
        case "DelegateActionRequiresNonGasKey": .delegateActionRequiresNonGasKey
        case "DelegateActionRequiresGasKey": .delegateActionRequiresGasKey
        default: nil
        }
    }
}
