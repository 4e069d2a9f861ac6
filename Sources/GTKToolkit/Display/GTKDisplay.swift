// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// Opens the display for GTK; a display that does not answer is an error, not the end of the process.
@MainActor
public enum GTKDisplay {
    /// The reason why GTK can't show anything here.
    public enum OpenError: Error, Equatable, Sendable {
        /// No display server answered; `display` is what `DISPLAY` or `WAYLAND_DISPLAY` named, if anything.
        case noDisplay(named: String?)
    }

    private static var isOpen = false

    /// Connects to the display and joins the main actor to GLib's loop.
    ///
    /// Calling it again does nothing.
    ///
    /// - Throws: ``OpenError/noDisplay(named:)``.
    public static func open() throws(OpenError) {
        guard !isOpen else { return }
        guard gtk_init_check(nil, nil) != 0 else {
            throw .noDisplay(named: environment("WAYLAND_DISPLAY") ?? environment("DISPLAY"))
        }
        isOpen = true
        MainLoop.joinMainActor()
    }

    /// True if the environment names a display server that GTK would try.
    public static var isNamedByEnvironment: Bool {
        environment("WAYLAND_DISPLAY") != nil || environment("DISPLAY") != nil
    }

    /// True if lines begin on the right, by the locale's language or `GTK_TEXT_DIR`.
    public static var isRightToLeft: Bool { gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL }

    private static func environment(_ name: String) -> String? {
        guard let value = g_getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
