// SPDX-License-Identifier: MIT

internal import Foundation
internal import NEARConnect

extension DoctorCheck {
    /// What draws pages, and which of WebKit's variables change how.
    static let graphics = DoctorCheck(name: "graphics") { context in
        let machine = GraphicsMachine.here(environment: context.environment)
        var findings = [DoctorFinding.ok("graphics", machine.summary)]
        findings.append(verdict(GraphicsMemory(folders: context.folders).verdict(), on: machine))
        let set = context.environment.keys.filter { $0.hasPrefix("WEBKIT_") || $0 == "__NV_DISABLE_EXPLICIT_SYNC" }
            .sorted()
        if !set.isEmpty {
            findings.append(
                .ok("graphics.variables", "set by you, and left as they are: \(set.joined(separator: ", "))"))
        }
        return findings
    }

    static func verdict(_ verdict: GraphicsVerdict?, on machine: GraphicsMachine) -> DoctorFinding {
        let check = "graphics.pages"
        guard let verdict, verdict.machine == machine.key else {
            return .ok(check, "not looked at yet on this display; the first window does")
        }
        guard verdict.paints else {
            return .fail(
                check, "stay blank whatever is tried",
                "Update the graphics driver and libwebkit2gtk-4.1-0, or try the other kind of session (X11, Wayland).")
        }
        return verdict.rung == .standard
            ? .ok(check, "are painted")
            : .warn(
                check, "are painted only with \u{201C}\(verdict.rung.rawValue)\u{201D}, which is used from now on",
                "An update of the graphics driver may help; it is looked at anew then.")
    }
}
