// SPDX-License-Identifier: MIT

internal import CWebKitGTK
package import GLibRuntime

/// Lets a widget draw itself into a picture.
///
/// The picture is the same as its window gets, without what lies above it on the screen.
@MainActor
package enum WidgetPicture {
    /// A picture that couldn't be written to a file.
    package struct WriteError: Error {
        /// The system's reason.
        package let reason: String
    }

    /// Returns whether `widget` has its place in a window that isn't minimised.
    package static func isOnScreen(_ widget: GObjectOwner) -> Bool {
        let widget: UnsafeMutablePointer<GtkWidget> = widget.cast()
        guard gtk_widget_get_mapped(widget) != 0, let top = gtk_widget_get_toplevel(widget),
            let window = gtk_widget_get_window(top)
        else { return false }
        return gdk_window_get_state(window).rawValue & GDK_WINDOW_STATE_ICONIFIED.rawValue == 0
    }

    /// Returns whether `widget` has been given room.
    package static func hasSize(_ widget: GObjectOwner) -> Bool {
        gtk_widget_get_allocated_width(widget.cast()) > 1 && gtk_widget_get_allocated_height(widget.cast()) > 1
    }

    /// Returns whether every pixel of what `widget` draws is the same; also true of one that draws nothing.
    package static func isUniform(_ widget: GObjectOwner) -> Bool {
        let widget: UnsafeMutablePointer<GtkWidget> = widget.cast()
        let (width, height) = (gtk_widget_get_allocated_width(widget), gtk_widget_get_allocated_height(widget))
        guard gtk_widget_get_mapped(widget) != 0, width > 1, height > 1 else { return true }
        let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height)
        defer { cairo_surface_destroy(surface) }
        let cairo = cairo_create(surface)
        gtk_widget_draw(widget, cairo)
        cairo_destroy(cairo)
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else { return true }
        let stride = Int(cairo_image_surface_get_stride(surface))
        let bytes = UnsafeRawBufferPointer(start: data, count: stride * Int(height))
        // The highest byte of a pixel means nothing in this format.
        func pixel(_ x: Int, _ y: Int) -> UInt32 {
            bytes.load(fromByteOffset: y * stride + x * 4, as: UInt32.self) & 0xFF_FFFF
        }
        let first = pixel(0, 0)
        for y in 0..<Int(height) {
            for x in 0..<Int(width) where pixel(x, y) != first { return false }
        }
        return true
    }

    /// Writes what `widget` draws to a PNG file, in the screen's own pixels.
    ///
    /// Changes since the last frame are laid out first: a widget that waits for its place draws nothing.
    package static func writePNG(of widget: WidgetHandle, to path: String) throws(WriteError) {
        if let top = gtk_widget_get_toplevel(widget.widget), gtk_widget_is_toplevel(top) != 0 {
            top.withMemoryRebound(to: GtkContainer.self, capacity: 1) { gtk_container_check_resize($0) }
        }
        let scale = gtk_widget_get_scale_factor(widget.widget)
        let width = gtk_widget_get_allocated_width(widget.widget)
        let height = gtk_widget_get_allocated_height(widget.widget)
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width * scale, height * scale)
        defer { cairo_surface_destroy(surface) }
        cairo_surface_set_device_scale(surface, Double(scale), Double(scale))
        let cairo = cairo_create(surface)
        gtk_widget_draw(widget.widget, cairo)
        drawHeaders(of: widget.widget, in: widget.widget, cairo)
        cairo_destroy(cairo)
        let status = cairo_surface_write_to_png(surface, path)
        guard status == CAIRO_STATUS_SUCCESS else {
            throw WriteError(reason: cairo_status_to_string(status).map { String(cString: $0) } ?? "unknown")
        }
    }

    /// Draws the headers of tables, which GTK draws in windows of their own only.
    private static func drawHeaders(
        of widget: UnsafeMutablePointer<GtkWidget>, in top: UnsafeMutablePointer<GtkWidget>, _ cairo: OpaquePointer?
    ) {
        guard gtk_widget_get_mapped(widget) != 0 else { return }
        let instance = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
        if g_type_check_instance_is_a(instance, gtk_tree_view_get_type()) != 0 {
            drawHeader(of: widget, in: top, cairo)
        } else if g_type_check_instance_is_a(instance, gtk_container_get_type()) != 0 {
            let list = gtk_container_get_children(
                UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkContainer.self))
            defer { g_list_free(list) }
            var link = list
            while let place = link {
                if let child = place.pointee.data?.assumingMemoryBound(to: GtkWidget.self) {
                    drawHeaders(of: child, in: top, cairo)
                }
                link = place.pointee.next
            }
        }
    }

    private static func drawHeader(
        of table: UnsafeMutablePointer<GtkWidget>, in top: UnsafeMutablePointer<GtkWidget>, _ cairo: OpaquePointer?
    ) {
        let view = UnsafeMutableRawPointer(table).assumingMemoryBound(to: GtkTreeView.self)
        guard gtk_tree_view_get_headers_visible(view) != 0 else { return }
        for index in 0..<gint(gtk_tree_view_get_n_columns(view)) {
            var (x, y): (gint, gint) = (0, 0)
            guard let column = gtk_tree_view_get_column(view, index),
                let button = gtk_tree_view_column_get_button(column), gtk_widget_get_mapped(button) != 0,
                gtk_widget_translate_coordinates(button, top, 0, 0, &x, &y) != 0
            else { continue }
            cairo_save(cairo)
            cairo_translate(cairo, Double(x), Double(y))
            gtk_widget_draw(button, cairo)
            cairo_restore(cairo)
        }
    }

    /// Asks for `widget` to be drawn anew.
    package static func redraw(_ widget: WidgetHandle) {
        gtk_widget_queue_draw(widget.widget)
    }
}
