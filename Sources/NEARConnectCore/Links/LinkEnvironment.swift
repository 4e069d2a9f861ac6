// SPDX-License-Identifier: MIT

/// The environment that another program is started with: what it needs to find the display, the session and the user's settings, and
/// nothing that was set for this program.
///
/// A list of what is kept, not of what goes: a bundle's `LD_LIBRARY_PATH`, `GTK_PATH`, `GIO_MODULE_DIR` or `WEBKIT_EXEC_PATH` breaks other
/// programs without a word, and new ones of their kind come with each packaging tool.
package enum LinkEnvironment {
    private static let kept: Set = [
        "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "DISPLAY", "WAYLAND_DISPLAY",
        "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "BROWSER",
        // By these xdg-open finds out which desktop it is on, and so which program to call.
        "DESKTOP_SESSION", "KDE_FULL_SESSION", "KDE_SESSION_VERSION", "GNOME_DESKTOP_SESSION_ID",
        "MATE_DESKTOP_SESSION_ID", "LXQT_SESSION_CONFIG",
    ]
    private static let keptPrefixes = ["XDG_", "LC_"]
    /// Of `XDG_`, but this program's own: the permission to come forward that it was started with.
    private static let ours: Set = ["XDG_ACTIVATION_TOKEN"]
    /// Lists of folders, into which bundles put their own.
    private static let folderLists: Set = ["PATH", "XDG_DATA_DIRS", "XDG_CONFIG_DIRS"]
    /// Where bundles say that they are.
    private static let bundleRoots = ["APPDIR", "SNAP"]

    /// What of `environment` is passed on.
    package static func scrubbed(_ environment: [String: String]) -> [String: String] {
        let roots = bundleRoots.compactMap { environment[$0] }.filter { $0.hasPrefix("/") && $0 != "/" }
        var result: [String: String] = [:]
        for (name, value) in environment {
            guard kept.contains(name) || keptPrefixes.contains(where: name.hasPrefix), !ours.contains(name) else {
                continue
            }
            guard folderLists.contains(name) else {
                result[name] = value
                continue
            }
            let folders = value.split(separator: ":", omittingEmptySubsequences: true)
                .filter { folder in !roots.contains { folder == $0 || folder.hasPrefix("\($0)/") } }
            if !folders.isEmpty { result[name] = folders.joined(separator: ":") }
        }
        return result
    }
}
