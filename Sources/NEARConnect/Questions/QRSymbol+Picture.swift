// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import QRCode
internal import SafeText

extension QRSymbol {
    /// The width of a code in pixels; with a dialog's margins it fits a window of 360.
    private static let side: Int32 = 264
    private static let leastSide: Int32 = 160

    /// Returns the code of a link as a widget that can be scanned.
    ///
    /// - Parameters:
    ///   - parent: A widget of the window that it is shown above.
    ///   - otherHeight: The approximate height in pixels of everything else in its dialog.
    @MainActor
    func picture(near parent: WidgetHandle, leaving otherHeight: Int32) -> WidgetHandle {
        // A code that can't be seen whole can't be scanned, and a dialog that is too high has its buttons below the
        // screen.
        let height = WorkArea(around: parent)?.height ?? 768
        return QRCodeView(
            size: size, side: min(Self.side, max(height - otherHeight, Self.leastSide)),
            name: localized("QR code of the link"), isDark: { isDark(x: $0, y: $1) }
        )
        .aligned(.center, .center)
    }
}
