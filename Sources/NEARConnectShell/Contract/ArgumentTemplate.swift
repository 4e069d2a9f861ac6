// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// Writes a method's arguments with empty values, by their JSON schemas.
struct ArgumentTemplate {
    /// The deepest value, and the most members and elements of one template.
    private static let (depthLimit, countLimit) = (8, 256)

    let definitions: SchemaDefinitions

    /// Returns the arguments of a method, one a line; `nil` where they aren't JSON, or are too many.
    func text(_ params: JSONValue?) -> String? {
        guard let params, let arguments = params["args"]?.arrayValue, !arguments.isEmpty else { return "{}" }
        guard params["serialization_type"]?.stringValue == "json" else { return nil }
        var left = Self.countLimit
        var lines: [String] = []
        for argument in arguments {
            guard let name = argument["name"]?.stringValue,
                let value = value(argument["type_schema"], at: 0, left: &left)
            else {
                return nil
            }
            lines.append("  \(JSONValue.string(name).text): \(value.text)")
        }
        return "{\n\(lines.joined(separator: ",\n"))\n}"
    }

    /// Returns an empty value of a type; `nil` where it has no end.
    private func value(_ schema: JSONValue?, at depth: Int, left: inout Int) -> JSONValue? {
        left -= 1
        guard depth < Self.depthLimit, left > 0 else { return nil }
        guard let schema else { return .null }
        switch definitions.target(of: schema) {
        case .unknown: return .null
        case .type(let type): return value(type, at: depth + 1, left: &left)
        case .itself: break
        }
        if let first = schema["enum"]?.arrayValue?.first { return first }
        for choice in ["anyOf", "oneOf", "allOf"] {
            if let types = schema[choice]?.arrayValue, !types.isEmpty {
                // An optional type is one or null: null says what it is.
                if types.contains(where: { $0["type"]?.stringValue == "null" }) { return .null }
                return value(types[0], at: depth + 1, left: &left)
            }
        }
        if schema["type"]?.arrayValue?.contains("null") == true { return .null }
        switch schema["type"]?.stringValue ?? schema["type"]?.arrayValue?.first?.stringValue {
        case "string": return ""
        case "integer", "number": return 0
        case "boolean": return false
        case "array": return elements(of: schema, at: depth, left: &left)
        case "object": return members(of: schema, at: depth, left: &left)
        default: return .null
        }
    }

    /// Returns the elements of a tuple, or none of a list.
    private func elements(of schema: JSONValue, at depth: Int, left: inout Int) -> JSONValue? {
        guard let types = schema["items"]?.arrayValue else { return .array([]) }
        var elements: [JSONValue] = []
        for type in types {
            guard let element = value(type, at: depth + 1, left: &left) else { return nil }
            elements.append(element)
        }
        return .array(elements)
    }

    /// Returns the members that an object must have.
    private func members(of schema: JSONValue, at depth: Int, left: inout Int) -> JSONValue? {
        var members: JSONValue.Members = [:]
        for name in (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue) {
            let type = schema["properties"]?.objectValue?[ExactText(name)]
            guard let member = value(type, at: depth + 1, left: &left) else { return nil }
            members[ExactText(name)] = member
        }
        return .object(members)
    }
}
