// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives

/// Subjects as a share service gets them: whole, so that it computes the digest itself.
extension SigningSubject {
    /// The subject as JSON.
    var serviceJSON: JSONValue {
        switch self {
        case .transaction(let transaction):
            ["kind": "transaction", "bytes": .string(Base64.encode(transaction.borshBytes))]
        case .delegateAction(let action):
            ["kind": "delegate-action", "bytes": .string(Base64.encode(action.borshBytes))]
        case .message(let payload):
            [
                "kind": "message", "message": .string(payload.message.text),
                "nonce": .string(Base64.encode(payload.nonce)), "recipient": .string(payload.recipient.text),
                "callbackUrl": payload.callbackUrl.map { .string($0.text) } ?? .null,
            ]
        }
    }

    /// Reads such JSON; `nil` for any other.
    init?(serviceJSON json: JSONValue?) {
        do {
            switch json?["kind"]?.stringValue {
            case "transaction": self = .transaction(try Transaction(base64: json?["bytes"]?.stringValue ?? "="))
            case "delegate-action":
                self = .delegateAction(try DelegateAction(base64: json?["bytes"]?.stringValue ?? "="))
            case "message":
                guard let message = json?["message"]?.stringValue, let recipient = json?["recipient"]?.stringValue,
                    let nonce = json?["nonce"]?.stringValue.flatMap({ Base64.decode($0) })
                else { return nil }
                if let callback = json?["callbackUrl"], !callback.isNull, callback.stringValue == nil { return nil }
                self = .message(
                    try NEP413Payload(
                        message: message, nonce: nonce, recipient: recipient,
                        callbackUrl: json?["callbackUrl"]?.stringValue))
            default: return nil
            }
        } catch {
            return nil
        }
    }
}
