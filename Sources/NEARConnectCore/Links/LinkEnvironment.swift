// SPDX-License-Identifier: MIT

/// The environment that other programs are started with.
///
/// It has what they need to find the display, the session and the user's settings, and nothing that was set for this
/// program.
///
/// The list says what stays, not what goes: a bundle's `LD_LIBRARY_PATH`, `GTK_PATH`, `GIO_MODULE_DIR` or
/// `WEBKIT_EXEC_PATH` breaks other programs silently, and each packaging tool brings new variables of that kind.
package enum LinkEnvironment {
    private static let kept: Set = [
        "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "DISPLAY", "WAYLAND_DISPLAY",
        "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "BROWSER",
        // xdg-open finds out by these which desktop it is on, and so which program to call.
        "DESKTOP_SESSION", "KDE_FULL_SESSION", "KDE_SESSION_VERSION", "GNOME_DESKTOP_SESSION_ID",
        "MATE_DESKTOP_SESSION_ID", "LXQT_SESSION_CONFIG",
    ]
    private static let keptPrefixes = ["XDG_", "LC_"]
    /// Variables that begin with `XDG_` but are this program's own: its permission to come forward.
    private static let ours: Set = ["XDG_ACTIVATION_TOKEN"]
    /// Variables that list folders; bundles add folders of their own.
    private static let folderLists: Set = ["PATH", "XDG_DATA_DIRS", "XDG_CONFIG_DIRS"]
    /// Variables by which bundles say where they are.
    private static let bundleRoots = ["APPDIR", "SNAP"]

    /// Returns the part of `environment` that is passed on.
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
