// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// Finds JSON objects that have two members of one name, on which readers differ.
enum RepeatedNames {
    /// Returns true if `text`, which was parsed as `value`, has such an object.
    static func exist(in text: [UInt8], of value: JSONValue) -> Bool {
        var members = 0
        var isInString = false
        var isEscaped = false
        for byte in text {
            if isEscaped {
                isEscaped = false
            } else if isInString {
                if byte == UInt8(ascii: "\\") { isEscaped = true }
                if byte == UInt8(ascii: "\"") { isInString = false }
            } else if byte == UInt8(ascii: "\"") {
                isInString = true
            } else if byte == UInt8(ascii: ":") {
                members += 1
            }
        }
        return members != count(value)
    }

    private static func count(_ value: JSONValue) -> Int {
        switch value {
        case .object(let members): members.values.reduce(members.count) { $0 + count($1) }
        case .array(let elements): elements.reduce(0) { $0 + count($1) }
        default: 0
        }
    }
}
