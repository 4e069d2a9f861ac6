// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// The types of a method's arguments, by a contract's ABI (JSON Schema, draft 7, as near-abi 0.4 uses it).
///
/// It is the contract's word: a difference is told to whoever writes a call, and keeps nobody from making it.
struct ArgumentSchema: Sendable, Equatable {
    /// The deepest value that is compared, and the most values.
    private static let (depthLimit, countLimit) = (16, 2_000)
    private static let namesShown = 20

    /// The method's `params`; `nil` for a method without arguments.
    let params: JSONValue?
    /// The types that schemas refer to by `#/definitions/NAME`.
    let definitions: JSONValue?

    /// Returns how arguments differ from the ABI, as a sentence; `nil` where they don't, or where it can't be said.
    func difference(of arguments: JSONValue.Members, calling method: String) -> String? {
        let named = params?["args"]?.arrayValue ?? []
        guard named.isEmpty || params?["serialization_type"]?.stringValue == "json" else {
            return localized("By its ABI, %1$s takes its arguments in Borsh, and not in JSON.", method)
        }
        let types = JSONValue.Members(
            named.compactMap { one in one["name"]?.stringValue.map { (ExactText($0), one["type_schema"] ?? .null) } },
            uniquingKeysWith: { first, _ in first })
        for name in arguments.keys.sorted() where types[name] == nil {
            return localized("By its ABI, %1$s has no argument “%2$s”.", method, DisplayText.name(name.text))
        }
        var left = Self.countLimit
        for (name, type) in types.sorted(by: { $0.key < $1.key }) {
            let path = DisplayText.name(name.text)
            guard let value = arguments[name] else {
                // Who leaves an optional argument out says null.
                if difference(of: .null, from: type, at: path, depth: 0, &left) == nil { continue }
                return localized("By its ABI, %1$s needs the argument “%2$s”.", method, path)
            }
            if let difference = difference(of: value, from: type, at: path, depth: 0, &left) { return difference }
        }
        return nil
    }

    private func difference(
        of value: JSONValue, from schema: JSONValue?, at path: String, depth: Int, _ left: inout Int
    ) -> String? {
        left -= 1
        guard left > 0, depth < Self.depthLimit, let schema else { return nil }
        if let name = schema["$ref"]?.stringValue {
            guard name.utf8.starts(with: "#/definitions/".utf8),
                let type = definitions?.objectValue?[ExactText(String(name.dropFirst(14)))]
            else { return nil }
            return difference(of: value, from: type, at: path, depth: depth + 1, &left)
        }
        for type in schema["allOf"]?.arrayValue ?? [] {
            if let found = difference(of: value, from: type, at: path, depth: depth + 1, &left) { return found }
        }
        if let choices = (schema["anyOf"] ?? schema["oneOf"])?.arrayValue, !choices.isEmpty {
            var first: String?
            for type in choices {
                guard let found = difference(of: value, from: type, at: path, depth: depth + 1, &left) else {
                    return nil
                }
                // Of an optional type, null is said last.
                if first == nil || type["type"]?.stringValue != "null" { first = found }
            }
            return first
        }
        if let values = schema["enum"]?.arrayValue, !values.contains(value) {
            let names = values.prefix(Self.namesShown).map { DisplayText.name($0.text) }.joined(separator: ", ")
            return localized("By its ABI, “%1$s” is one of these: %2$s.", path, names)
        }
        if let wrong = wrongType(of: value, schema, at: path) { return wrong }
        return inner(of: value, schema, at: path, depth: depth, &left)
    }

    /// Compares a value's own type.
    private func wrongType(of value: JSONValue, _ schema: JSONValue, at path: String) -> String? {
        let types = schema["type"]?.arrayValue?.compactMap(\.stringValue) ?? [schema["type"]?.stringValue ?? ""]
        guard types.allSatisfy({ Self.words(for: $0) != nil }), !types.contains(where: { Self.fits(value, $0) }) else {
            return nil
        }
        let words = types.filter { $0 != "null" }.first ?? "null"
        return Self.words(for: words).map { localized("By its ABI, “%1$s” is %2$s.", path, $0) }
    }

    private static func words(for type: String) -> String? {
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

    private static func fits(_ value: JSONValue, _ type: String) -> Bool {
        switch value {
        case .null: type == "null"
        case .bool: type == "boolean"
        case .integer: type == "integer" || type == "number"
        case .number(let number): type == "number" || type == "integer" && number == number.rounded()
        case .string: type == "string"
        case .array: type == "array"
        case .object: type == "object"
        }
    }

    /// Compares the elements of a list, and the members of an object.
    private func inner(
        of value: JSONValue, _ schema: JSONValue, at path: String, depth: Int, _ left: inout Int
    ) -> String? {
        if let elements = value.arrayValue {
            let tuple = schema["items"]?.arrayValue
            if let tuple, tuple.count != elements.count {
                return localized("By its ABI, “%1$s” has %2$s elements.", path, "\(tuple.count)")
            }
            for (index, element) in elements.enumerated() {
                let type = tuple?[index] ?? schema["items"]
                let place = "\(path)[\(index)]"
                if let found = difference(of: element, from: type, at: place, depth: depth + 1, &left) { return found }
            }
        }
        guard let members = value.objectValue else { return nil }
        let known = schema["properties"]?.objectValue ?? [:]
        for name in (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue)
        where members[ExactText(name)] == nil {
            return localized("By its ABI, “%1$s” needs the member “%2$s”.", path, DisplayText.name(name))
        }
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
            let type = known[name] ?? schema["additionalProperties"]
            let place = "\(path).\(DisplayText.name(name.text))"
            if let found = difference(of: member, from: type, at: place, depth: depth + 1, &left) { return found }
        }
        return nil
    }
}
