// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARRPC
internal import WebKitGTK

/// Looks whether a view on the screen shows anything.
///
/// The probe draws the widget, as its window does. WebKit's own snapshot is drawn by the page's process and not by way
/// of the screen, so it shows a page even if the screen stays blank.
@MainActor
enum PaintProbe {
    /// The time that a page has to paint.
    static let limit = Duration.seconds(8)
    private static let pause = Duration.milliseconds(50)

    /// Waits until the view has more than one colour, or has left the screen.
    ///
    /// - Parameter limit: The time that the view may be of one colour, by `clock`.
    static func look(
        at view: WebView, within limit: Duration = limit, clock: any Clock<Duration>
    ) async -> GraphicsWatch.PaintResult {
        let time = DeadlineTime(clock)
        var end = time.now + limit
        while isUniform(view) {
            guard isOnScreen(view) else { return .hidden }
            // A view that was added just now gets its size a moment later.
            if !WidgetPicture.hasSize(view) { end = time.now + limit }
            guard time.now < end else { return .blank }
            do {
                try await time.sleep(until: time.now + pause)
            } catch {
                return .hidden  // Nobody waits for the answer any more.
            }
        }
        return .painted
    }

    /// Returns true if the view is in a window that isn't minimised.
    static func isOnScreen(_ view: WebView) -> Bool { WidgetPicture.isOnScreen(view) }

    /// Returns true if all pixels that the view draws are the same.
    static func isUniform(_ view: WebView) -> Bool { WidgetPicture.isUniform(view) }
}
