// SPDX-License-Identifier: MIT

internal import Foundation
internal import NEARConnect
internal import SafeText

extension DoctorCheck {
    /// Reports the graphics machine and WebKit's variables that change how pages are painted.
    static let graphics = DoctorCheck(name: "graphics") { context in
        let machine = GraphicsMachine.here(environment: context.environment)
        var findings = [DoctorFinding.ok("graphics", machine.summary)]
        findings.append(verdict(GraphicsMemory(folders: context.folders).verdict(), on: machine))
        let set = context.environment.keys.filter { $0.hasPrefix("WEBKIT_") || $0 == "__NV_DISABLE_EXPLICIT_SYNC" }
            .sorted()
        if !set.isEmpty {
            findings.append(
                .ok("graphics.variables", localized("set by you and not changed: %1$s", set.joined(separator: ", "))))
        }
        return findings
    }

    static func verdict(_ verdict: GraphicsVerdict?, on machine: GraphicsMachine) -> DoctorFinding {
        let check = "graphics.pages"
        guard let verdict, verdict.machine == machine.key else {
            return .ok(check, localized("not tested yet on this display; the first window tests it"))
        }
        guard verdict.paints else {
            return .fail(
                check, localized("pages stay blank with every setting"),
                advice: localized(
                    "Update the graphics driver and libwebkit2gtk-4.1-0, or log in to the other kind of session (X11, Wayland)."
                ))
        }
        return verdict.rung == .standard || verdict.rung == machine.firstRung
            ? .ok(check, localized("pages are painted"))
            : .warn(
                check, localized("pages are painted only with “%1$s”, which is used now", verdict.rung.rawValue),
                advice: localized("Update the graphics driver; the next start then tests again."))
    }
}
