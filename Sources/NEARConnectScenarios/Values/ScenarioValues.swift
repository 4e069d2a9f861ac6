// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

/// The values that `${…}` names: of `let`, of a matrix, and of steps that ran.
package struct ScenarioValues: Sendable {
    /// The most bytes of a text that references were replaced in.
    static let sizeLimit = 1 << 20

    private var values: [ExactText: JSONValue]

    package init(_ values: [ExactText: JSONValue] = [:]) { self.values = values }

    /// The value of a name.
    package subscript(name: String) -> JSONValue? {
        get { values[ExactText(name)] }
        set { values[ExactText(name)] = newValue }
    }

    /// The names, sorted.
    package var names: [String] { values.keys.map(\.text).sorted() }
}

/// The reason why a value's text can't be used.
package enum ScenarioValueError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no such value.
    case unknown(ScenarioText.Reference)
    /// `${` without `}`.
    case unclosed
    /// Braces hold something that is no name.
    case notAName(String)
    /// The text gets too long once its references are replaced.
    case tooLong
    /// The text isn't of the kind that is meant; the reason and an example.
    case unfit(String, example: String)

    /// The fault in words.
    package var description: String {
        switch self {
        case .unknown(let reference): localized("there is no value “%1$s”", YAMLParser.shown(reference.text))
        case .unclosed: localized("“${” has no “}”")
        case .notAName(let text): localized("“%1$s” is no name of a value", YAMLParser.shown(text))
        case .tooLong: localized("the text has more than %1$s bytes", "\(ScenarioValues.sizeLimit)")
        case .unfit(let reason, _): reason
        }
    }

    /// The way to repair it.
    package var advice: String {
        switch self {
        case .unknown: localized("name a value of “let” or “matrix”, or of “as” in an earlier step")
        case .unclosed: localized("write ${name}, or $${ for the signs themselves")
        case .notAName: localized("write letters, digits, - and _, and points before members, as in ${sent.hash}")
        case .tooLong: localized("refer to shorter values")
        case .unfit(_, let example): localized("write, for example, %1$s", example)
        }
    }
}
