// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// The bytes that a contract returned, which are JSON as a rule.
package enum ReturnedValue {
    /// Returns the bytes as text; Base64 where they are none.
    package static func text(_ bytes: [UInt8]) -> String {
        String(validating: bytes, as: UTF8.self) ?? Base64.encode(bytes)
    }

    /// Returns the fields of a command's JSON: the bytes, and their value where they are JSON.
    package static func fields(_ bytes: [UInt8]) -> JSONValue.Members {
        var fields: JSONValue.Members = ["resultBase64": .string(Base64.encode(bytes))]
        do throws(JSONParsingError) {
            fields["result"] = try JSONValue.parse(bytes)
        } catch {
            // Contracts may return what they like; the bytes are there.
            return fields
        }
        return fields
    }
}
