// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// A function call's arguments for a person.
package enum ArgumentText {
    /// Characters that are shown. Nobody reads more, and laying them out would hold the window up.
    static let limit = 16_000

    /// The arguments with the name of their form: indented JSON where they are JSON, text where they are text, else bytes.
    /// `nil` when there are none.
    static func describe(_ bytes: [UInt8]) -> (name: String, text: String)? {
        guard !bytes.isEmpty else { return nil }
        do {
            _ = try JSONValue.parse(bytes)
            return ("Arguments", cut(indented(bytes)))
        } catch {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                return ("Arguments, \(bytes.count) bytes that are no text", cut(hexadecimal(bytes)))
            }
            return ("Arguments (not JSON)", cut(text))
        }
    }

    /// A message that is signed, as far as it is shown.
    package static func cut(_ text: String) -> String {
        let (shown, hidden) = DisplayText.beginning(of: text, limit: limit)
        return hidden == 0 ? shown : "\(shown)\n\n… and \(hidden) more characters that aren\u{2019}t shown."
    }

    /// JSON with a line for each member. Only the white space between its parts changes: order, repeated names and the way
    /// numbers are written stay, because the contract gets them.
    static func indented(_ json: [UInt8]) -> String {
        var output: [UInt8] = []
        var depth = 0
        var isInString = false
        var isEscaped = false
        func breakLine() {
            output.append(UInt8(ascii: "\n"))
            output.append(contentsOf: Array(repeating: UInt8(ascii: " "), count: 2 * depth))
        }
        for (index, byte) in json.enumerated() {
            if isInString {
                output.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                output.append(byte)
                depth += 1
                if !closes(json, after: index) { breakLine() }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if let last = output.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") { breakLine() }
                output.append(byte)
            case UInt8(ascii: ","):
                output.append(byte)
                breakLine()
            case UInt8(ascii: ":"): output.append(contentsOf: ": ".utf8)
            default:
                isInString = byte == UInt8(ascii: "\"")
                output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Whether the array or object that starts at `index` is empty.
    private static func closes(_ json: [UInt8], after index: Int) -> Bool {
        let white = " \t\n\r".utf8
        guard let next = json[(index + 1)...].first(where: { !white.contains($0) }) else { return true }
        return next == UInt8(ascii: "}") || next == UInt8(ascii: "]")
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        var text = ""
        for (index, byte) in bytes.prefix(limit / 3).enumerated() {
            if index > 0 { text += index.isMultiple(of: 16) ? "\n" : " " }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return bytes.count > limit / 3 ? text + "\n…" : text
    }
}
