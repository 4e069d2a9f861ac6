// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import SafeText
internal import WebKitGTK

extension DoctorCheck {
    /// Checks that a window can be shown, at least on a virtual display.
    static let display = DoctorCheck(name: "display") { context in
        let named =
            context.variable("WAYLAND_DISPLAY").map { "Wayland (\($0))" }
            ?? context.variable("DISPLAY").map { "X11 (\($0))" }
        let hasServer = context.find("Xvfb") != nil
        guard let named else {
            return hasServer
                ? [
                    .ok(
                        "display",
                        localized("no desktop; near-connect starts a virtual display (Xvfb) when it needs one"))
                ]
                : [
                    .fail(
                        "display", localized("no desktop, and no Xvfb for a virtual display"),
                        advice: localized(
                            "Install Xvfb (Debian and Ubuntu: apt-get install xvfb), or set DISPLAY.")
                    ).mended(by: .install("xvfb", in: context))
                ]
        }
        do {
            try GTKDisplay.open()
            return [.ok("display", named)]
        } catch {
            return [
                .fail(
                    "display", localized("%1$s doesn’t answer", named),
                    advice: localized(
                        "Set DISPLAY or WAYLAND_DISPLAY to a running display, or unset both for a virtual one."))
            ]
        }
    }
}
