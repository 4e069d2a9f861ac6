// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// The program's mark, two linked rings, drawn in the theme's colours.
///
/// It is drawn rather than loaded, so that it is there without any icon theme and sharp at any scale.
@MainActor
package final class LinkMark: WidgetHandle {
    private var drawn: SignalConnection?

    /// - Parameter size: Width and height in pixels.
    package init(size: Int32 = 72) {
        super.init(new: gtk_drawing_area_new())
        minimumSize(width: size, height: size)
        drawn = connect("draw") { [weak self] emission in
            guard let self, let context = emission.boxed(0) else { return }
            self.draw(OpaquePointer(context))
        }
    }

    private func draw(_ cairo: OpaquePointer) {
        let width = Double(gtk_widget_get_allocated_width(widget))
        let height = Double(gtk_widget_get_allocated_height(widget))
        let unit = min(width, height) / 72
        cairo_translate(cairo, width / 2, height / 2)
        cairo_scale(cairo, unit, unit)
        cairo_set_line_width(cairo, 7)
        // The first ring, the second, and a piece of the first again where it lies above.
        ring(cairo, at: -12, colour: "theme_fg_color", from: 0, to: 2 * Double.pi)
        ring(cairo, at: 12, colour: "theme_selected_bg_color", from: 0, to: 2 * Double.pi)
        ring(cairo, at: -12, colour: "theme_fg_color", from: -1.15, to: 0)
    }

    private func ring(_ cairo: OpaquePointer, at x: Double, colour: String, from: Double, to: Double) {
        var rgba = GdkRGBA(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
        gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), colour, &rgba)
        gdk_cairo_set_source_rgba(cairo, &rgba)
        cairo_new_path(cairo)
        cairo_arc(cairo, x, 0, 18, from, to)
        cairo_stroke(cairo)
    }
}
