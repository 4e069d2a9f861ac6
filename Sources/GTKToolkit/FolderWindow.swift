// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import FoundationEssentials
internal import GLibRuntime
internal import SafeText

/// A folder could not be shown.
package struct FolderWindowError: Error, LocalizedError {
    /// The folder.
    package let path: String
    /// GLib's words.
    package let reason: String

    package var errorDescription: String? {
        localized("No program has shown %1$s: %2$s. Open it in your file manager.", path, reason)
    }
}

/// A folder in the desktop's file manager.
@MainActor
package enum FolderWindow {
    /// Has the desktop show a folder; inside a Flatpak its portal does.
    ///
    /// - Parameters:
    ///   - path: The folder's absolute path.
    ///   - parent: A widget of the window that the folder's may stand above.
    /// - Throws: ``FolderWindowError`` where there is no program for folders.
    package static func show(_ path: String, above parent: WidgetHandle) throws(FolderWindowError) {
        do throws(GLibError) {
            // GTK says that it has shown a folder also where there is nobody who could. In a Flatpak its portal knows.
            if g_file_test("/.flatpak-info", G_FILE_TEST_EXISTS) == 0 {
                let file = g_file_new_for_path(path)
                defer { if let file { g_object_unref(UnsafeMutableRawPointer(file)) } }
                let program = try GLibError.check { g_file_query_default_handler(file, nil, $0) }
                if let program { g_object_unref(UnsafeMutableRawPointer(program)) }
            }
            let address = try GLibError.check { g_filename_to_uri(path, nil, $0) }
            defer { g_free(address) }
            _ = try GLibError.check { gtk_show_uri_on_window(Window.window(of: parent), address, 0, $0) }
        } catch {
            throw FolderWindowError(path: path, reason: error.message)
        }
    }
}
