// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// One of a few texts, chosen from a list that drops down.
@MainActor
package final class DropDown: WidgetHandle {
    private var changed: SignalConnection?

    /// - Parameters:
    ///   - choices: The texts; the first one is chosen.
    ///   - name: The name that a screen reader says.
    package init(_ choices: [String], name: String) {
        super.init(new: gtk_combo_box_text_new())
        for choice in choices { gtk_combo_box_text_append_text(cast(), choice) }
        gtk_combo_box_set_active(cast(), 0)
        setAccessibleName(name)
    }

    /// Cuts the text that is chosen off where there is no room for it.
    @discardableResult
    package func shortening() -> Self {
        let cells = gtk_cell_layout_get_cells(OpaquePointer(widget))
        defer { g_list_free(cells) }
        guard let cell = cells?.pointee.data else { return self }
        var end = GValue()
        g_value_init(&end, pango_ellipsize_mode_get_type())
        g_value_set_enum(&end, gint(PANGO_ELLIPSIZE_END.rawValue))
        g_object_set_property(cell.assumingMemoryBound(to: GObject.self), "ellipsize", &end)
        g_value_unset(&end)
        return self
    }

    /// The place of the text that is chosen.
    package var chosen: Int {
        get { max(0, Int(gtk_combo_box_get_active(cast()))) }
        set { gtk_combo_box_set_active(cast(), gint(newValue)) }
    }

    /// Offers other texts, and chooses one.
    package func offer(_ choices: [String], chosen: Int) {
        gtk_combo_box_text_remove_all(cast())
        for choice in choices { gtk_combo_box_text_append_text(cast(), choice) }
        self.chosen = chosen
    }

    /// Calls `handler` after another text was chosen; it must hold its owner weakly.
    @discardableResult
    package func onChange(_ handler: @escaping @MainActor () -> Void) -> Self {
        changed = connect("changed") { _ in handler() }
        return self
    }
}
