// SPDX-License-Identifier: MIT

internal import CQREncode

/// A text as a QR code: rows of modules, dark or light.
package struct QRSymbol: Equatable, Sendable {
    /// The number of modules along one side, without the quiet zone.
    package let size: Int
    private let isDark: [Bool]

    /// - Parameter text: At most 2,953 bytes; more fit no code, and the result is `nil`.
    package init?(_ text: String) {
        // Level L: from screen to camera there is little to be corrected, and larger modules are read sooner.
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_L) else {
            return nil
        }
        defer { QRcode_free(code) }
        size = Int(code.pointee.width)
        // The lowest bit is the colour.
        isDark = (0..<size * size).map { code.pointee.data[$0] & 1 == 1 }
    }

    /// Returns true if the module in column `x` and row `y` is dark.
    package func isDark(x: Int, y: Int) -> Bool { isDark[y * size + x] }
}
