// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import WebKitGTK

extension DoctorCheck {
    /// Whether a window can be shown, or at least a virtual one.
    static let display = DoctorCheck(name: "display") { context in
        let named =
            context.variable("WAYLAND_DISPLAY").map { "Wayland (\($0))" }
            ?? context.variable("DISPLAY").map { "X11 (\($0))" }
        let hasServer = context.find("Xvfb") != nil
        guard let named else {
            return hasServer
                ? [.ok("display", "no desktop; a virtual display (Xvfb) is started where one is needed")]
                : [
                    .fail(
                        "display", "no desktop, and no Xvfb for a virtual display",
                        "Install it (Debian and Ubuntu: apt-get install xvfb), or set DISPLAY.")
                ]
        }
        do {
            try GTKDisplay.open()
            return [.ok("display", named)]
        } catch {
            return [
                .fail(
                    "display", "\(named) doesn\u{2019}t answer",
                    "Set DISPLAY or WAYLAND_DISPLAY to a display that runs, or unset both for a virtual one.")
            ]
        }
    }
}
