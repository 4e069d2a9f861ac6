// SPDX-License-Identifier: MIT

/// Texts in XML and HTML.
enum Markup {
    /// Returns a text for the inside of an element; what XML can't write is left out.
    static func text(_ text: String) -> String { escaped(text, isAttribute: false) }

    /// Returns a text for an attribute in double quotation marks.
    static func attribute(_ text: String) -> String { escaped(text, isAttribute: true) }

    private static func escaped(_ text: String, isAttribute: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\n", "\t", "\r":
                if isAttribute { result += "&#\(scalar.value);" } else { result.unicodeScalars.append(scalar) }
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
