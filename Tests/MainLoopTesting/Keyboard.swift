// SPDX-License-Identifier: MIT

internal import CWebKitGTK
public import GLibRuntime
public import WebKitGTK

/// Presses keys as a user does: as events of the display's keyboard.
@MainActor
public enum Keyboard {
    /// Presses and lets go of Escape in a view that is shown.
    ///
    /// - Returns: Whether there was a window to press it in.
    @discardableResult
    public static func pressEscape(in view: WebView) -> Bool {
        press(guint(GDK_KEY_Escape), code: 9, in: view)
    }

    /// Presses and lets go of Return in a view that is shown.
    ///
    /// - Returns: Whether there was a window to press it in.
    @discardableResult
    public static func pressReturn(in view: WebView) -> Bool {
        press(guint(GDK_KEY_Return), code: 36, in: view)
    }

    /// Presses a key in the window around a widget, as a user does whatever has the focus there.
    ///
    /// - Parameters:
    ///   - name: The key's name by X's rules: `t`, `F5`, `Left`.
    ///   - modifiers: Those that are held: `Control`, `Alt`, `Shift`.
    ///   - widget: A widget of the window.
    public static func press(_ name: String, _ modifiers: Set<String> = [], in widget: GObjectOwner) {
        guard let top = gtk_widget_get_toplevel(widget.cast()), let window = gtk_widget_get_window(top),
            let display = gdk_display_get_default(), let event = gdk_event_new(GDK_KEY_PRESS)
        else { return }
        defer { gdk_event_free(event) }
        let masks = ["Control": GDK_CONTROL_MASK, "Alt": GDK_MOD1_MASK, "Shift": GDK_SHIFT_MASK]
        event.pointee.key.window = window
        g_object_ref(UnsafeMutableRawPointer(window))
        event.pointee.key.keyval = gdk_keyval_from_name(name)
        event.pointee.key.state = modifiers.reduce(0) { $0 | (masks[$1]?.rawValue ?? 0) }
        gdk_event_set_device(event, gdk_seat_get_keyboard(gdk_display_get_default_seat(display)))
        gtk_widget_event(top, event)
    }

    /// `code` is the key's on every keyboard that X knows.
    private static func press(_ key: guint, code: guint16, in view: WebView) -> Bool {
        let widget: UnsafeMutablePointer<GtkWidget> = view.cast()
        guard let window = gtk_widget_get_window(widget), let display = gdk_display_get_default() else { return false }
        let keyboard = gdk_seat_get_keyboard(gdk_display_get_default_seat(display))
        for type in [GDK_KEY_PRESS, GDK_KEY_RELEASE] {
            guard let event = gdk_event_new(type) else { return false }
            event.pointee.key.window = window
            g_object_ref(UnsafeMutableRawPointer(window))
            event.pointee.key.keyval = key
            event.pointee.key.hardware_keycode = code
            gdk_event_set_device(event, keyboard)
            gtk_widget_event(widget, event)
            gdk_event_free(event)
        }
        return true
    }
}
