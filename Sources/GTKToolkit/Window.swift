// SPDX-License-Identifier: MIT

package import CWebKitGTK
internal import GLibRuntime
internal import SafeText

/// A window of its own.
///
/// GTK keeps it until it is destroyed, which happens exactly once: through ``destroy()``, or when this owner is
/// dropped.
@MainActor
package class Window: WidgetHandle {
    private var titleBar: WidgetHandle?
    private var content: WidgetHandle?
    private var connections: [SignalConnection] = []
    package private(set) var isDestroyed = false

    /// Asked when the user wants to close the window; the window stays until ``destroy()``.
    package var onCloseRequest: (() -> Void)?
    /// Asked about each key before the focused widget gets it; `true` says that it is dealt with.
    package var onKey: ((KeyPress) -> Bool)?
    /// Called when the window has got the keyboard, or lost it; must hold its owner weakly.
    package var onActive: ((_ isActive: Bool) -> Void)?

    /// A window of a size in pixels.
    ///
    /// - Parameter isWithinScreen: True to have it no larger than the first monitor.
    package init(title: String, width: Int32, height: Int32, isWithinScreen: Bool = true) {
        super.init(shared: gtk_window_new(GTK_WINDOW_TOPLEVEL))
        gtk_window_set_title(cast(), title)
        let room = isWithinScreen ? WorkArea(around: nil) : nil
        gtk_window_set_default_size(cast(), min(width, room?.width ?? width), min(height, room?.height ?? height))
        setUp()
    }

    /// For kinds of windows that have their own constructor (ownership: GTK's, a reference is added).
    package init(window: UnsafeMutablePointer<GtkWidget>) {
        super.init(shared: window)
        setUp()
    }

    private func setUp() {
        StyleSheet.install()
        connections = [
            connect("delete-event") { [weak self] emission in
                emission.answer(true)
                self?.onCloseRequest?()
            },
            connect("destroy") { [weak self] _ in self?.isDestroyed = true },
            connect("focus-in-event") { [weak self] _ in self?.isUrgent = false },
            connect("notify::is-active") { [weak self] _ in
                if let self { self.onActive?(self.isActive) }
            },
            connect("key-press-event") { [weak self] emission in
                guard let self, let onKey = self.onKey, let event = emission.boxed(0) else { return }
                if onKey(KeyPress(event)) { emission.answer(true) }
            },
        ]
    }

    isolated deinit {
        destroy()
    }

    package func setTitle(_ title: String) {
        gtk_window_set_title(cast(), DisplayText.line(title))
    }

    package func setTitleBar(_ bar: WidgetHandle) {
        gtk_window_set_titlebar(cast(), bar.widget)
        titleBar = bar
    }

    /// Puts `child` in the place of what the window held.
    package func setContent(_ child: WidgetHandle) {
        if let content, !isDestroyed { gtk_container_remove(cast(), content.widget) }
        gtk_container_add(cast(), child.widget)
        content = child
    }

    /// Keeps the window above `parent`; while that is hidden, above the one that it stands above itself.
    package func setTransient(for parent: WidgetHandle?, isModal: Bool) {
        var window = parent.flatMap { Self.window(of: $0) }
        while let hidden = window, !Self.isVisible(hidden), let above = gtk_window_get_transient_for(hidden) {
            window = above
        }
        gtk_window_set_transient_for(cast(), window)
        gtk_window_set_modal(cast(), isModal ? 1 : 0)
        gtk_window_set_position(cast(), window == nil ? GTK_WIN_POS_CENTER : GTK_WIN_POS_CENTER_ON_PARENT)
    }

    /// Returns whether the window stands above `other`'s.
    package func isTransient(for other: WidgetHandle) -> Bool {
        gtk_window_get_transient_for(cast()) == Self.window(of: other)
    }

    private static func isVisible(_ window: UnsafeMutablePointer<GtkWindow>) -> Bool {
        gtk_widget_get_visible(UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self)) != 0
    }

    /// The window that a widget is in, if it is in one.
    package static func window(of widget: WidgetHandle) -> UnsafeMutablePointer<GtkWindow>? {
        guard let top = gtk_widget_get_toplevel(widget.widget), gtk_widget_is_toplevel(top) != 0 else { return nil }
        return UnsafeMutableRawPointer(top).assumingMemoryBound(to: GtkWindow.self)
    }

    /// The name of the program's icon in the icon theme.
    package func setIcon(_ name: String) {
        gtk_window_set_icon_name(cast(), name)
    }

    /// The button that Enter presses.
    package func setDefault(_ button: WidgetHandle) {
        gtk_widget_set_can_default(button.widget, 1)
        gtk_window_set_default(cast(), button.widget)
    }

    /// The size that the window will have when it is shown; -1 for what its content needs.
    package func resize(width: Int32, height: Int32) {
        gtk_window_set_default_size(cast(), width, height)
    }

    /// Changes the size of a window that is shown.
    package func resizeNow(width: Int32, height: Int32) {
        gtk_window_resize(cast(), width, height)
    }

    /// The window's size in GTK's pixels, without its shadow.
    package var size: (width: Int32, height: Int32) {
        var (width, height): (gint, gint) = (0, 0)
        gtk_window_get_size(cast(), &width, &height)
        return (width, height)
    }

    /// True if the window fills its screen, or is about to.
    package var isMaximized: Bool {
        get { gtk_window_is_maximized(cast()) != 0 }
        set { if newValue { gtk_window_maximize(cast()) } else { gtk_window_unmaximize(cast()) } }
    }

    /// Shows the window and brings it forward.
    ///
    /// - Parameter activationToken: The desktop's permission to do so; without one it may only call for attention.
    package func present(activationToken: String? = nil) {
        guard !isDestroyed else { return }
        if let activationToken { gtk_window_set_startup_id(cast(), activationToken) }
        gtk_window_present(cast())
    }

    /// Shows the window; where none of the program's has the keyboard, without taking it from another program.
    ///
    /// The desktop marks it then as one that asks for attention, until the user goes to it.
    package func presentQuietly() {
        let isOurs = Self.isProgramActive
        gtk_window_set_focus_on_map(cast(), isOurs ? 1 : 0)
        isUrgent = !isOurs
        if isOurs { present() } else if !isDestroyed { gtk_widget_show(widget) }
    }

    /// True if the desktop is asked to point the user to the window.
    package private(set) var isUrgent: Bool {
        get { gtk_window_get_urgency_hint(cast()) != 0 }
        set { if !isDestroyed { gtk_window_set_urgency_hint(cast(), newValue ? 1 : 0) } }
    }

    /// True if the window takes the keyboard when it is shown.
    package var takesFocus: Bool { gtk_window_get_focus_on_map(cast()) != 0 }

    /// True if a window of the program has the keyboard.
    private static var isProgramActive: Bool {
        let windows = gtk_window_list_toplevels()
        defer { g_list_free(windows) }
        var next = windows
        while let node = next {
            if let window = node.pointee.data?.assumingMemoryBound(to: GtkWindow.self),
                gtk_window_is_active(window) != 0
            {
                return true
            }
            next = node.pointee.next
        }
        return false
    }

    /// True if the window has the keyboard.
    package var isActive: Bool { gtk_window_is_active(cast()) != 0 }

    /// Ends the window and every widget in it.
    ///
    /// Calling it again does nothing.
    package func destroy() {
        guard !isDestroyed else { return }
        isDestroyed = true
        gtk_widget_destroy(widget)
    }
}

/// A key that was pressed in a window.
package struct KeyPress {
    package let isControlDown: Bool
    package let isAltDown: Bool
    package let isShiftDown: Bool
    /// True for a key that does nothing by itself, such as Alt.
    package let isModifier: Bool
    /// The key's name by X's rules: `w`, `Escape`, `F5`.
    package let name: String

    /// - Parameter event: A `GdkEvent` (ownership: none).
    init(_ event: UnsafeMutableRawPointer) {
        let event = event.assumingMemoryBound(to: GdkEvent.self)
        var key: guint = 0
        var state = GdkModifierType(0)
        gdk_event_get_keyval(event, &key)
        gdk_event_get_state(event, &state)
        isControlDown = state.rawValue & GDK_CONTROL_MASK.rawValue != 0
        isAltDown = state.rawValue & GDK_MOD1_MASK.rawValue != 0
        isShiftDown = state.rawValue & GDK_SHIFT_MASK.rawValue != 0
        isModifier = event.pointee.key.is_modifier != 0
        name = gdk_keyval_name(gdk_keyval_to_lower(key)).map { String(cString: $0) } ?? ""
    }
}
