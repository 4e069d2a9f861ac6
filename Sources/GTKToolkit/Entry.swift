// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime
internal import Glibc

/// A line of text that the user writes.
@MainActor
package final class Entry: WidgetHandle {
    private var connections: [SignalConnection] = []

    /// - Parameters:
    ///   - placeholder: An example, shown while nothing is written.
    ///   - width: Characters that the entry would like to show. It gets narrower where there is less room.
    package init(placeholder: String = "", width: Int32 = 48) {
        super.init(new: gtk_entry_new())
        gtk_entry_set_placeholder_text(cast(), placeholder)
        gtk_entry_set_width_chars(cast(), min(12, width))
        gtk_entry_set_max_width_chars(cast(), width)
    }

    package var text: String {
        get { gtk_entry_get_text(cast()).map { String(cString: $0) } ?? "" }
        set { gtk_entry_set_text(cast(), newValue) }
    }

    /// Shows dots in place of what is written, and keeps it out of input methods' memories.
    package func hidesText() {
        gtk_entry_set_visibility(cast(), 0)
        gtk_entry_set_input_purpose(cast(), GTK_INPUT_PURPOSE_PASSWORD)
    }

    /// The text that is written, as bytes that the caller wipes; no Swift text is made of it.
    package var bytes: [UInt8] {
        guard let text = gtk_entry_get_text(cast()) else { return [] }
        return text.withMemoryRebound(to: UInt8.self, capacity: strlen(text)) {
            Array(UnsafeBufferPointer(start: $0, count: strlen(text)))
        }
    }

    /// Takes away what is written; GTK overwrites its buffer with zeros as it does so.
    package func wipe() {
        gtk_entry_buffer_delete_text(gtk_entry_get_buffer(cast()), 0, -1)
    }

    /// Moves the focus here and selects what is written.
    package func focusAll() {
        focus()
        gtk_editable_select_region(OpaquePointer(widget), 0, -1)
    }

    /// Returns whether Enter presses the window's default button.
    package func activatesDefault() {
        gtk_entry_set_activates_default(cast(), 1)
    }

    /// Calls `handler` after each change; it must hold its owner weakly.
    @discardableResult
    package func onChange(_ handler: @escaping @MainActor () -> Void) -> Self {
        connections.append(connect("changed") { _ in handler() })
        return self
    }

    /// The texts that are offered while somebody types.
    package private(set) var completions: [String] = []

    /// Offers texts that go on with what is typed, in place of those before.
    package func complete(with texts: [String]) {
        completions = texts
        guard let completion = gtk_entry_completion_new() else { return }
        defer { g_object_unref(completion) }
        var types = [StringColumns.stringType]
        guard let store = gtk_list_store_newv(1, &types) else { return }
        defer { g_object_unref(store) }
        for text in texts {
            StringColumns.withValues([text]) { columns, values, count in
                gtk_list_store_insert_with_valuesv(store, nil, -1, columns, values, count)
            }
        }
        gtk_entry_completion_set_model(completion, OpaquePointer(store))
        gtk_entry_completion_set_text_column(completion, 0)
        gtk_entry_completion_set_minimum_key_length(completion, 1)
        gtk_entry_set_completion(cast(), completion)
    }

    /// Uses all the width that there is.
    @discardableResult
    package func filling() -> Self {
        gtk_entry_set_max_width_chars(cast(), -1)
        expanding(horizontally: true)
        return self
    }

    /// Calls `handler` when Enter is pressed; it must hold its owner weakly.
    @discardableResult
    package func onActivate(_ handler: @escaping @MainActor () -> Void) -> Self {
        connections.append(connect("activate") { _ in handler() })
        return self
    }
}

/// A text of many lines to be read, in a fixed-width font, scrolled where it is long.
@MainActor
package final class TextView: WidgetHandle {
    /// The pixels that a text takes in the usual fixed-width font, estimated before it is laid out.
    package static func height(of text: String, maximumLines: Int) -> Int32 {
        let columns = 58
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .reduce(0) { $0 + max(1, ($1.count + columns - 1) / columns) }
        return Int32(min(lines, maximumLines)) * 18 + 18
    }

    package init(_ text: String) {
        super.init(new: gtk_text_view_new())
        gtk_text_view_set_editable(cast(), 0)
        gtk_text_view_set_cursor_visible(cast(), 0)
        gtk_text_view_set_monospace(cast(), 1)
        gtk_text_view_set_accepts_tab(cast(), 0)
        gtk_text_view_set_wrap_mode(cast(), GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_left_margin(cast(), 10)
        gtk_text_view_set_right_margin(cast(), 10)
        gtk_text_view_set_top_margin(cast(), 8)
        gtk_text_view_set_bottom_margin(cast(), 8)
        gtk_text_buffer_set_text(gtk_text_view_get_buffer(cast()), text, -1)
    }
}
