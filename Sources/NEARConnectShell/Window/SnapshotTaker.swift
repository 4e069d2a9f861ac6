// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import Foundation
internal import GLibRuntime
internal import GTKToolkit

/// Why there is no picture of a window.
public enum SnapshotError: Error, Equatable, Sendable {
    /// The window isn't shown.
    case windowIsNotShown
    /// The file could not be written; the reason is the system's.
    case notWritten(reason: String)
}

/// Waits for a window's next frame and writes it to a PNG file.
@MainActor
final class SnapshotTaker {
    private let window: Window
    private let isSettled: () -> Bool
    private var drawn: SignalConnection?
    private var endings: [SignalConnection] = []

    /// - Parameter isSettled: Whether nothing is on its way in or out; frames before that are let pass.
    init(window: Window, isSettled: @escaping () -> Bool) {
        self.window = window
        self.isSettled = isSettled
    }

    /// Takes the picture.
    ///
    /// - Throws: ``SnapshotError``.
    func write(to url: URL) async throws(SnapshotError) {
        repeat {
            guard !window.isDestroyed, window.isVisible else { throw .windowIsNotShown }
            await frame()
        } while !isSettled() || !window.isMapped
        try paint(url)
    }

    /// Suspends until the window has been drawn, or can't be any more.
    private func frame() async {
        await withCheckedContinuation { continuation in
            let waiting = Waiting(continuation)
            drawn = window.connect("draw") { _ in waiting.resume() }
            endings = ["unmap", "destroy"].map { window.connect($0) { _ in waiting.resume() } }
            gtk_widget_queue_draw(window.widget)
        }
        drawn = nil
        endings = []
    }

    /// Lets the window draw itself once more, into a picture: what lies above it on the screen isn't in it.
    private func paint(_ url: URL) throws(SnapshotError) {
        let scale = gtk_widget_get_scale_factor(window.widget)
        let width = gtk_widget_get_allocated_width(window.widget)
        let height = gtk_widget_get_allocated_height(window.widget)
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width * scale, height * scale)
        defer { cairo_surface_destroy(surface) }
        cairo_surface_set_device_scale(surface, Double(scale), Double(scale))
        let cairo = cairo_create(surface)
        gtk_widget_draw(window.widget, cairo)
        cairo_destroy(cairo)
        let status = cairo_surface_write_to_png(surface, url.path)
        guard status == CAIRO_STATUS_SUCCESS else {
            throw .notWritten(reason: cairo_status_to_string(status).map { String(cString: $0) } ?? "unknown")
        }
    }

    /// A continuation that several signals may resume; the first one does.
    private final class Waiting {
        private var continuation: CheckedContinuation<Void, Never>?

        init(_ continuation: CheckedContinuation<Void, Never>) {
            self.continuation = continuation
        }

        func resume() {
            continuation?.resume()
            continuation = nil
        }
    }
}
