// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARRPC
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
    ) async -> GraphicsWatch.PaintResult {
        let time = DeadlineTime(clock)
        var end = time.now + limit
        while isUniform(view) {
            guard isOnScreen(view) else { return .hidden }
            // A view that was put there just now gets its size a moment later.
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

    /// Whether the view has its place in a window that isn't minimised.
    static func isOnScreen(_ view: WebView) -> Bool { WidgetPicture.isOnScreen(view) }

    /// Whether every pixel of what the view draws is the same.
    static func isUniform(_ view: WebView) -> Bool { WidgetPicture.isUniform(view) }
}
