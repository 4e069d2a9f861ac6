// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import FoundationEssentials
internal import GLibRuntime
internal import SafeText

/// A folder could not be shown.
package struct FolderWindowError: Error, LocalizedError {
    /// GLib's words.
    package let reason: String

    package var errorDescription: String? { localized("The folder could not be shown: %1$s", reason) }
}

/// A folder in the desktop's file manager.
@MainActor
package enum FolderWindow {
    /// Has the desktop show a folder; inside a Flatpak or Snap its portal does.
    ///
    /// - Parameters:
    ///   - path: The folder's absolute path.
    ///   - parent: A widget of the window that the folder's may stand above.
    /// - Throws: ``FolderWindowError`` where there is no program for folders.
    package static func show(_ path: String, above parent: WidgetHandle) throws(FolderWindowError) {
        do throws(GLibError) {
            let address = try GLibError.check { g_filename_to_uri(path, nil, $0) }
            defer { g_free(address) }
            _ = try GLibError.check { gtk_show_uri_on_window(Window.window(of: parent), address, 0, $0) }
        } catch {
            throw FolderWindowError(reason: error.message)
        }
    }
}
