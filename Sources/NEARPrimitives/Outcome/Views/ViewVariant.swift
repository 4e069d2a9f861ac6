// SPDX-License-Identifier: MIT

/// A Rust enum in JSON as serde writes it.
///
/// A variant without fields is a bare name, any other an object whose one member is the variant's name.
package struct ViewVariant: Sendable {
    /// The variant's name.
    package let name: String
    /// The variant's content; `null` for a bare name.
    package let payload: JSONValue

    /// `nil` when `json` has neither form.
    package init?(_ json: JSONValue) {
        switch json {
        case .string(let name):
            self.name = name
            payload = .null
        case .object(let members):
            guard members.count == 1, let (name, payload) = members.first else { return nil }
            self.name = name.text
            self.payload = payload
        default: return nil
        }
    }

    /// A field of the variant's content.
    package func value<Value: ViewDecodable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(ViewDecodingError) -> Value {
        do {
            return try ViewFields(payload).value(name)
        } catch {
            throw error.inside(self.name)
        }
    }

    /// A Base64 field of the variant's content, as bytes.
    package func base64(_ name: String) throws(ViewDecodingError) -> [UInt8] {
        do {
            return try ViewFields(payload).base64(name)
        } catch {
            throw error.inside(self.name)
        }
    }

    /// The variant's one unnamed field.
    package func wrapped<Value: ViewDecodable>(
        as type: Value.Type = Value.self
    ) throws(ViewDecodingError) -> Value {
        do {
            return try Value(json: payload)
        } catch {
            throw error.inside(name)
        }
    }
}

/// An enum that grows with the protocol.
///
/// A variant that this version doesn't know, or whose fields have changed, is kept as the JSON that came.
package protocol OpenViewEnum: ViewDecodable {
    /// The variant, or `nil` when its name isn't known.
    static func known(_ variant: ViewVariant) throws(ViewDecodingError) -> Self?
    /// A variant that isn't known, with its JSON.
    static func unrecognized(_ json: JSONValue) -> Self
}

extension OpenViewEnum {
    /// Reads the variant.
    ///
    /// Never throws: what can't be read becomes `unrecognized`.
    package init(json: JSONValue) {
        guard let variant = ViewVariant(json) else {
            self = .unrecognized(json)
            return
        }
        do throws(ViewDecodingError) {
            self = try Self.known(variant) ?? .unrecognized(json)
        } catch {
            self = .unrecognized(json)
        }
    }
}
