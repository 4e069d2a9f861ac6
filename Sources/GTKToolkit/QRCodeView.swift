// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// Draws a QR code: black on white in every theme, with its quiet zone, each module whole pixels wide.
///
/// Cameras need it so. Two codes on one screen confuse them: while a newer one is on the screen, the older ones are
/// blank.
@MainActor
package final class QRCodeView: WidgetHandle {
    /// Light modules around the code, by the standard.
    private static let quietZone = 4

    private let size: Int
    private let isDark: (_ x: Int, _ y: Int) -> Bool
    private var connections: [SignalConnection] = []

    private struct Shown {
        weak var view: QRCodeView?
    }
    /// The views that are on the screen, the newest last.
    private static var shown: [Shown] = []

    /// True if the view is on the screen with its code.
    package var hasCode: Bool { Self.shown.last?.view === self }

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
        connections = [
            connect("draw") { [weak self] emission in
                guard let self, let context = emission.boxed(0) else { return }
                self.draw(OpaquePointer(context))
            },
            connect("map") { [weak self] _ in self?.note(isShown: true) },
            connect("unmap") { [weak self] _ in self?.note(isShown: false) },
        ]
    }

    private func note(isShown: Bool) {
        Self.shown.removeAll { $0.view == nil || $0.view === self }
        if isShown { Self.shown.append(Shown(view: self)) }
        for each in Self.shown { if let view = each.view { gtk_widget_queue_draw(view.widget) } }
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
        guard hasCode else { return }
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
