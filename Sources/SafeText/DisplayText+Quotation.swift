// SPDX-License-Identifier: MIT

extension DisplayText {
    /// Returns words from outside as a quotation on one line, cut off after `limit` characters.
    ///
    /// The quotation marks are ours: those in the words become plain ones, so that the words can't seem to end early
    /// and go on as a sentence of this program.
    package static func quotation(_ words: String, limit: Int = 400) -> String {
        let scalars = words.unicodeScalars
        let hidden = scalars.count - limit
        let beginning = hidden > 0 ? String(scalars.prefix(limit)) : words
        var shown = ""
        for scalar in name(beginning).unicodeScalars {
            shown.unicodeScalars.append(isQuotationMark(scalar) ? "\"" : scalar)
        }
        guard hidden > 0 else { return localized("“%1$s”", shown) }
        return localizedPlural(
            "“%1$s…” (%2$s more character)", "“%1$s…” (%2$s more characters)", count: hidden, shown, "\(hidden)")
    }

    private static func isQuotationMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "“", "”", "„", "‟", "«", "»", "＂": true
        default: false
        }
    }
}
