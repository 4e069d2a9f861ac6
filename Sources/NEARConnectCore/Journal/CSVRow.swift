// SPDX-License-Identifier: MIT

/// A line of a table in CSV, as RFC 4180 describes it.
///
/// Spreadsheets run a cell that begins like a formula, and its text may come from a stranger. Such a cell gets an
/// apostrophe before it, which makes it a text.
package struct CSVRow: Sendable, CustomStringConvertible {
    /// The cells' texts, as they are.
    package let cells: [String]

    package init(_ cells: [String]) { self.cells = cells }

    /// The line with its line break.
    package var description: String { cells.map(Self.cell).joined(separator: ",") + "\r\n" }

    private static func cell(_ text: String) -> String {
        let safe = isFormula(text) ? "'\(text)" : text
        // By bytes: Swift takes CR LF, and a comma with an accent, for one character each.
        guard safe.utf8.contains(where: { #",""#.utf8.contains($0) || $0 == 0x0D || $0 == 0x0A }) else { return safe }
        var quoted = "\""
        for scalar in safe.unicodeScalars {
            if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }

    /// Returns whether a spreadsheet may take a text for a formula; some skip spaces before it.
    private static func isFormula(_ text: String) -> Bool {
        guard let first = text.utf8.first(where: { $0 != 0x20 }) else { return false }
        return "=+-@\t\r\n".utf8.contains(first)
    }
}
