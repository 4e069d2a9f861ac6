// SPDX-License-Identifier: MIT

/// The decimal numbers with a unit that amounts are written as: `1.5 NEAR`, `30Tgas`, `1_000`.
enum DecimalAmount {
    /// Splits a text into its number and its unit, both without the white space around them.
    static func split(_ text: String) -> (number: Substring, unit: Substring) {
        let utf8 = text.utf8
        let end = utf8.firstIndex { !isOfNumber($0) && !isSpace($0) } ?? utf8.endIndex
        return (trim(text[..<end]), trim(text[end...]))
    }

    /// `number` in units of `10⁻ᵈⁱᵍⁱᵗˢ`, exactly.
    ///
    /// `_` may stand between two digits; a digit must stand on either side of a point.
    ///
    /// - Throws: `AmountError`.
    static func parse(_ number: Substring, fractionDigits: Int, in text: String) throws(AmountError) -> UInt128 {
        let start = text.utf8.distance(from: text.utf8.startIndex, to: number.startIndex)
        guard !number.isEmpty else { throw .empty }
        var value: UInt128 = 0
        var fraction: Int?
        var previousIsDigit = false
        var offset = 0
        for byte in number.utf8 {
            defer { offset += 1 }
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if let digits = fraction {
                    guard digits < fractionDigits else {
                        // A zero more says nothing new, so "1.50" gas of a unit with one digit is right.
                        if byte == UInt8(ascii: "0") { continue }
                        throw .tooManyFractionDigits(maximum: fractionDigits)
                    }
                    fraction = digits + 1
                }
                value = try appending(byte - UInt8(ascii: "0"), to: value)
                previousIsDigit = true
            case UInt8(ascii: "_") where previousIsDigit, UInt8(ascii: ".") where previousIsDigit && fraction == nil:
                if byte == UInt8(ascii: ".") {
                    fraction = 0
                }
                previousIsDigit = false
            default: throw .invalidCharacter(position: start + offset)
            }
        }
        guard previousIsDigit else { throw .invalidCharacter(position: start + offset - 1) }
        for _ in (fraction ?? 0)..<fractionDigits {
            value = try appending(0, to: value)
        }
        return value
    }

    /// `value` divided by `10ᵈⁱᵍⁱᵗˢ` in plain digits, without zeros at the end.
    ///
    /// At most `maximum` digits follow the point; the rest is cut off.
    static func format(_ value: UInt128, fractionDigits: Int, maximum: Int) -> String {
        var digits = String(value)
        if digits.utf8.count <= fractionDigits {
            digits = String(repeating: "0", count: fractionDigits + 1 - digits.utf8.count) + digits
        }
        let whole = digits.dropLast(fractionDigits)
        var fraction = digits.suffix(fractionDigits).prefix(max(0, maximum))
        while fraction.last == "0" {
            fraction.removeLast()
        }
        return fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
    }

    private static func appending(_ digit: UInt8, to value: UInt128) throws(AmountError) -> UInt128 {
        let (product, overflows) = value.multipliedReportingOverflow(by: 10)
        let (sum, carries) = product.addingReportingOverflow(UInt128(digit))
        guard !overflows, !carries else { throw .overflow }
        return sum
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ","),
            UInt8(ascii: "-"), UInt8(ascii: "+"):
            true
        default: false
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    private static func trim(_ text: Substring) -> Substring {
        var utf8 = text.utf8
        while let byte = utf8.first, isSpace(byte) {
            utf8.removeFirst()
        }
        while let byte = utf8.last, isSpace(byte) {
            utf8.removeLast()
        }
        return Substring(utf8)
    }
}
