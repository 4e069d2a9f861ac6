// SPDX-License-Identifier: MIT

package import NEARConnectCore
package import NEARPrimitives

/// The answer to a ``PageRequest``.
package enum PageAnswer: Sendable {
    case signedIn(NEARAccount)
    case signedOut
    /// A transaction that the chain has executed, successfully or not.
    case sent(CryptoHash)
    case message(SignedMessage)
    case delegateAction(SignedDelegateAction)

    /// Returns the answer as JSON.
    package var json: JSONValue {
        switch self {
        case .signedIn(let account):
            [
                "account": .string(account.accountId), "publicKey": account.publicKey.map(JSONValue.string) ?? .null,
                "wallet": .string(account.walletId),
            ]
        case .signedOut: ["signedOut": .bool(true)]
        case .sent(let hash): ["hash": .string("\(hash)")]
        case .message(let signed):
            [
                "signer": .string(signed.accountId.text), "publicKey": .string("\(signed.publicKey)"),
                "signature": .string("\(signed.signature)"),
            ]
        case .delegateAction(let action): ["delegateAction": .string(action.base64)]
        }
    }

    /// Reads what ``json`` is.
    ///
    /// - Throws: ``PageRequest/UnreadableError`` and what the values' readers throw.
    package init(_ json: JSONValue) throws {
        if json["signedOut"] != nil {
            self = .signedOut
        } else if let account = json["account"]?.stringValue, let wallet = json["wallet"]?.stringValue {
            self = .signedIn(
                NEARAccount(accountId: account, publicKey: json["publicKey"]?.stringValue, walletId: wallet))
        } else if let hash = json["hash"]?.stringValue {
            self = .sent(try CryptoHash(hash))
        } else if let action = json["delegateAction"]?.stringValue {
            self = .delegateAction(try SignedDelegateAction(base64: action))
        } else if let signer = json["signer"]?.stringValue, let key = json["publicKey"]?.stringValue,
            let signature = json["signature"]?.stringValue
        {
            self = .message(
                SignedMessage(
                    accountId: try AccountId(signer), publicKey: try PublicKey(key), signature: try Signature(signature)
                ))
        } else {
            throw PageRequest.UnreadableError()
        }
    }
}
