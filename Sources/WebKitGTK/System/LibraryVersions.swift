// SPDX-License-Identifier: MIT

internal import CWebKitGTK

/// The versions of the libraries that this process runs with, which may be newer than those it was built with.
public enum LibraryVersions {
    /// WebKitGTK's, such as `2.50.6`.
    public static var webKitGTK: String {
        "\(webkit_get_major_version()).\(webkit_get_minor_version()).\(webkit_get_micro_version())"
    }

    /// GTK's.
    public static var gtk: String {
        "\(gtk_get_major_version()).\(gtk_get_minor_version()).\(gtk_get_micro_version())"
    }

    /// GLib's.
    public static var glib: String {
        "\(glib_major_version).\(glib_minor_version).\(glib_micro_version)"
    }
}
