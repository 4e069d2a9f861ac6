// SPDX-License-Identifier: MIT

/// A text that a user has typed into one line.
package enum TypedText {
    /// Returns a text without the white space around it.
    package static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
