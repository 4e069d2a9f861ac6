// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// A text of several lines that the user writes, scrolled where it is long; Tab leaves it.
@MainActor
package final class TextArea: Container {
    private let view: WidgetHandle
    private var connections: [SignalConnection] = []

    /// - Parameters:
    ///   - height: Pixels that the area asks for.
    ///   - isCode: True for a fixed-width font.
    package init(height: Int32, isCode: Bool) {
        view = WidgetHandle(new: gtk_text_view_new())
        super.init(new: gtk_scrolled_window_new(nil, nil))
        gtk_scrolled_window_set_policy(cast(), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_min_content_height(cast(), height)
        gtk_text_view_set_monospace(view.cast(), isCode ? 1 : 0)
        gtk_text_view_set_accepts_tab(view.cast(), 0)
        gtk_text_view_set_wrap_mode(view.cast(), GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_left_margin(view.cast(), 8)
        gtk_text_view_set_right_margin(view.cast(), 8)
        gtk_text_view_set_top_margin(view.cast(), 6)
        gtk_text_view_set_bottom_margin(view.cast(), 6)
        styled("near-connect-code")
        add(view)
    }

    /// Has the text only be read and copied.
    package func readOnly() -> Self {
        gtk_text_view_set_editable(view.cast(), 0)
        return self
    }

    /// Names the text for screen readers, where no label does.
    package func named(_ name: String) -> Self {
        view.setAccessibleName(name)
        return self
    }

    /// A label that names the area: the underscored letter with Alt moves the focus there.
    package func label(_ text: String) -> Label { Label(mnemonic: text, for: view) }

    package var text: String {
        get {
            guard let buffer = gtk_text_view_get_buffer(view.cast()) else { return "" }
            var (start, end) = (GtkTextIter(), GtkTextIter())
            gtk_text_buffer_get_bounds(buffer, &start, &end)
            guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 0) else { return "" }
            defer { g_free(text) }
            return String(cString: text)
        }
        set { gtk_text_buffer_set_text(gtk_text_view_get_buffer(view.cast()), newValue, gint(newValue.utf8.count)) }
    }

    /// Calls `handler` after each change; it must hold its owner weakly.
    @discardableResult
    package func onChange(_ handler: @escaping @MainActor () -> Void) -> Self {
        if let buffer = gtk_text_view_get_buffer(view.cast()) {
            connections.append(connectSignal("changed", of: UnsafeMutableRawPointer(buffer)) { _ in handler() })
        }
        return self
    }

    /// Moves the keyboard's focus here.
    package func focusText() { view.focus() }

    /// Ties the label that explains the text to it, for screen readers.
    package func describeText(by label: WidgetHandle?) { view.describe(by: label) }
}
