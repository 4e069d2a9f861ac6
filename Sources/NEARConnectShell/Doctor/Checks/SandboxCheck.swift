// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import SafeText

extension DoctorCheck {
    /// Checks that WebKit's sandbox can run; tries again instead of using a cached result.
    static let sandbox = DoctorCheck(name: "sandbox") { context in
        [finding(SandboxProbe.trying(in: context.environment).decide())]
    }

    static func finding(_ state: SandboxState) -> DoctorFinding {
        switch state {
        case .on: .ok("sandbox", localized("bubblewrap works; web pages run in a sandbox"))
        case .flatpak: .ok("sandbox", localized("Flatpak runs web pages in a sandbox"))
        case .off: .warn("sandbox", localized("off"), advice: localized("The program asked for no sandbox."))
        case .unavailable(let problem): .warn("sandbox", problem.reason, advice: problem.advice)
        }
    }
}
