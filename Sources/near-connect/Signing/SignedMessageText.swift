// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// A signed message as JSON: a wallet's fields, and those of what it has signed.
struct SignedMessageText {
    private let argument: String

    /// - Parameter argument: The JSON; `@file` for a file's, `-` for standard input.
    init(_ argument: String) { self.argument = argument }

    /// Reads the message and what was signed.
    ///
    /// - Throws: `ValidationError`, which names the field.
    func read() throws -> (SignedMessage, NEP413Payload) {
        let text = try MessageText.read(argument)
        let json: JSONValue
        do throws(JSONParsingError) {
            json = try JSONValue.parse(text)
        } catch {
            throw ValidationError(
                localized("The signed message is no JSON, at %1$s.", JSONPlace(of: error, in: Array(text.utf8)).text))
        }
        func field<Value>(_ name: String, _ convert: (String) throws -> Value?) throws -> Value {
            guard let text = json[ExactText(name)]?.stringValue else {
                throw ValidationError(localized("The signed message has no text in the field “%1$s”.", name))
            }
            do {
                if let value = try convert(text) { return value }
            } catch {
                throw ValidationError(
                    localized(
                        "The signed message’s field “%1$s” can’t be used: %2$s", name, ErrorReport(error).sentence))
            }
            throw ValidationError(localized("The signed message’s field “%1$s” is no Base64.", name))
        }
        let key = try field("publicKey") { try PublicKey($0) }
        let message = SignedMessage(
            accountId: try field("accountId") { try AccountId($0) }, publicKey: key,
            signature: try field("signature") { text in
                try Base64.decode(text).map { try Signature(keyType: key.keyType, bytes: $0) }
            })
        let payload = try ChainOptions.asUsage {
            try NEP413Payload(
                message: try field("message") { $0 }, nonce: try field("nonce") { Base64.decode($0) },
                recipient: try field("recipient") { $0 }, callbackUrl: json["callbackUrl"]?.stringValue)
        }
        return (message, payload)
    }
}
