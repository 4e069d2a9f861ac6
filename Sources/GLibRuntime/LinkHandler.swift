// SPDX-License-Identifier: MIT

internal import CGLib

/// The program that opens links, by the desktop's settings.
@MainActor
public enum LinkHandler {
    /// The name, as the user knows it, of the program that opens links of `scheme`; `nil` when there is none.
    ///
    /// Inside a Flatpak or Snap this sees the sandbox's own programs only.
    public static func name(for scheme: String) -> String? {
        guard let info = g_app_info_get_default_for_uri_scheme(scheme) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        return g_app_info_get_display_name(info).map { String(cString: $0) } ?? ""
    }
}
