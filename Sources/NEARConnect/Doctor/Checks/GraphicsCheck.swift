// SPDX-License-Identifier: MIT

internal import Foundation

extension DoctorCheck {
    /// What draws pages, and which of WebKit's variables change how.
    static let graphics = DoctorCheck(name: "graphics") { context in
        let machine = GraphicsMachine.here(environment: context.environment)
        var findings = [DoctorFinding.ok("graphics", machine.summary)]
        let set = context.environment.keys.filter { $0.hasPrefix("WEBKIT_") || $0 == "__NV_DISABLE_EXPLICIT_SYNC" }
            .sorted()
        if !set.isEmpty {
            findings.append(
                .ok("graphics.variables", "set by you, and left as they are: \(set.joined(separator: ", "))"))
        }
        return findings
    }
}
