// SPDX-License-Identifier: MIT

/// A node's JSON answer that doesn't have the form of nearcore's views.
public struct ViewDecodingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The names and indices that lead to the place, outermost first.
    public private(set) var path: [String]
    /// The form that was expected there.
    public let reason: String

    /// An error at the root of a value.
    package init(_ reason: String) {
        path = []
        self.reason = reason
    }

    /// The same error, seen from the value around it.
    package func inside(_ step: String) -> ViewDecodingError {
        var error = self
        error.path.insert(step, at: 0)
        return error
    }

    /// Place and reason in one sentence.
    public var description: String {
        path.isEmpty ? reason : "\(path.joined(separator: ".")): \(reason)"
    }
}

/// A value that is read from the JSON of a node's answer.
package protocol ViewDecodable: Sendable {
    /// Reads the value; throws `ViewDecodingError` when it isn't one.
    init(json: JSONValue) throws(ViewDecodingError)
    /// The value of a field that isn't there, or `nil` when it has to be there.
    static var whenAbsent: Self? { get }
}

extension ViewDecodable {
    /// By default a field has to be there.
    package static var whenAbsent: Self? { nil }
}

/// The fields of a JSON object.
///
/// nearcore writes its fields in snake_case. Wallets that pass an answer on through a JavaScript client which renames
/// them send camelCase, so each field is looked up under both names, nearcore's first.
package struct ViewFields: Sendable {
    private let members: JSONValue.Members

    /// The members of `json`, which has to be an object.
    package init(_ json: JSONValue) throws(ViewDecodingError) {
        guard case .object(let members) = json else { throw ViewDecodingError("expected an object") }
        self.members = members
    }

    /// The field's JSON under nearcore's name or its camelCase form; `nil` when it is absent or null.
    package func json(_ name: String) -> JSONValue? {
        let value = members[ExactText(name)] ?? members[ExactText(Self.camelCase(name))]
        return value == .null ? nil : value
    }

    /// The field as a `Value`.
    package func value<Value: ViewDecodable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(ViewDecodingError) -> Value {
        guard let json = json(name) else {
            if let absent = Value.whenAbsent { return absent }
            throw ViewDecodingError("missing").inside(name)
        }
        do {
            return try Value(json: json)
        } catch {
            throw error.inside(name)
        }
    }

    /// The field's Base64 text as bytes.
    package func base64(_ name: String) throws(ViewDecodingError) -> [UInt8] {
        guard let bytes = Base64.decode(try value(name, as: String.self)) else {
            throw ViewDecodingError("not Base64").inside(name)
        }
        return bytes
    }

    private static func camelCase(_ name: String) -> String {
        var result = ""
        var raise = false
        for character in name {
            if character == "_", !result.isEmpty {
                raise = true
            } else {
                result += raise ? character.uppercased() : String(character)
                raise = false
            }
        }
        return result
    }
}
