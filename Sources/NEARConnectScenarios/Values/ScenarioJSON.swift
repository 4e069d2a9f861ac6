// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// A JSON value that a scenario file writes as YAML, with references in it.
///
/// A scalar without quotation marks is a number, true, false or null where JSON writes them so; every other scalar is a
/// text. One that is a single `${…}` without quotation marks is the named value itself, of whatever kind.
package indirect enum ScenarioJSON: Sendable {
    /// A value that is known.
    case value(JSONValue)
    /// The named value itself.
    case reference(ScenarioText.Reference)
    /// A text with references.
    case text(ScenarioText)
    /// A list.
    case list([ScenarioJSON])
    /// An object.
    case object([ExactText: ScenarioJSON])

    /// Returns the value with its references replaced.
    ///
    /// - Throws: ``ScenarioValueError`` where a result isn't there, or where the value has more than 1 MiB.
    package func value(_ values: ScenarioValues) throws(ScenarioValueError) -> JSONValue {
        var budget = ScenarioValues.sizeLimit
        return try value(values, &budget)
    }

    /// Returns the value; what references bring is taken from `budget`, in bytes.
    private func value(_ values: ScenarioValues, _ budget: inout Int) throws(ScenarioValueError) -> JSONValue {
        switch self {
        case .value(let value): return value
        case .reference(let reference):
            guard let value = reference.value(in: values) else { throw .unknown(reference) }
            budget -= value.bytes.count
            guard budget >= 0 else { throw .tooLong }
            return value
        case .text(let text):
            let result = try text.resolved(values)
            budget -= result.utf8.count
            guard budget >= 0 else { throw .tooLong }
            return .string(result)
        case .list(let elements):
            var result: [JSONValue] = []
            for element in elements { result.append(try element.value(values, &budget)) }
            return .array(result)
        case .object(let members):
            var result: JSONValue.Members = [:]
            for (name, member) in members { result[name] = try member.value(values, &budget) }
            return .object(result)
        }
    }

    /// The references in it, those of lists and objects included.
    var references: [ScenarioText.Reference] {
        switch self {
        case .value: []
        case .reference(let reference): [reference]
        case .text(let text): text.references
        case .list(let elements): elements.flatMap(\.references)
        case .object(let members): members.values.flatMap(\.references)
        }
    }

    /// Reads a scalar without references.
    static func scalar(_ text: String, isPlain: Bool) -> JSONValue {
        guard isPlain else { return .string(text) }
        guard !text.isEmpty else { return .null }
        do {
            let value = try JSONValue.parse(text)
            // Flow lists and mappings are YAML's own; a plain text never begins with their signs.
            return value
        } catch {
            return .string(text)
        }
    }
}
