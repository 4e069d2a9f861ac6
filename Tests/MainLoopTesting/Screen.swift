// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime
public import WebKitGTK

/// The windows on the display, as GTK knows them.
@MainActor
public enum Screen {
    /// The number of windows of this program that are shown, whoever made them.
    public static var windowCount: Int {
        let list = gtk_window_list_toplevels()
        defer { g_list_free(list) }
        var count = 0
        var next = list
        while let entry = next {
            if let data = entry.pointee.data, gtk_widget_get_visible(data.assumingMemoryBound(to: GtkWidget.self)) != 0
            {
                count += 1
            }
            next = entry.pointee.next
        }
        return count
    }

    /// The size of a shown widget, with all that it draws.
    public static func size(of widget: UnsafeMutableRawPointer) -> (width: Int, height: Int) {
        let widget = widget.assumingMemoryBound(to: GtkWidget.self)
        return (Int(gtk_widget_get_allocated_width(widget)), Int(gtk_widget_get_allocated_height(widget)))
    }

    /// The place of a shown widget on the screen.
    public static func place(of widget: UnsafeMutableRawPointer) -> (x: Int, y: Int, width: Int, height: Int) {
        let widget = widget.assumingMemoryBound(to: GtkWidget.self)
        var (x, y) = (gint(0), gint(0))
        gdk_window_get_origin(gtk_widget_get_window(widget), &x, &y)
        var area = GtkAllocation()
        gtk_widget_get_allocation(widget, &area)
        // A window's own place has nothing around it.
        if gtk_widget_get_has_window(widget) == 0 { (x, y) = (x + area.x, y + area.y) }
        return (Int(x), Int(y), Int(area.width), Int(area.height))
    }

    /// The size of the screen's part that programs may use.
    public static var workArea: (width: Int, height: Int) {
        var area = GdkRectangle()
        let display = gdk_display_get_default()
        gdk_monitor_get_workarea(gdk_display_get_monitor(display, 0), &area)
        return (Int(area.width), Int(area.height))
    }

    /// Returns whether this program has raised the window of `first` after that of `second`.
    ///
    /// GDK keeps the display's windows in the order in which it has raised them.
    ///
    /// The window manager decides about the rest.
    public static func isAbove(_ first: UnsafeMutableRawPointer, _ second: UnsafeMutableRawPointer) -> Bool {
        func window(_ widget: UnsafeMutableRawPointer) -> OpaquePointer? {
            gtk_widget_get_window(widget.assumingMemoryBound(to: GtkWidget.self))
        }
        guard let first = window(first), let second = window(second) else { return false }
        var next = gdk_window_peek_children(gdk_screen_get_root_window(gdk_screen_get_default()))
        while let entry = next {
            if entry.pointee.data == UnsafeMutableRawPointer(first) { return true }
            if entry.pointee.data == UnsafeMutableRawPointer(second) { return false }
            next = entry.pointee.next
        }
        return false
    }

    /// Clicks with the right button into a shown view and waits for its menu, which is not shown.
    ///
    /// - Returns: The menu's entries, `-` for a separator; `nil` when there is no menu at all.
    public static func contextMenu(of view: WebView, x: Double, y: Double) async -> [String]? {
        var entries: [String]?
        var isAnswered = false
        let connection = view.connect("context-menu") { emission in
            // The view itself has had its turn; it has let the menu go on.
            emission.answer(true)
            entries = emission.object(0).map { labels(of: $0.assumingMemoryBound(to: WebKitContextMenu.self)) }
            isAnswered = true
        }
        defer { connection.disconnect() }
        guard press(in: view, x: x, y: y) else { return nil }
        await waitUntil("the menu") { isAnswered }
        return entries
    }

    private static func labels(of menu: UnsafeMutablePointer<WebKitContextMenu>) -> [String] {
        (0..<webkit_context_menu_get_n_items(menu)).map { index in
            let item = webkit_context_menu_get_item_at_position(menu, index)
            if webkit_context_menu_item_is_separator(item) != 0 { return "-" }
            return name(of: webkit_context_menu_item_get_stock_action(item))
        }
    }

    /// WebKit's name of an entry, `copy-link-to-clipboard` for example.
    private static func name(of action: WebKitContextMenuAction) -> String {
        let actions = g_type_class_ref(webkit_context_menu_action_get_type())
        defer { g_type_class_unref(actions) }
        let value = g_enum_get_value(actions?.assumingMemoryBound(to: GEnumClass.self), gint(action.rawValue))
        return value?.pointee.value_nick.map { String(cString: $0) } ?? "unknown"
    }

    private static func press(in view: WebView, x: Double, y: Double) -> Bool {
        let widget: UnsafeMutablePointer<GtkWidget> = view.cast()
        guard let window = gtk_widget_get_window(widget), let display = gdk_display_get_default(),
            let event = gdk_event_new(GDK_BUTTON_PRESS)
        else { return false }
        defer { gdk_event_free(event) }
        event.pointee.button.window = window
        g_object_ref(UnsafeMutableRawPointer(window))
        event.pointee.button.button = 3
        event.pointee.button.x = x
        event.pointee.button.y = y
        gdk_event_set_device(event, gdk_seat_get_pointer(gdk_display_get_default_seat(display)))
        gtk_widget_event(widget, event)
        return true
    }
}
