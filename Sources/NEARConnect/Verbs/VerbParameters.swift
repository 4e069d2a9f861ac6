// SPDX-License-Identifier: MIT

package import NEARConnectCore
package import NEARPrimitives
internal import SafeText

/// Reads the parameters of a verb; what isn't known there is refused, and errors name the parameter.
package struct VerbParameters {
    private let fields: JSONValue.Members

    /// Takes the parameters.
    ///
    /// - Parameters:
    ///   - json: An object, or `null` for none.
    ///   - known: The names that the verb knows.
    package init(_ json: JSONValue, known: [ExactText]) throws(NEARError) {
        switch json {
        case .null: fields = [:]
        case .object(let members): fields = members
        default: throw .invalidArgument(name: "parameters", reason: localized("they are no object"))
        }
        if let other = fields.keys.filter({ !known.contains($0) }).min() {
            throw .invalidArgument(
                name: DisplayText.name(String(other.text.prefix(64))), reason: localized("there is no such parameter"))
        }
    }

    /// Returns a parameter as it came; `nil` where it is missing or `null`.
    package func value(_ name: ExactText) -> JSONValue? { fields[name].flatMap { $0.isNull ? nil : $0 } }

    /// Returns a text; `nil` where it is missing.
    package func text(ifThere name: ExactText) throws(NEARError) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.stringValue else {
            throw .invalidArgument(name: name.text, reason: localized("it is no text"))
        }
        return text
    }

    /// Returns a text.
    package func text(_ name: ExactText) throws(NEARError) -> String {
        guard let text = try text(ifThere: name) else { throw Self.missing(name) }
        return text
    }

    /// Returns an account's id.
    package func account(_ name: ExactText) throws(NEARError) -> AccountId {
        let text = try text(name)
        return try Self.converted(name) { () throws(AccountIdError) in try AccountId(text) }
    }

    /// Returns an amount in yoctoNEAR, which is a text of digits: JSON's numbers end at 2⁵³ in many programs.
    package func amount(ifThere name: ExactText) throws(NEARError) -> NEARToken? {
        guard let text = try text(ifThere: name) else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let amount = UInt128(text) else {
            throw .invalidArgument(
                name: name.text, reason: localized("“%1$s” is no amount in yoctoNEAR", DisplayText.line(text)))
        }
        return NEARToken(yoctoNEAR: amount)
    }

    /// Returns gas in its smallest unit, a number or a text of digits.
    package func gas(ifThere name: ExactText) throws(NEARError) -> Gas? {
        guard let value = value(name) else { return nil }
        let digits = value.stringValue.flatMap { text in
            text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt64(text) : nil
        }
        guard let gas = value.integerValue(as: UInt64.self) ?? digits else {
            throw .invalidArgument(name: name.text, reason: localized("it is no whole number of gas"))
        }
        return Gas(gas: gas)
    }

    /// Returns bytes, which come as Base64; `nil` where they are missing.
    package func bytes(ifThere name: ExactText) throws(NEARError) -> [UInt8]? {
        guard let text = try text(ifThere: name) else { return nil }
        guard let bytes = Base64.decode(text) else {
            throw .invalidArgument(name: name.text, reason: localized("it is no Base64"))
        }
        return bytes
    }

    /// Returns a truth; false where it is missing.
    package func flag(_ name: ExactText) throws(NEARError) -> Bool {
        guard let value = value(name) else { return false }
        guard let flag = value.boolValue else {
            throw .invalidArgument(name: name.text, reason: localized("it is neither true nor false"))
        }
        return flag
    }

    /// Returns a list of texts; an empty one where it is missing.
    package func texts(_ name: ExactText) throws(NEARError) -> [String] {
        guard let value = value(name) else { return [] }
        let texts = value.arrayValue?.map(\.stringValue) ?? [nil]
        guard !texts.contains(nil) else {
            throw .invalidArgument(name: name.text, reason: localized("it is no list of texts"))
        }
        return texts.compactMap(\.self)
    }

    /// Returns a public key.
    package func publicKey(_ name: ExactText) throws(NEARError) -> PublicKey {
        let text = try text(name)
        return try Self.converted(name) { () throws(KeyError) in try PublicKey(text) }
    }

    /// Returns a method's arguments: `args`, any JSON, or `argsBase64`; none are no bytes.
    package func arguments() throws(NEARError) -> [UInt8] {
        if let bytes = try bytes(ifThere: "argsBase64") {
            guard value("args") == nil else {
                throw .invalidArgument(name: "argsBase64", reason: localized("give “args” or “argsBase64”, not both"))
            }
            return bytes
        }
        return value("args")?.bytes ?? []
    }

    private static func missing(_ name: ExactText) -> NEARError {
        .invalidArgument(name: name.text, reason: localized("it is missing"))
    }

    private static func converted<Value, Failure: Error>(
        _ name: ExactText, _ convert: () throws(Failure) -> Value
    ) throws(NEARError) -> Value {
        do {
            return try convert()
        } catch {
            throw .invalidArgument(name: name.text, reason: "\(error)")
        }
    }
}
