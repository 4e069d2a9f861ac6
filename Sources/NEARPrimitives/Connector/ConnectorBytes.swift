// SPDX-License-Identifier: MIT

/// Bytes in the connector's JSON.
///
/// JavaScript's `Uint8Array` has no JSON form, so the bridge uses `{"$bytes": Base64}`.
enum ConnectorBytes {
    static let name: ExactText = "$bytes"

    /// Whole numbers up to here are exact in JavaScript (`Number.MAX_SAFE_INTEGER`).
    private static let largestWholeNumber: Int64 = (1 << 53) - 1
    /// Decimal numbers of so many digits come back from a `Double` as they were.
    private static let exactDigits = 15
    /// Exponents up to here are far from where a `Double` has fewer digits.
    private static let largestExponent = 290

    /// The bytes in the bridge's form.
    static func json(_ bytes: [UInt8]) -> JSONValue {
        [Self.name: .string(Base64.encode(bytes))]
    }

    /// An object where the bytes are one in JSON that JavaScript holds exactly, otherwise the bytes.
    static func jsonArguments(_ args: [UInt8]) -> JSONValue {
        do throws(JSONParsingError) {
            let value = try JSONValue.parse(args)
            // An object of this form would be taken for bytes on its way back.
            guard case .object(let members) = value, members[Self.name] == nil, isExact(value, args) else {
                return json(args)
            }
            return value
        } catch {
            return json(args)
        }
    }

    /// Returns whether JavaScript loses nothing of the text that `value` was read from.
    ///
    /// It loses digits of long numbers, and all but the last of several members with the same name.
    private static func isExact(_ value: JSONValue, _ text: [UInt8]) -> Bool {
        var colons = 0
        var position = 0
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\""): position = endOfString(text, from: position)
            case UInt8(ascii: ":"):
                colons += 1
                position += 1
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let end = text[position...].firstIndex { !isOfNumber($0) } ?? text.count
                guard isExactNumber(text[position..<end]) else { return false }
                position = end
            default: position += 1
            }
        }
        return colons == memberCount(value)
    }

    /// The place behind the string that starts at `start`.
    ///
    /// The text is known to be JSON.
    private static func endOfString(_ text: [UInt8], from start: Int) -> Int {
        var position = start + 1
        while position < text.count, text[position] != UInt8(ascii: "\"") {
            position += text[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return position + 1
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    private static func isExactNumber(_ number: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: number, as: UTF8.self)
        let parts = text.lowercased().split(separator: "e")
        guard parts.count > 1 || text.contains(".") else {
            // JavaScript writes -0 as 0.
            return Int64(text).map { abs($0) <= largestWholeNumber && ($0 != 0 || parts[0] == "0") } ?? false
        }
        let digits = parts.first?.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ".") } ?? []
        let exponent = parts.count > 1 ? Int(parts[1]) : 0
        guard let exponent, digits.drop(while: { $0 == UInt8(ascii: "0") }).count <= exactDigits else { return false }
        return abs(exponent) <= largestExponent && digits.count <= largestExponent
    }

    private static func memberCount(_ value: JSONValue) -> Int {
        switch value {
        case .object(let members): members.values.reduce(members.count) { $0 + memberCount($1) }
        case .array(let elements): elements.reduce(0) { $0 + memberCount($1) }
        default: 0
        }
    }
}
