// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import Foundation
internal import GLibRuntime
internal import WebKitGTK

/// Looks whether a view on the screen shows anything.
///
/// It draws the widget, which is what its window gets. WebKit's own snapshot is drawn by the page's process beside the way to the
/// screen, and shows a page also where the screen stays blank.
@MainActor
enum PaintProbe {
    /// How long a page may take to paint.
    static let limit = Duration.seconds(8)
    private static let pause = Duration.milliseconds(50)

    /// Waits until the view isn't of one colour any more, or has left the screen.
    ///
    /// - Parameter limit: How long it may be of one colour, as `clock` counts it.
    static func look(
        at view: WebView, within limit: Duration = limit, clock: any Clock<Duration>
    ) async -> GraphicsWatch.Sight {
        let time = DeadlineTime(clock)
        var end = time.now + limit
        while isUniform(view) {
            guard isOnScreen(view) else { return .hidden }
            // A view that was put there just now gets its size a moment later.
            if !hasSize(view) { end = time.now + limit }
            guard time.now < end else { return .blank }
            do {
                try await time.sleep(until: time.now + pause)
            } catch {
                return .hidden  // Nobody waits for the answer any more.
            }
        }
        return .painted
    }

    /// Whether the view has its place in a window that isn't minimised.
    static func isOnScreen(_ view: WebView) -> Bool {
        let widget: UnsafeMutablePointer<GtkWidget> = view.cast()
        guard gtk_widget_get_mapped(widget) != 0, let top = gtk_widget_get_toplevel(widget),
            let window = gtk_widget_get_window(top)
        else { return false }
        return gdk_window_get_state(window).rawValue & GDK_WINDOW_STATE_ICONIFIED.rawValue == 0
    }

    private static func hasSize(_ view: WebView) -> Bool {
        gtk_widget_get_allocated_width(view.cast()) > 1 && gtk_widget_get_allocated_height(view.cast()) > 1
    }

    /// Whether every pixel of what the widget draws is the same.
    static func isUniform(_ view: WebView) -> Bool {
        let widget: UnsafeMutablePointer<GtkWidget> = view.cast()
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
}
