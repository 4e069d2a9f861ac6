// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// Reads the fields of a JSON object and says which one is missing or of the wrong kind.
struct JSONFields {
    /// What was wrong, for a log or an error message.
    struct Fault: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    private let fields: JSONValue.Members
    private let name: String

    /// - Parameters:
    ///   - value: The object.
    ///   - name: What it is called in messages.
    init(_ value: JSONValue?, _ name: String) throws(Fault) {
        guard let fields = value?.objectValue else { throw Fault(description: "\(name) is not an object") }
        self.fields = fields
        self.name = name
    }

    /// Whether a field is there and not `null`.
    func has(_ field: String) -> Bool { fields[ExactText(field)].map { !$0.isNull } ?? false }

    /// The value of a field that must be there.
    func value(_ field: String) throws(Fault) -> JSONValue {
        guard let value = fields[ExactText(field)] else { throw Fault(description: "\(name).\(field) is missing") }
        return value
    }

    /// The text of a field that must be there.
    func string(_ field: String) throws(Fault) -> String {
        guard let text = try value(field).stringValue else { throw wrong(field, "a text") }
        return text
    }

    /// The text of a field that may be absent or `null`.
    func optionalString(_ field: String) throws(Fault) -> String? {
        guard let value = fields[ExactText(field)], !value.isNull else { return nil }
        guard let text = value.stringValue else { throw wrong(field, "a text") }
        return text
    }

    /// The number of a field that must be there.
    func integer(_ field: String) throws(Fault) -> Int {
        guard let number = try value(field).integerValue(as: Int.self) else { throw wrong(field, "a whole number") }
        return number
    }

    /// The truth value of a field that must be there.
    func bool(_ field: String) throws(Fault) -> Bool {
        guard let flag = try value(field).boolValue else { throw wrong(field, "true or false") }
        return flag
    }

    /// The elements of a field that must be there.
    func array(_ field: String) throws(Fault) -> [JSONValue] {
        guard let elements = try value(field).arrayValue else { throw wrong(field, "a list") }
        return elements
    }

    private func wrong(_ field: String, _ kind: String) -> Fault {
        Fault(description: "\(name).\(field) is not \(kind)")
    }
}
