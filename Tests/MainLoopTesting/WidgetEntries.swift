// SPDX-License-Identifier: MIT

internal import CWebKitGTK
package import GLibRuntime

/// Types into the fields of a window.
@MainActor
package enum WidgetEntries {
    /// Types letter by letter at the end of each field in `owner` that a user can use now.
    ///
    /// - Returns: The fields, each with its text afterwards.
    package static func type(_ text: String, in owner: GObjectOwner) -> [(field: String, text: String)] {
        var found: [(field: String, text: String)] = []
        type(text, into: owner.cast(), &found)
        return found
    }

    private static func type(
        _ text: String, into widget: UnsafeMutablePointer<GtkWidget>, _ found: inout [(field: String, text: String)]
    ) {
        guard gtk_widget_get_mapped(widget) != 0, gtk_widget_is_sensitive(widget) != 0 else { return }
        if WidgetTree.isA(widget, gtk_entry_get_type()) {
            let entry = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkEntry.self)
            for letter in text {
                var end = Int32(gtk_entry_get_text_length(entry))
                gtk_editable_insert_text(OpaquePointer(widget), String(letter), -1, &end)
            }
            found.append((WidgetTree.description(of: widget), String(cString: gtk_entry_get_text(entry))))
        } else if WidgetTree.isA(widget, gtk_text_view_get_type()) {
            let view = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkTextView.self)
            guard gtk_text_view_get_editable(view) != 0, let buffer = gtk_text_view_get_buffer(view) else { return }
            for letter in text { gtk_text_buffer_insert_at_cursor(buffer, String(letter), -1) }
            var (start, end) = (GtkTextIter(), GtkTextIter())
            gtk_text_buffer_get_bounds(buffer, &start, &end)
            let kept = gtk_text_buffer_get_text(buffer, &start, &end, 0)
            defer { g_free(kept) }
            found.append((WidgetTree.description(of: widget), kept.map { String(cString: $0) } ?? ""))
        }
        for child in WidgetTree.children(of: widget) { type(text, into: child, &found) }
    }
}
