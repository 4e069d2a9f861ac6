// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime
internal import WebKitGTK

/// How large a popup's window becomes.
@MainActor
enum PopupGeometry {
    struct Size: Equatable {
        var width: Int32
        var height: Int32
    }

    /// What a popup gets that asked for nothing: a wallet's usual shape.
    nonisolated static let standard = Size(width: 440, height: 700)
    /// The least that a page gets, so that its window can't be overlooked.
    nonisolated static let least = Size(width: 320, height: 320)

    /// What the page asked for, but neither hidden nor larger than the screen.
    ///
    /// - Parameter available: The part of the screen that programs may use; `nil` when it isn't known.
    nonisolated static func size(of features: WindowFeatures, within available: Size?) -> Size {
        let asked = Size(
            width: features.width.flatMap { Int32(exactly: $0) } ?? standard.width,
            height: features.height.flatMap { Int32(exactly: $0) } ?? standard.height)
        let limit = available ?? Size(width: .max, height: .max)
        return Size(
            width: min(max(asked.width, least.width), max(limit.width, least.width)),
            height: min(max(asked.height, least.height), max(limit.height, least.height)))
    }

    /// What programs may use of the monitor that shows `widget`, or of the first one.
    static func workArea(around widget: WidgetHandle?) -> Size? {
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
