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
        default: nil
        }
    }
}

extension InvalidAccessKeyError: CustomStringConvertible {
    /// The reason why the key is refused, in a sentence.
    public var description: String {
        switch self {
        case .accessKeyNotFound(let id, let key): "\(id) has no access key \(key); it was deleted or never added."
        case .receiverMismatch(let receiver, let keyReceiver):
            "The key may call \(keyReceiver) only, not \(receiver)."
        case .methodNameMismatch(let method): "The key may not call the method \"\(method)\"."
        case .requiresFullAccess: "Only a full-access key may do this."
        case .notEnoughAllowance(_, let key, let allowance, let cost):
            "The allowance of the key \(key) is \(allowance.sentenceText); \(cost.sentenceText) are needed."
        case .depositWithFunctionCall: "A function-call key may not attach a deposit; a full-access key has to sign."
        case .unrecognized(let json): "The key is refused for a reason unknown to this version: \(json)."
        }
    }
}
