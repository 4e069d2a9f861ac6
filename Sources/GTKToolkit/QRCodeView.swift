// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// Draws a QR code: black on white in every theme, with its quiet zone, each module whole pixels wide.
///
/// Cameras need it so.
@MainActor
package final class QRCodeView: WidgetHandle {
    /// Light modules around the code, by the standard.
    private static let quietZone = 4

    private let size: Int
    private let isDark: (_ x: Int, _ y: Int) -> Bool
    private var drawn: SignalConnection?

    /// - Parameters:
    ///   - size: How many modules the code has along one side.
    ///   - isDark: Whether the module in column `x` and row `y` is dark.
    ///   - side: Pixels along one side that are to be had.
    ///   - name: What a screen reader says.
    package init(size: Int, side: Int32, name: String, isDark: @escaping (_ x: Int, _ y: Int) -> Bool) {
        (self.size, self.isDark) = (size, isDark)
        super.init(new: gtk_drawing_area_new())
        let modules = Int32(size + 2 * Self.quietZone)
        let whole = max(side / modules, 2) * modules
        minimumSize(width: whole, height: whole)
        atk_object_set_role(gtk_widget_get_accessible(widget), ATK_ROLE_IMAGE)
        setAccessibleName(name)
        drawn = connect("draw") { [weak self] emission in
            guard let self, let context = emission.boxed(0) else { return }
            self.draw(OpaquePointer(context))
        }
    }

    private func draw(_ cairo: OpaquePointer) {
        let modules = size + 2 * Self.quietZone
        let width = Int(gtk_widget_get_allocated_width(widget))
        let height = Int(gtk_widget_get_allocated_height(widget))
        let unit = max(min(width, height) / modules, 1)
        let side = unit * modules
        let (left, top) = ((width - side) / 2, (height - side) / 2)
        cairo_set_source_rgb(cairo, 1, 1, 1)
        cairo_rectangle(cairo, Double(left), Double(top), Double(side), Double(side))
        cairo_fill(cairo)
        cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE)
        cairo_set_source_rgb(cairo, 0, 0, 0)
        for y in 0..<size {
            for x in 0..<size where isDark(x, y) {
                cairo_rectangle(
                    cairo, Double(left + (x + Self.quietZone) * unit), Double(top + (y + Self.quietZone) * unit),
                    Double(unit), Double(unit))
            }
        }
        cairo_fill(cairo)
    }
}
