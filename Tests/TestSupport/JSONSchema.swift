// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// A JSON schema with the words that the schemas of `docs/schemas` use.
package struct JSONSchema {
    /// A word of a schema that this reader doesn't know.
    package struct UnknownWordError: Error {
        /// The word.
        package let word: String
    }

    private let root: JSONValue

    package init(_ root: JSONValue) { self.root = root }

    /// Returns true if a value is what the schema describes.
    package func accepts(_ value: JSONValue) throws -> Bool { try accepts(value, by: root) }

    private func accepts(_ value: JSONValue, by schema: JSONValue) throws -> Bool {
        for (word, rule) in try members(of: schema) {
            guard try accepts(value, word: word.text, rule: rule, of: schema) else { return false }
        }
        return true
    }

    private func accepts(_ value: JSONValue, word: String, rule: JSONValue, of schema: JSONValue) throws -> Bool {
        switch word {
        case "$schema", "$defs", "title", "description": return true
        case "properties":
            return try (value.objectValue ?? [:]).allSatisfy { name, member in
                try rule.objectValue?[name].map { try accepts(member, by: $0) } ?? true
            }
        case "$ref": return try accepts(value, by: try definition(rule))
        case "const": return value == rule
        case "anyOf": return try (rule.arrayValue ?? []).contains { try accepts(value, by: $0) }
        case "type":
            if rule == "integer", case .integer = value { return true }
            return Self.type(of: value) == rule.stringValue
        case "required": return (rule.arrayValue ?? []).allSatisfy { value[$0.stringValue ?? ""] != nil }
        case "additionalProperties":
            let known = schema["properties"]?.objectValue ?? [:]
            return (value.objectValue ?? [:]).keys.allSatisfy { known[$0] != nil }
        case "items": return try (value.arrayValue ?? []).allSatisfy { try accepts($0, by: rule) }
        case "minItems": return value.arrayValue.map { $0.count >= Self.number(rule) } ?? true
        case "maxItems": return value.arrayValue.map { $0.count <= Self.number(rule) } ?? true
        case "uniqueItems": return value.arrayValue.map { Set($0.map { ExactText($0.text) }).count == $0.count } ?? true
        case "minLength": return value.stringValue.map { $0.unicodeScalars.count >= Self.number(rule) } ?? true
        case "maxLength": return value.stringValue.map { $0.unicodeScalars.count <= Self.number(rule) } ?? true
        case "minimum": return value.integerValue(as: Int.self).map { $0 >= Self.number(rule) } ?? true
        case "maximum": return value.integerValue(as: Int.self).map { $0 <= Self.number(rule) } ?? true
        case "pattern":
            guard let text = value.stringValue else { return true }
            return try Regex(rule.stringValue ?? "").firstMatch(in: text) != nil
        default: throw UnknownWordError(word: word)
        }
    }

    private func definition(_ reference: JSONValue) throws -> JSONValue {
        let name = (reference.stringValue ?? "").split(separator: "/").last.map(String.init) ?? ""
        guard let definition = root["$defs"]?[name] else { throw UnknownWordError(word: name) }
        return definition
    }

    private func members(of schema: JSONValue) throws -> JSONValue.Members {
        guard let members = schema.objectValue else { throw UnknownWordError(word: schema.text) }
        return members
    }

    private static func number(_ rule: JSONValue) -> Int { rule.integerValue(as: Int.self) ?? 0 }

    private static func type(of value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "boolean"
        case .integer, .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
