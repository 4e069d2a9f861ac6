// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// GTK's start, as an error instead of an exit.
@MainActor
public enum GTKToolkit {
    /// Why GTK can't show anything here.
    public enum StartError: Error, Equatable, Sendable {
        /// No display server answered; `display` is what `DISPLAY` or `WAYLAND_DISPLAY` named, if anything.
        case noDisplay(named: String?)
    }

    private static var isStarted = false

    /// Connects to the display and joins the main actor to GLib's loop. Calling it again does nothing.
    ///
    /// - Throws: ``StartError/noDisplay(named:)``.
    public static func start() throws(StartError) {
        guard !isStarted else { return }
        guard gtk_init_check(nil, nil) != 0 else {
            throw .noDisplay(named: environment("WAYLAND_DISPLAY") ?? environment("DISPLAY"))
        }
        isStarted = true
        MainLoop.joinMainActor()
    }

    /// Whether the environment names a display server that GTK would try.
    public static var environmentNamesDisplay: Bool {
        environment("WAYLAND_DISPLAY") != nil || environment("DISPLAY") != nil
    }

    private static func environment(_ name: String) -> String? {
        guard let value = g_getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
