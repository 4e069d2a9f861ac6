// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// The desktop's clipboard.
@MainActor
package enum Clipboard {
    /// Copies a text to the clipboard.
    package static func copy(_ text: String) {
        // The atom of the selection that Ctrl+V reads; the C macro for it isn't importable.
        guard let clipboard = gtk_clipboard_get(gdk_atom_intern("CLIPBOARD", 0)) else { return }
        gtk_clipboard_set_text(clipboard, text, -1)
    }
}
