// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// The part of a monitor that programs may use, in GTK's pixels.
@MainActor
package struct WorkArea {
    package let width: Int32
    package let height: Int32
    private let bottom: Int32

    /// The area of the monitor that shows `widget`, or of the first monitor; `nil` where there is none.
    package init?(around widget: WidgetHandle?) {
        guard let display = gdk_display_get_default() else { return nil }
        let shown = widget.flatMap { gtk_widget_get_window($0.widget) }
        let monitor =
            shown.flatMap { gdk_display_get_monitor_at_window(display, $0) } ?? gdk_display_get_primary_monitor(display)
            ?? gdk_display_get_monitor(display, 0)
        guard let monitor else { return nil }
        var area = GdkRectangle()
        gdk_monitor_get_workarea(monitor, &area)
        (width, height, bottom) = (area.width, area.height, area.y + area.height)
    }

    /// The pixels between the end of a window and that of the area.
    ///
    /// A compositor that tells no places keeps windows in view by itself.
    package func roomBelow(_ window: Window) -> Int32 {
        guard let shown = gtk_widget_get_window(window.widget) else { return 0 }
        var frame = GdkRectangle()
        gdk_window_get_frame_extents(shown, &frame)
        return max(bottom - frame.y - frame.height, 0)
    }
}
