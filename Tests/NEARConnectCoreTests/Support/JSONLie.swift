// SPDX-License-Identifier: MIT

import NEARPrimitives

/// A place in a JSON value, and other values for it.
struct JSONPlace: Hashable, CustomStringConvertible {
    enum Step: Hashable {
        case name(String)
        case index(Int)
    }

    let steps: [Step]

    var description: String {
        steps.map { if case .name(let name) = $0 { ".\(name)" } else { "[]" } }.joined()
    }

    /// Returns every place in `value`; of lists only the first element's.
    static func all(in value: JSONValue) -> [JSONPlace] {
        places(in: value, [])
    }

    private static func places(in value: JSONValue, _ steps: [Step]) -> [JSONPlace] {
        let own = steps.isEmpty ? [] : [JSONPlace(steps: steps)]
        switch value {
        case .object(let members):
            return own
                + members.sorted { $0.key < $1.key }.flatMap { places(in: $0.value, steps + [.name($0.key.text)]) }
        case .array(let elements):
            return own + elements.prefix(1).enumerated().flatMap { places(in: $0.element, steps + [.index($0.offset)]) }
        default: return own
        }
    }

    /// Returns `value` with another value at this place, or without it; `nil` where it has no such place.
    func replacing(in value: JSONValue, with other: JSONValue?) -> JSONValue? {
        Self.replacing(in: value, steps[...], other).flatMap(\.self)
    }

    /// Replaces or removes the value at the end of `steps`.
    ///
    /// - Returns: `.some(nil)` where nothing is left.
    private static func replacing(in value: JSONValue, _ steps: ArraySlice<Step>, _ other: JSONValue?) -> JSONValue?? {
        guard let step = steps.first else { return .some(other) }
        switch (step, value) {
        case (.name(let name), .object(var members)):
            guard let inner = members[ExactText(name)], let new = replacing(in: inner, steps.dropFirst(), other) else {
                return nil
            }
            members[ExactText(name)] = new
            return .some(.object(members))
        case (.index(let index), .array(var elements)):
            guard elements.indices.contains(index),
                let new = replacing(in: elements[index], steps.dropFirst(), other)
            else { return nil }
            if let new { elements[index] = new } else { elements.remove(at: index) }
            return .some(.array(elements))
        default: return nil
        }
    }

    /// Returns the value at this place.
    func value(in root: JSONValue) -> JSONValue? {
        var value = root
        for step in steps {
            let inner: JSONValue? =
                switch step {
                case .name(let name): value[name]
                case .index(let index): value[index]
                }
            guard let inner else { return nil }
            value = inner
        }
        return value
    }
}

extension JSONValue {
    /// The lies that can replace this value; `nil` stands for leaving it out.
    var lies: [JSONValue?] {
        let any: [JSONValue?] = [nil, .null, 0, "", [], Self.nested]
        let numbers: [JSONValue] = [
            -1, .integer(Int128(UInt64.max)), .integer(.max),
        ]
        switch self {
        case .object, .array: return any
        case .integer(let value):
            return any + numbers + [.integer(value + 1), .integer(value - 1), .integer(value + 500)]
        case .string(let text):
            let texts: [JSONValue] = [
                .string(String(UInt128.max)),
                .string(CryptoHash.sha256([9]).description), "mallory.test.near",
                .string(String(repeating: "9", count: 10_000)), .string(text + "1"),
            ]
            return any + texts
        case .null, .bool, .number: return any + numbers + [.string(CryptoHash.sha256([9]).description)]
        }
    }

    private static let nested = (0..<100).reduce(JSONValue.null) { inner, _ in [inner] }
}
