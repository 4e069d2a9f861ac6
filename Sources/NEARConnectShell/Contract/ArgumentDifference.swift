// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// A value that isn't what a contract's ABI says, and the sentence about it.
///
/// Names and values are the contract's or the user's words: they are quoted and cut off.
struct ArgumentDifference: Equatable {
    /// A step from a value to one inside it.
    enum Step: Equatable {
        case member(ExactText)
        case element(Int)
    }

    /// The thing that the ABI says otherwise.
    enum Fault: Equatable {
        /// The value is of none of these JSON types.
        case type([String])
        case missing(ExactText)
        case noneOf([JSONValue])
        case tooFew(Int)
        case tooMany(Int)
        /// The value is none of several forms.
        case noForm
    }

    private static let (wordLimit, valuesShown) = (60, 20)

    var path: [Step]
    let fault: Fault

    /// The sentence.
    var text: String {
        let value = Self.quoted(place)
        switch fault {
        case .type(let types):
            let name = types.first { $0 != "null" } ?? "null"
            return localized("By the ABI, %1$s is %2$s.", value, Self.words(for: name) ?? name)
        case .missing(let member):
            return localized("By the ABI, %1$s needs the member %2$s.", value, Self.quoted(member.text))
        case .noneOf(let values):
            let names = values.prefix(Self.valuesShown).map(Self.shown).joined(separator: ", ")
            let more = values.count > Self.valuesShown ? ", …" : ""
            return localized("By the ABI, %1$s is one of these: %2$s.", value, names + more)
        case .tooFew(let count):
            return localizedPlural(
                "By the ABI, %1$s has at least %2$s element.", "By the ABI, %1$s has at least %2$s elements.",
                count: count, value, "\(count)")
        case .tooMany(let count):
            return localizedPlural(
                "By the ABI, %1$s has at most %2$s element.", "By the ABI, %1$s has at most %2$s elements.",
                count: count, value, "\(count)")
        case .noForm: return localized("By the ABI, %1$s has another form.", value)
        }
    }

    /// The way to the value, such as `pairs[1].id`.
    private var place: String {
        path.reduce(into: "") { text, step in
            switch step {
            case .member(let name):
                text += (text.isEmpty ? "" : ".") + DisplayText.beginning(of: name.text, limit: Self.wordLimit).shown
            case .element(let index): text += "[\(index)]"
            }
        }
    }

    static func quoted(_ text: String) -> String { DisplayText.quotation(text, limit: wordLimit) }

    private static func shown(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): quoted(text)
        case .array, .object: "…"
        default: value.text
        }
    }

    /// Returns a JSON type in words; `nil` for none of draft 7's.
    static func words(for type: String) -> String? {
        switch type {
        case "string": localized("a text in quotation marks")
        case "integer": localized("a whole number")
        case "number": localized("a number")
        case "boolean": localized("true or false")
        case "array": localized("a list in brackets")
        case "object": localized("an object in braces")
        case "null": localized("null")
        default: nil
        }
    }
}
