// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime
public import WebKitGTK

/// Clicks as a user does: as events of the display's pointer.
@MainActor
public enum Mouse {
    /// Presses and lets go of the first button in a view that is shown.
    ///
    /// - Parameters:
    ///   - x: From the view's left edge, in pixels.
    ///   - y: From its upper edge.
    public static func click(_ x: Double, _ y: Double, in view: WebView) {
        let widget: UnsafeMutablePointer<GtkWidget> = view.cast()
        guard let window = gtk_widget_get_window(widget), let display = gdk_display_get_default() else { return }
        let pointer = gdk_seat_get_pointer(gdk_display_get_default_seat(display))
        for type in [GDK_BUTTON_PRESS, GDK_BUTTON_RELEASE] {
            guard let event = gdk_event_new(type) else { return }
            event.pointee.button.window = window
            g_object_ref(UnsafeMutableRawPointer(window))
            event.pointee.button.button = 1
            event.pointee.button.x = x
            event.pointee.button.y = y
            gdk_event_set_device(event, pointer)
            gtk_widget_event(widget, event)
            gdk_event_free(event)
        }
    }
}
