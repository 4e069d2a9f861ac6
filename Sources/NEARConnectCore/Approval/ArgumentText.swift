// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// A function call's arguments in a form that users can read.
package enum ArgumentText {
    /// The most characters that are shown; more would take long to lay out, and no user reads them.
    static let limit = 16_000
    /// The most characters that are shown of all arguments of a request.
    static let requestLimit = 32_000

    /// Returns the most characters for each of several texts, with which all have ``requestLimit`` or less.
    ///
    /// Short ones are whole, and the others share what they leave.
    ///
    /// - Parameter lengths: The lengths of the texts, in any order.
    static func limit(among lengths: [Int]) -> Int {
        var rest = requestLimit
        for (index, length) in lengths.sorted().enumerated() {
            let share = rest / (lengths.count - index)
            if length > share { return min(share, limit) }
            rest -= length
        }
        return limit
    }

    /// Returns the arguments with a name for their form; `nil` when there are none.
    ///
    /// JSON is indented, text stays text, anything else is shown as bytes.
    static func describe(_ bytes: [UInt8], limit: Int = limit) -> (name: String, text: String)? {
        guard !bytes.isEmpty else { return nil }
        do {
            _ = try JSONValue.parse(bytes)
            return (localized("Arguments"), cut(indented(bytes), limit: limit))
        } catch {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                return (
                    localizedPlural(
                        "Arguments (%1$s byte that isn’t text)", "Arguments (%1$s bytes that aren’t text)",
                        count: bytes.count, "\(bytes.count)"), cut(hexadecimal(bytes, limit: limit), limit: limit)
                )
            }
            return (localized("Arguments (not JSON)"), cut(text, limit: limit))
        }
    }

    /// Returns the beginning of a text, up to `limit` characters, and says how many more there are.
    package static func cut(_ text: String, limit: Int = limit) -> String {
        let (shown, hidden) = DisplayText.beginning(of: text, limit: limit)
        guard hidden > 0 else { return shown }
        let rest = localizedPlural(
            "… and %1$s more character that isn’t shown.", "… and %1$s more characters that aren’t shown.",
            count: hidden, "\(hidden)")
        return "\(shown)\n\n\(rest)"
    }

    /// Returns JSON with a line for each member.
    ///
    /// Only white space between its parts changes. Order, repeated names and the spelling of numbers stay, because the
    /// contract gets them.
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

    /// Returns whether the array or object that starts at `index` is empty.
    private static func closes(_ json: [UInt8], after index: Int) -> Bool {
        let white = " \t\n\r".utf8
        guard let next = json[(index + 1)...].first(where: { !white.contains($0) }) else { return true }
        return next == UInt8(ascii: "}") || next == UInt8(ascii: "]")
    }

    private static func hexadecimal(_ bytes: [UInt8], limit: Int) -> String {
        var text = ""
        for (index, byte) in bytes.prefix(limit / 3).enumerated() {
            if index > 0 { text += index.isMultiple(of: 16) ? "\n" : " " }
            text += Hexadecimal.encode([byte])
        }
        return bytes.count > limit / 3 ? text + "\n…" : text
    }
}
