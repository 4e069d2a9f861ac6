// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// The fields that every message of the bridge page has.
///
/// They are read without a dictionary, since every round trip pays for it.
struct BridgeEnvelope {
    /// The fields, by their names in the text.
    enum Field: Int, CaseIterable {
        case v, id, type, payload, secret

        fileprivate var name: StaticString {
            switch self {
            case .v: "v"
            case .id: "id"
            case .type: "type"
            case .payload: "payload"
            case .secret: "secret"
            }
        }
    }

    private static let names = Field.allCases.map(\.name)
    private let values: [JSONValue?]

    /// Reads the text of a message; fields that aren't known are ignored.
    ///
    /// - Throws: `JSONParsingError`, or a ``JSONFields/FieldError`` where the text isn't an object.
    init(_ text: String) throws {
        guard let values = try JSONValue.parseMembers(Array(text.utf8), named: Self.names) else {
            throw JSONFields.FieldError(description: localized("%1$s is not an object", "message"))
        }
        self.values = values
    }

    /// Returns whether a field exists and isn't `null`.
    func has(_ field: Field) -> Bool { values[field.rawValue].map { !$0.isNull } ?? false }

    /// Returns the protocol's version.
    func version() throws(JSONFields.FieldError) -> Int {
        guard let version = try value(.v).integerValue(as: Int.self) else {
            throw JSONFields.FieldError(description: localized("%1$s.%2$s is not a whole number", "message", "v"))
        }
        return version
    }

    /// Returns the text of a field.
    func string(_ field: Field) throws(JSONFields.FieldError) -> String {
        guard let text = try value(field).stringValue else {
            throw JSONFields.FieldError(
                description: localized("%1$s.%2$s is not a text", "message", "\(field.name)"))
        }
        return text
    }

    /// Returns a field's value.
    func value(_ field: Field) throws(JSONFields.FieldError) -> JSONValue {
        guard let value = values[field.rawValue] else {
            throw JSONFields.FieldError(
                description: localized("%1$s.%2$s is missing", "message", "\(field.name)"))
        }
        return value
    }
}
