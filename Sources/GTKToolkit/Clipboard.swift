// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// The desktop's clipboard.
@MainActor
package enum Clipboard {
    /// Copies a text to the clipboard.
    package static func copy(_ text: String) {
        if let shared { gtk_clipboard_set_text(shared, text, -1) }
    }

    /// The selection that Ctrl+V reads (ownership: none); the C macro for its atom isn't importable.
    static var shared: OpaquePointer? { gtk_clipboard_get(gdk_atom_intern("CLIPBOARD", 0)) }
}
