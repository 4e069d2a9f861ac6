// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// The fields that every message of the bridge page has.
///
/// They are read without a dictionary, since every round trip pays for it.
struct BridgeEnvelope {
    private(set) var v: JSONValue?
    private(set) var id: JSONValue?
    private(set) var type: JSONValue?
    private(set) var payload: JSONValue?
    private(set) var secret: JSONValue?

    /// Reads the text of a message; fields that aren't known are ignored.
    ///
    /// - Throws: `JSONParsingError`, or a ``JSONFields/FieldError`` where the text isn't an object.
    init(_ text: String) throws {
        let isObject = try JSONValue.parseMembers(Array(text.utf8)) { name, value in
            switch name {
            case "v": v = value
            case "id": id = value
            case "type": type = value
            case "payload": payload = value
            case "secret": secret = value
            default: break
            }
        }
        guard isObject else { throw JSONFields.FieldError(description: localized("%1$s is not an object", "message")) }
    }

    /// Returns the protocol's version.
    func version() throws(JSONFields.FieldError) -> Int {
        guard let version = try value(v, "v").integerValue(as: Int.self) else {
            throw JSONFields.FieldError(description: localized("%1$s.%2$s is not a whole number", "message", "v"))
        }
        return version
    }

    /// Returns the text of a field.
    ///
    /// - Parameter name: The field's name, for the error.
    func string(_ field: JSONValue?, _ name: String) throws(JSONFields.FieldError) -> String {
        guard let text = try value(field, name).stringValue else {
            throw JSONFields.FieldError(description: localized("%1$s.%2$s is not a text", "message", name))
        }
        return text
    }

    /// Returns a field's value.
    ///
    /// - Parameter name: The field's name, for the error.
    func value(_ field: JSONValue?, _ name: String) throws(JSONFields.FieldError) -> JSONValue {
        guard let field else {
            throw JSONFields.FieldError(description: localized("%1$s.%2$s is missing", "message", name))
        }
        return field
    }
}
