// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// Converts texts for programs that have no types of NEAR's.
enum Conversion {
    /// Converts a text.
    ///
    /// - Parameters:
    ///   - name: `parse-amount` (1.5 NEAR → digits of yoctoNEAR), `format-amount` (the reverse), `check-account`,
    ///     `label` (the name of a text of the library's widgets → the text), `signed-delegate` (Base64 → JSON).
    ///   - text: The text.
    static func perform(_ name: String?, _ text: String?) throws(EngineError) -> String {
        guard let text else { throw .configuration(localized("There is no text in UTF-8 to convert.")) }
        do {
            switch name {
            case "parse-amount": return "\(try NEARToken(text).yoctoNEAR)"
            case "format-amount":
                guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { break }
                return "\(try NEARToken(text))"
            case "label": return try label(text)
            case "signed-delegate": return try signedDelegate(text).text
            case "check-account": return try AccountId(text).text
            default: throw EngineError.configuration(localized("There is no such conversion."))
            }
        } catch let error as EngineError {
            throw error
        } catch {
            throw .configuration(localized("“%1$s” can’t be used: %2$s.", DisplayText.line(text), "\(error)"))
        }
        throw .configuration(localized("“%1$s” is no amount in yoctoNEAR.", DisplayText.line(text)))
    }

    /// Returns a text of the library's own widgets, in the user's language.
    private static func label(_ name: String) throws(EngineError) -> String {
        switch name {
        case "connect-wallet": localized("Connect wallet")
        case "sign-out": localized("Sign out")
        case "wallet": localized("Wallet")
        default: throw .configuration(localized("There is no such conversion."))
        }
    }

    /// Reads a signed delegate action (NEP-366), as wallets return it and relayers take it.
    private static func signedDelegate(_ base64: String) throws(EngineError) -> JSONValue {
        guard let bytes = Base64.decode(base64) else {
            throw .configuration(localized("The text is no Base64."))
        }
        let signed: SignedDelegateAction
        do throws(BorshError) {
            signed = try SignedDelegateAction(borsh: bytes)
        } catch {
            // Nobody reads Base64: the sentence quotes none of it.
            throw .configuration(localized("The signed delegate action can’t be read: %1$s.", "\(error)"))
        }
        let action = signed.delegateAction
        return [
            "senderId": .string(action.senderId.text), "receiverId": .string(action.receiverId.text),
            "publicKey": .string(action.publicKey.description), "nonce": .string("\(action.nonce)"),
            "maxBlockHeight": .string("\(action.maxBlockHeight)"), "base64": .string(signed.base64),
            "isVerified": .bool(signed.verify()),
        ]
    }
}
