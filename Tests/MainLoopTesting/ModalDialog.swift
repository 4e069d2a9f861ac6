// SPDX-License-Identifier: MIT

internal import CWebKitGTK

/// A dialog whose loop a handler runs, as GTK 3 programs do.
@MainActor
public final class ModalDialog {
    private let widget = gtk_dialog_new()

    private var dialog: UnsafeMutablePointer<GtkDialog>? {
        UnsafeMutableRawPointer(widget)?.assumingMemoryBound(to: GtkDialog.self)
    }

    /// Makes a dialog that isn't shown yet.
    public init() {}

    /// Shows the dialog, waits in its loop for ``answer()``, and destroys it.
    ///
    /// - Returns: Whether the answer came within ten seconds.
    public func runLoop() -> Bool {
        let limit = g_timeout_add_seconds(
            10,
            { widget in
                gtk_dialog_response(widget?.assumingMemoryBound(to: GtkDialog.self), GTK_RESPONSE_CANCEL.rawValue)
                return 1
            }, widget)
        defer {
            g_source_remove(limit)
            gtk_widget_destroy(widget)
        }
        return gtk_dialog_run(dialog) == GTK_RESPONSE_OK.rawValue
    }

    /// Ends the loop.
    public func answer() {
        gtk_dialog_response(dialog, GTK_RESPONSE_OK.rawValue)
    }
}
