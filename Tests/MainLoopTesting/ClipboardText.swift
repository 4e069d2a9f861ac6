// SPDX-License-Identifier: MIT

internal import CWebKitGTK

/// The display's clipboard, as a test reads it.
@MainActor
public enum ClipboardText {
    /// Returns the text that Ctrl+V would insert; `nil` where there is none.
    public static func read() -> String? {
        guard let clipboard = gtk_clipboard_get(gdk_atom_intern("CLIPBOARD", 0)),
            let text = gtk_clipboard_wait_for_text(clipboard)
        else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }
}
