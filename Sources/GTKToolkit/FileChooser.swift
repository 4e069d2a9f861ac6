// SPDX-License-Identifier: MIT

internal import CWebKitGTK
package import FoundationEssentials
package import GLibRuntime
internal import SafeText

/// The desktop's own window for choosing files; inside a sandbox it is the portal's.
@MainActor
package final class FileChooser: GObjectOwner {
    /// Called when the window was answered: with the files, or with none when nothing was chosen.
    package var onResponse: (([URL]) -> Void)?

    private var responded: SignalConnection?

    /// - Parameters:
    ///   - title: The window's title.
    ///   - parent: The widget whose window it stands above.
    ///   - takesSeveral: Whether more than one file may be chosen.
    ///   - accept: What the accepting button says, with `_` before its mnemonic.
    ///   - cancel: What the other button says.
    package init(title: String, parent: WidgetHandle, takesSeveral: Bool, accept: String, cancel: String) {
        let chooser = gtk_file_chooser_native_new(
            DisplayText.line(title), Window.window(of: parent), GTK_FILE_CHOOSER_ACTION_OPEN, accept, cancel)
        guard let chooser else { preconditionFailure("GTK could not make a file chooser") }
        // Not a widget: a new one is the caller's.
        super.init(UnsafeMutableRawPointer(chooser), .full)
        gtk_native_dialog_set_modal(cast(), 1)
        gtk_file_chooser_set_select_multiple(OpaquePointer(pointer), takesSeveral ? 1 : 0)
        gtk_file_chooser_set_local_only(OpaquePointer(pointer), 1)
        follow()
    }

    private func follow() {
        responded = connect("response") { [weak self] emission in
            guard let self else { return }
            onResponse?(emission.integer(0) == Int(GTK_RESPONSE_ACCEPT.rawValue) ? chosen() : [])
        }
    }

    isolated deinit {
        gtk_native_dialog_destroy(cast())
    }

    /// A chooser of a file that is to be written; the desktop asks before one that is there is replaced.
    ///
    /// - Parameters:
    ///   - title: The window's title.
    ///   - parent: The widget whose window it stands above.
    ///   - name: The name that is proposed.
    ///   - accept: What the accepting button says, with `_` before its mnemonic.
    ///   - cancel: What the other button says.
    package init(savingAs name: String, title: String, parent: WidgetHandle, accept: String, cancel: String) {
        let chooser = gtk_file_chooser_native_new(
            DisplayText.line(title), Window.window(of: parent), GTK_FILE_CHOOSER_ACTION_SAVE, accept, cancel)
        guard let chooser else { preconditionFailure("GTK could not make a file chooser") }
        super.init(UnsafeMutableRawPointer(chooser), .full)
        gtk_native_dialog_set_modal(cast(), 1)
        gtk_file_chooser_set_current_name(OpaquePointer(pointer), name)
        gtk_file_chooser_set_do_overwrite_confirmation(OpaquePointer(pointer), 1)
        gtk_file_chooser_set_local_only(OpaquePointer(pointer), 1)
        follow()
    }

    /// Offers a filter for these MIME types; all files where there are none.
    package func offer(_ name: String, mimeTypes: [String] = []) {
        let filter = gtk_file_filter_new()
        gtk_file_filter_set_name(filter, name)
        for type in mimeTypes { gtk_file_filter_add_mime_type(filter, type) }
        if mimeTypes.isEmpty { gtk_file_filter_add_pattern(filter, "*") }
        gtk_file_chooser_add_filter(OpaquePointer(pointer), filter)
    }

    /// Shows the window.
    package func present() {
        gtk_native_dialog_show(cast())
    }

    /// Hides the window.
    package func hide() {
        gtk_native_dialog_hide(cast())
    }

    private func chosen() -> [URL] {
        let list = gtk_file_chooser_get_filenames(OpaquePointer(pointer))
        defer { g_slist_free_full(list, g_free) }
        var files: [URL] = []
        var next = list
        while let entry = next {
            if let name = entry.pointee.data {
                files.append(URL(filePath: String(cString: name.assumingMemoryBound(to: CChar.self))))
            }
            next = entry.pointee.next
        }
        return files
    }
}
