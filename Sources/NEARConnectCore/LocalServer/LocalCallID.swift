// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// The id by which a client finds the answer to its call: a text, an integer, or `null`.
package enum LocalCallID: Sendable, Hashable {
    case text(ExactText)
    case integer(Int)
    case null

    /// The longest text, in bytes.
    static let limit = 256

    /// Reads an id; `nil` for a value that can't be one.
    init?(_ json: JSONValue) {
        switch json {
        case .null: self = .null
        case .string(let text) where text.utf8.count <= Self.limit: self = .text(ExactText(text))
        case .integer(let value):
            guard let value = Int(exactly: value) else { return nil }
            self = .integer(value)
        default: return nil
        }
    }

    var json: JSONValue {
        switch self {
        case .text(let text): .string(text.text)
        case .integer(let value): .integer(Int128(value))
        case .null: .null
        }
    }
}
