// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

/// Reads the fields of a JSON object; its errors name the field that is missing or of the wrong kind.
package struct JSONFields {
    /// A missing or wrong field, described for a log or an error message.
    package struct FieldError: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    private let fields: JSONValue.Members
    private let name: String

    /// Creates a reader of `value`.
    ///
    /// - Parameters:
    ///   - value: The object.
    ///   - name: The object's name in messages.
    package init(_ value: JSONValue?, _ name: String) throws(FieldError) {
        guard let fields = value?.objectValue else {
            throw FieldError(description: localized("%1$s is not an object", name))
        }
        self.fields = fields
        self.name = name
    }

    /// Returns whether a field exists and isn't `null`.
    package func has(_ field: String) -> Bool { fields[ExactText(field)].map { !$0.isNull } ?? false }

    /// Returns the value of a required field.
    package func value(_ field: String) throws(FieldError) -> JSONValue {
        guard let value = fields[ExactText(field)] else {
            throw FieldError(description: localized("%1$s.%2$s is missing", name, field))
        }
        return value
    }

    /// Returns the text of a required field.
    package func string(_ field: String) throws(FieldError) -> String {
        guard let text = try value(field).stringValue else {
            throw FieldError(description: localized("%1$s.%2$s is not a text", name, field))
        }
        return text
    }

    /// Returns the text of a field that may be absent or `null`.
    package func optionalString(_ field: String) throws(FieldError) -> String? {
        guard let value = fields[ExactText(field)], !value.isNull else { return nil }
        guard let text = value.stringValue else {
            throw FieldError(description: localized("%1$s.%2$s is not a text", name, field))
        }
        return text
    }

    /// Returns the number of a required field.
    package func integer(_ field: String) throws(FieldError) -> Int {
        guard let number = try value(field).integerValue(as: Int.self) else {
            throw FieldError(description: localized("%1$s.%2$s is not a whole number", name, field))
        }
        return number
    }

    /// Returns the truth value of a required field.
    package func bool(_ field: String) throws(FieldError) -> Bool {
        guard let flag = try value(field).boolValue else {
            throw FieldError(description: localized("%1$s.%2$s is neither true nor false", name, field))
        }
        return flag
    }

    /// Returns the elements of a required field.
    package func array(_ field: String) throws(FieldError) -> [JSONValue] {
        guard let elements = try value(field).arrayValue else {
            throw FieldError(description: localized("%1$s.%2$s is not a list", name, field))
        }
        return elements
    }
}
