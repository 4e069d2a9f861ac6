// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// Reads the fields of an object of a request; its errors name the field.
struct DAppParams {
    /// The name of the one member of an object that stands for bytes.
    static let bytesName: ExactText = "$bytes"

    let members: JSONValue.Members
    /// The object's name in errors.
    let name: String

    init(_ value: JSONValue?, _ name: String) throws(DAppError) {
        guard let members = value?.objectValue else { throw .invalid(localized("%1$s is not an object", name)) }
        self.members = members
        self.name = name
    }

    /// Returns the error of a field.
    func error(_ field: String, _ reason: String) -> DAppError {
        .invalid(localized("%1$s.%2$s %3$s", name, DisplayText.name(String(field.prefix(64))), reason))
    }

    /// Returns true if there is such a field, `null` not counting.
    func has(_ field: String) -> Bool { members[ExactText(field)].map { !$0.isNull } ?? false }

    /// Refuses fields that aren't among `known`: where money moves, nothing is passed over.
    func requireOnly(_ known: [String]) throws(DAppError) {
        let unknown = members.keys.filter { field in !known.contains { field == ExactText($0) } }
        guard let field = unknown.min() else { return }
        throw error(
            field.text,
            localized(
                "isn’t known; there may be: %1$s", known.isEmpty ? localized("nothing") : known.joined(separator: ", "))
        )
    }

    func value(_ field: String) throws(DAppError) -> JSONValue {
        guard let value = members[ExactText(field)], !value.isNull else {
            throw error(field, localized("is missing"))
        }
        return value
    }

    func object(_ field: String) throws(DAppError) -> DAppParams {
        try DAppParams(try value(field), "\(name).\(field)")
    }

    func list(_ field: String, limit: Int) throws(DAppError) -> [JSONValue] {
        guard let elements = try value(field).arrayValue else { throw error(field, localized("is not a list")) }
        guard elements.count <= limit else {
            throw error(field, localized("has %1$s entries; %2$s are allowed", "\(elements.count)", "\(limit)"))
        }
        return elements
    }

    func text(_ field: String, limit: Int) throws(DAppError) -> ExactText {
        guard let text = try value(field).stringValue else { throw error(field, localized("is not a text")) }
        guard text.utf8.count <= limit else {
            throw error(field, localized("has %1$s bytes; %2$s are allowed", "\(text.utf8.count)", "\(limit)"))
        }
        return ExactText(text)
    }

    func optionalText(_ field: String, limit: Int) throws(DAppError) -> ExactText? {
        try has(field) ? text(field, limit: limit) : nil
    }

    func account(_ field: String) throws(DAppError) -> AccountId {
        let text = try text(field, limit: DAppJSON.nameLimit)
        do throws(AccountIdError) {
            return try AccountId(text.text)
        } catch {
            throw self.error(field, localized("is no account id: %1$s", "\(error)"))
        }
    }

    func optionalAccount(_ field: String) throws(DAppError) -> AccountId? {
        try has(field) ? account(field) : nil
    }

    /// Returns bytes: `{"$bytes": Base64}`, or a list of numbers below 256.
    func bytes(_ field: String) throws(DAppError) -> [UInt8] {
        guard let bytes = Self.bytes(try value(field)) else {
            throw error(field, localized("is neither {\"$bytes\": Base64} nor a list of bytes"))
        }
        return bytes
    }

    /// Returns the bytes that a value stands for; `nil` if it stands for none.
    static func bytes(_ value: JSONValue) -> [UInt8]? {
        if let members = value.objectValue {
            guard members.count == 1, let text = members[bytesName]?.stringValue else { return nil }
            return Base64.decode(text)
        }
        guard let elements = value.arrayValue else { return nil }
        let bytes = elements.compactMap { $0.integerValue(as: UInt8.self) }
        return bytes.count == elements.count ? bytes : nil
    }

    /// Returns the network that a request names: an id as ``CustomNetwork`` has it.
    func network() throws(DAppError) -> ExactText? {
        guard let id = try optionalText("network", limit: 64) else { return nil }
        let isId = id.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "-_.".utf8.contains(byte)
        }
        guard isId, !id.isEmpty else { throw error("network", localized("is no network id")) }
        return id
    }
}
