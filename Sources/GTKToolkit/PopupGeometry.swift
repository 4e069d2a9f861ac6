// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime
package import WebKitGTK

/// How large a popup's window becomes.
@MainActor
package enum PopupGeometry {
    package struct Size: Equatable {
        package var width: Int32
        package var height: Int32
    }

    /// What a popup's window has besides the page.
    package struct Bars: Equatable {
        /// The height of the bar above, which GTK doesn't count as the window's own.
        package var title: Int32 = 0
        /// The height of what stands above and below the page inside of the window.
        package var inside: Int32 = 0
        /// Borders and shadow, on both sides together.
        package var frame: Int32 = 0

        package init(title: Int32 = 0, inside: Int32 = 0, frame: Int32 = 0) {
            self.title = title
            self.inside = inside
            self.frame = frame
        }
    }

    /// What a popup gets that asked for nothing: a wallet's usual shape.
    package nonisolated static let standard = Size(width: 440, height: 700)
    /// The least that a page gets, so that its window can't be overlooked.
    package nonisolated static let least = Size(width: 320, height: 320)

    /// The size for GTK that gives the page what it asked for, but neither hides it nor makes its window larger than the screen.
    ///
    /// - Parameters:
    ///   - available: The part of the screen that programs may use; `nil` when it isn't known.
    ///   - bars: What the window has besides the page.
    package nonisolated static func size(of features: WindowFeatures, within available: Size?, bars: Bars = Bars())
        -> Size
    {
        let limit = available ?? Size(width: .max, height: .max)
        func fit(_ asked: Int?, _ standard: Int32, _ least: Int32, _ limit: Int32) -> Int32 {
            min(max(asked.flatMap { Int32(exactly: $0) } ?? standard, least), max(limit, least))
        }
        return Size(
            width: fit(features.width, standard.width, least.width, limit.width - bars.frame),
            height: fit(
                features.height, standard.height, least.height,
                limit.height - bars.title - bars.inside - bars.frame) + bars.inside)
    }

    /// What programs may use of the monitor that shows `widget`, or of the first one.
    package static func workArea(around widget: WidgetHandle?) -> Size? {
        guard let display = gdk_display_get_default() else { return nil }
        let shown = widget.flatMap { gtk_widget_get_window($0.widget) }
        let monitor =
            shown.flatMap { gdk_display_get_monitor_at_window(display, $0) } ?? gdk_display_get_primary_monitor(display)
            ?? gdk_display_get_monitor(display, 0)
        guard let monitor else { return nil }
        var area = GdkRectangle()
        gdk_monitor_get_workarea(monitor, &area)
        return Size(width: area.width, height: area.height)
    }
}
