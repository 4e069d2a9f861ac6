// SPDX-License-Identifier: MIT

import QRCode

/// A QR code for a terminal: two rows of modules a line, black on white.
enum TerminalQR {
    /// The light modules around the code that readers need (ISO/IEC 18004).
    private static let quietZone = 4
    private static let blackOnWhite = "\u{1B}[38;5;16;48;5;231m"
    private static let end = "\u{1B}[0m"

    /// Returns the lines.
    static func lines(_ symbol: QRSymbol) -> [String] {
        let range = -quietZone..<symbol.size + quietZone
        func isDark(_ x: Int, _ y: Int) -> Bool {
            (0..<symbol.size).contains(x) && (0..<symbol.size).contains(y) && symbol.isDark(x: x, y: y)
        }
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
            let row = range.map { x in
                switch (isDark(x, y), isDark(x, y + 1)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return blackOnWhite + row.joined() + end
        }
    }
}
