// SPDX-License-Identifier: MIT

package import NEARPrimitives
package import NEARRPC
internal import SafeText

/// A signed message (NEP-413) as JSON: a wallet's fields, and those of what it has signed.
package struct SignedMessageDocument: Sendable, Hashable {
    /// The reason why a text is no such document.
    package enum ReadError: Error, Sendable {
        /// It is no JSON.
        case notJSON(JSONParsingError)
        /// A sentence that names the field.
        case field(String)
    }

    /// The account, the key and the signature.
    package let message: SignedMessage
    /// The text, the nonce and the recipient that were signed.
    package let payload: NEP413Payload

    /// Puts a document together.
    package init(message: SignedMessage, payload: NEP413Payload) {
        (self.message, self.payload) = (message, payload)
    }

    /// Reads a document.
    ///
    /// - Throws: ``ReadError``.
    package init(_ text: String) throws(ReadError) {
        let json: JSONValue
        do throws(JSONParsingError) {
            json = try JSONValue.parse(text)
        } catch {
            throw .notJSON(error)
        }
        let key = try Self.field("publicKey", of: json) { try PublicKey($0) }
        message = SignedMessage(
            accountId: try Self.field("accountId", of: json) { try AccountId($0) }, publicKey: key,
            signature: try Self.field("signature", of: json) { text in
                try Base64.decode(text).map { try Signature(keyType: key.keyType, bytes: $0) }
            })
        let (text, nonce, recipient) = (
            try Self.field("message", of: json) { $0 }, try Self.field("nonce", of: json) { Base64.decode($0) },
            try Self.field("recipient", of: json) { $0 }
        )
        do throws(NEP413Error) {
            payload = try NEP413Payload(
                message: text, nonce: nonce, recipient: recipient, callbackUrl: json["callbackUrl"]?.stringValue)
        } catch {
            throw .field(DisplayText.words(error))
        }
    }

    private static func field<Value>(
        _ name: String, of json: JSONValue, _ convert: (String) throws -> Value?
    ) throws(ReadError) -> Value {
        guard let text = json[ExactText(name)]?.stringValue else {
            throw .field(localized("The signed message has no text in the field “%1$s”.", name))
        }
        do {
            if let value = try convert(text) { return value }
        } catch {
            throw .field(
                localized("The signed message’s field “%1$s” can’t be used: %2$s", name, ErrorReport(error).sentence))
        }
        throw .field(localized("The signed message’s field “%1$s” is no Base64.", name))
    }

    /// The document as JSON, as `near-connect sign-message --json` has it.
    package var json: JSONValue {
        var fields: JSONValue.Members = [
            "accountId": .string(message.accountId.text), "publicKey": .string("\(message.publicKey)"),
            "signature": .string(Base64.encode(message.signature.bytes)), "message": .string(payload.message.text),
            "nonce": .string(Base64.encode(payload.nonce)), "recipient": .string(payload.recipient.text),
        ]
        if let callbackUrl = payload.callbackUrl { fields["callbackUrl"] = .string(callbackUrl.text) }
        return .object(fields)
    }

    /// Makes sure that the key is a full-access key of the account; any app may have the others.
    ///
    /// - Parameters:
    ///   - block: The block to look at.
    ///   - client: The chain's nodes.
    /// - Throws: ``NEARError/signatureInvalid(reason:)``; `RPCError` where no node answers.
    package func confirmKey(at block: BlockReference, by client: NEARRPCClient) async throws {
        let (key, account) = (message.publicKey, message.accountId)
        do throws(RPCError) {
            let view = try await client.viewAccessKey(key, of: account, at: block).value
            guard !view.permission.isFullAccess else { return }
        } catch {
            guard error.saysThatKeyIsGone else { throw error }
            // An implicit account has its key before anything was sent to it.
            if case .node(let node) = error, case .unknownAccount = node.cause, key.implicitAccountId == account {
                return
            }
            throw NEARError.signatureInvalid(reason: localized("%1$s is not a key of %2$s", "\(key)", account.text))
        }
        throw NEARError.signatureInvalid(
            reason: localized("%1$s is a function-call key of %2$s; it signs no messages", "\(key)", account.text))
    }
}
