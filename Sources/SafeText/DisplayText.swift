// SPDX-License-Identifier: MIT

/// Makes text from outside safe to show to a user who decides by it.
///
/// GTK's texts end at a NUL, and Unicode has characters that reverse the reading order or that are invisible. A message
/// could use them to look like another one. Here they are written out: `\u{202E}`.
package enum DisplayText {
    /// Returns a text that may have lines.
    package static func lines(_ text: String) -> String {
        shown(text) { $0 == "\n" || $0 == "\t" }
    }

    /// Returns a text for a label; its line breaks are ours and stay.
    package static func line(_ text: String) -> String {
        shown(text) { $0 == "\n" }
    }

    /// Returns a name from outside for one line; line breaks are written out, too.
    package static func name(_ text: String) -> String {
        shown(text) { _ in false }
    }

    /// Returns the first `limit` characters of a text that may have lines, and the number of the others.
    package static func beginning(of text: String, limit: Int) -> (shown: String, hidden: Int) {
        let count = text.unicodeScalars.count
        guard count > limit else { return (lines(text), 0) }
        return (lines(String(text.unicodeScalars.prefix(limit))), count - limit)
    }

    /// The most Unicode scalars of a sentence about an error.
    package static let sentenceLimit = 4000

    /// Returns a sentence, or the beginning of one that quotes a text without measure: at most ``sentenceLimit``.
    package static func sentence(_ text: String) -> String {
        // A scalar has a byte or more.
        guard text.utf8.count > sentenceLimit, text.unicodeScalars.count > sentenceLimit else { return text }
        let end = " …"
        return String(text.unicodeScalars.prefix(sentenceLimit - end.unicodeScalars.count)) + end
    }

    private static func shown(_ text: String, keeping isKept: (Unicode.Scalar) -> Bool) -> String {
        let scalars = text.unicodeScalars
        // Most texts have nothing to look at.
        guard scalars.contains(where: { $0.value < 0x20 || $0.value > 0x7E }) else { return text }
        var result = ""
        var marks = 0
        for scalar in scalars {
            marks = isMark(scalar) ? marks + 1 : 0
            let isDeceptive = isDeceptive(scalar) || isOverlay(scalar) || marks > markLimit
            if isDeceptive && !isKept(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The most combining marks on one letter.
    ///
    /// More cover the lines above and below; written languages need three.
    private static let markLimit = 4

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: scalar.properties.canonicalCombiningClass != .notReordered
        default: false
        }
    }

    /// Returns true for marks that strike a letter out or put a frame around it.
    ///
    /// The frame of a keycap, which emoji are made with, is allowed.
    private static func isOverlay(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.canonicalCombiningClass == .overlay
            || scalar.properties.generalCategory == .enclosingMark && scalar.value != 0x20E3
    }

    /// Returns true for control characters and for characters that are invisible or change the reading order.
    ///
    /// The joiner is allowed, since emoji are made with it.
    private static func isDeceptive(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200D, 0xFE0F: false
        case 0x115F, 0x1160, 0x3164, 0xFFA0: true
        case 0xE0020...0xE007F: false  // Flags of regions are made with these.
        default:
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
            default: false
            }
        }
    }
}
