// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// The parameters of a call of the control channel, read strictly.
struct ControlParams {
    private let fields: JSONValue.Members

    /// Takes the parameters.
    ///
    /// - Parameters:
    ///   - json: The parameters as they came.
    ///   - known: The names that the method knows.
    /// - Throws: `LocalCallError` for what isn't an object, and for names that the method doesn't know.
    init(_ json: JSONValue?, known: Set<ExactText>) throws(LocalCallError) {
        switch json {
        case nil: fields = [:]
        case .object(let members)?: fields = members
        default: throw .invalidParams(localized("the parameters are no object"))
        }
        if let other = fields.keys.first(where: { !known.contains($0) }) {
            throw .invalidParams(localized("the method has no parameter “%1$s”", DisplayText.name(other.text)))
        }
    }

    /// Returns whether a parameter is there.
    func has(_ name: ExactText) -> Bool { fields[name] != nil }

    /// Returns a parameter as it came; `nil` if it isn't there.
    func value(_ name: ExactText) -> JSONValue? { fields[name] }

    /// Returns a text; `nil` if it isn't there.
    func text(ifThere name: ExactText) throws(LocalCallError) -> String? {
        guard let value = fields[name] else { return nil }
        guard let text = value.stringValue else { throw Self.wrong(name, localized("is no text")) }
        return text
    }

    /// Returns a text.
    func text(_ name: ExactText) throws(LocalCallError) -> String {
        guard let text = try text(ifThere: name) else { throw Self.wrong(name, localized("is missing")) }
        return text
    }

    /// Returns a whole number; `nil` if it isn't there.
    func number(ifThere name: ExactText, in range: ClosedRange<Int>) throws(LocalCallError) -> Int? {
        guard let value = fields[name] else { return nil }
        guard let number = value.integerValue(as: Int.self), range.contains(number) else {
            throw Self.wrong(
                name,
                localized("is no whole number from %1$s to %2$s", "\(range.lowerBound)", "\(range.upperBound)"))
        }
        return number
    }

    /// Returns a whole number.
    func number(_ name: ExactText, in range: ClosedRange<Int>) throws(LocalCallError) -> Int {
        guard let number = try number(ifThere: name, in: range) else {
            throw Self.wrong(name, localized("is missing"))
        }
        return number
    }

    /// Returns a truth value; `nil` if it isn't there.
    func flag(ifThere name: ExactText) throws(LocalCallError) -> Bool? {
        guard let value = fields[name] else { return nil }
        guard case .bool(let flag) = value else { throw Self.wrong(name, localized("is neither true nor false")) }
        return flag
    }

    /// Returns an account's id; `nil` if it isn't there.
    func account(ifThere name: ExactText) throws(LocalCallError) -> AccountId? {
        guard let text = try text(ifThere: name) else { return nil }
        do {
            return try AccountId(text)
        } catch {
            throw Self.wrong(name, "\(error)")
        }
    }

    /// Returns an account's id.
    func account(_ name: ExactText) throws(LocalCallError) -> AccountId {
        guard let account = try account(ifThere: name) else { throw Self.wrong(name, localized("is missing")) }
        return account
    }

    /// Returns a site's origin.
    func origin(_ name: ExactText) throws(LocalCallError) -> SiteOrigin {
        guard let origin = SiteOrigin(try text(name)), origin.mayHaveWallet else {
            throw Self.wrong(
                name, localized("is no origin of a page that may have a wallet, such as https://app.example"))
        }
        return origin
    }

    /// Returns one of some words; `nil` if it isn't there.
    func word(ifThere name: ExactText, of words: [String]) throws(LocalCallError) -> String? {
        guard let text = try text(ifThere: name) else { return nil }
        guard words.contains(where: { $0.hasSameBytes(as: text) }) else {
            throw Self.wrong(name, localized("is none of %1$s", words.joined(separator: ", ")))
        }
        return text
    }

    /// Returns the error of a parameter that can't be used.
    static func wrong(_ name: ExactText, _ reason: String) -> LocalCallError {
        .invalidParams(localized("the parameter “%1$s”: %2$s", name.text, reason))
    }
}
