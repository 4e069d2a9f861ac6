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

    /// Waits until the view isn't of one colour any more.
    ///
    /// - Returns: `false` when it still is at the end of `limit`, as `clock` counts it.
    static func isPainted(_ view: WebView, within limit: Duration = limit, clock: any Clock<Duration>) async -> Bool {
        let time = DeadlineTime(clock)
        let end = time.now + limit
        while isUniform(view) {
            guard time.now < end else { return false }
            do {
                try await time.sleep(until: time.now + pause)
            } catch {
                return true  // Nobody waits for the answer any more.
            }
        }
        return true
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
