// SPDX-License-Identifier: MIT

internal import NEARConnect

extension DoctorCheck {
    /// Whether WebKit's sandbox can run, tried anew: what is remembered isn't asked.
    static let sandbox = DoctorCheck(name: "sandbox") { context in
        [finding(SandboxProbe.trying(in: context.environment).decide())]
    }

    static func finding(_ state: SandboxState) -> DoctorFinding {
        switch state {
        case .on: .ok("sandbox", "bubblewrap runs; web pages are locked in")
        case .flatpak: .ok("sandbox", "Flatpak locks web pages in")
        case .off: .warn("sandbox", "off", "The program asked for none.")
        case .unavailable(let problem): .warn("sandbox", problem.reason, problem.advice)
        }
    }
}
