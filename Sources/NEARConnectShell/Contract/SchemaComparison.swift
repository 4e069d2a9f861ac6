// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// Compares values with JSON schemas, for as long as there is room for it.
struct SchemaComparison {
    /// The most values of one comparison: those compared, and those that schemas list.
    static let limit = 2_000
    private static let depthLimit = 16

    let definitions: SchemaDefinitions
    private var left = Self.limit

    init(definitions: SchemaDefinitions) { self.definitions = definitions }

    /// Returns how a value differs from a type; `nil` where it doesn't, or where it can't be said.
    mutating func difference(of value: JSONValue, from schema: JSONValue) -> ArgumentDifference? {
        compare(value, with: schema, depth: 0)
    }

    /// Takes room for further values; false where there is none.
    private mutating func take(_ count: Int) -> Bool {
        left -= min(count, left)
        return left > 0
    }

    private mutating func compare(_ value: JSONValue, with schema: JSONValue, depth: Int) -> ArgumentDifference? {
        guard take(1), depth < Self.depthLimit else { return nil }
        switch definitions.target(of: schema) {
        case .unknown: return nil
        case .type(let type): return compare(value, with: type, depth: depth + 1)
        case .itself: break
        }
        for type in schema["allOf"]?.arrayValue ?? [] {
            guard left > 0 else { return nil }
            if let found = compare(value, with: type, depth: depth + 1) { return found }
        }
        if let choices = (schema["anyOf"] ?? schema["oneOf"])?.arrayValue, !choices.isEmpty {
            return compare(value, withOneOf: choices, depth: depth)
        }
        if let values = schema["enum"]?.arrayValue {
            guard take(values.count) else { return nil }
            if !values.contains(where: { Self.isSame($0, value) }) { return Self.here(.noneOf(values)) }
        }
        return wrongType(of: value, schema) ?? elements(of: value, schema, depth: depth)
            ?? members(of: value, schema, depth: depth)
    }

    private static func here(_ fault: ArgumentDifference.Fault) -> ArgumentDifference {
        ArgumentDifference(path: [], fault: fault)
    }

    /// Compares two values of JSON, in which 1.0 is 1.
    private static func isSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
        switch (left, right) {
        case (.integer(let whole), .number(let number)), (.number(let number), .integer(let whole)):
            Double(whole) == number
        default: left == right
        }
    }

    // MARK: Several forms

    private mutating func compare(
        _ value: JSONValue, withOneOf choices: [JSONValue], depth: Int
    ) -> ArgumentDifference? {
        var differences: [(type: JSONValue, difference: ArgumentDifference)] = []
        for choice in choices {
            guard let found = compare(value, with: choice, depth: depth + 1) else { return nil }
            // An optional type is one or null: null says nothing about a value that is there.
            if choice["type"]?.stringValue != "null" { differences.append((choice, found)) }
        }
        if differences.count == 1 { return differences[0].difference }
        // Of an enumeration's variants, the one whose name the value has.
        if let members = value.objectValue {
            for (type, difference) in differences {
                let required = (type["required"]?.arrayValue ?? []).prefix(Self.limit).compactMap(\.stringValue)
                if !required.isEmpty, required.allSatisfy({ members[ExactText($0)] != nil }) { return difference }
            }
        }
        let lists = differences.compactMap { (_, difference) -> [JSONValue]? in
            if difference.path.isEmpty, case .noneOf(let values) = difference.fault { values } else { nil }
        }
        guard lists.count == differences.count, !lists.isEmpty else { return Self.here(.noForm) }
        return Self.here(.noneOf(Array(lists.joined())))
    }

    // MARK: A type

    private func wrongType(of value: JSONValue, _ schema: JSONValue) -> ArgumentDifference? {
        let types = schema["type"]?.arrayValue?.compactMap(\.stringValue) ?? [schema["type"]?.stringValue ?? ""]
        guard !types.isEmpty, types.allSatisfy({ ArgumentDifference.words(for: $0) != nil }),
            !types.contains(where: { Self.fits(value, $0) })
        else { return nil }
        return Self.here(.type(types))
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

    private mutating func elements(of value: JSONValue, _ schema: JSONValue, depth: Int) -> ArgumentDifference? {
        guard let elements = value.arrayValue else { return nil }
        let tuple = schema["items"]?.arrayValue
        if let least = Self.count("minItems", schema), elements.count < least { return Self.here(.tooFew(least)) }
        let end = schema["additionalItems"] == false ? tuple?.count : nil
        if let most = Self.count("maxItems", schema) ?? end, elements.count > most { return Self.here(.tooMany(most)) }
        for (index, element) in elements.enumerated() {
            let place = tuple.map { index < $0.count ? $0[index] : nil } ?? schema["items"]
            guard let type = place else { break }
            guard var found = compare(element, with: type, depth: depth + 1) else { continue }
            found.path.insert(.element(index), at: 0)
            return found
        }
        return nil
    }

    private static func count(_ name: String, _ schema: JSONValue) -> Int? {
        guard case .integer(let number)? = schema[name] else { return nil }
        return Int(exactly: number)
    }

    private mutating func members(of value: JSONValue, _ schema: JSONValue, depth: Int) -> ArgumentDifference? {
        guard let members = value.objectValue else { return nil }
        let required = schema["required"]?.arrayValue ?? []
        guard take(required.count) else { return nil }
        for name in required.compactMap(\.stringValue) where members[ExactText(name)] == nil {
            return Self.here(.missing(ExactText(name)))
        }
        let known = schema["properties"]?.objectValue ?? [:]
        // Names that a pattern covers are none of the other ones.
        let other = schema["patternProperties"] == nil ? schema["additionalProperties"] : nil
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
            guard let type = known[name] ?? other,
                var found = compare(member, with: type, depth: depth + 1)
            else { continue }
            found.path.insert(.member(name), at: 0)
            return found
        }
        return nil
    }
}
