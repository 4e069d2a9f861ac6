// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import SafeText

extension DoctorCheck {
    /// Checks that WebKit's sandbox can run; tries again instead of using a cached result.
    static let sandbox = DoctorCheck(name: "sandbox") { context in
        let state = SandboxProbe.trying(in: context.environment).decide()
        return [finding(state).mended(by: mend(of: state, in: context))]
    }

    /// Returns the step for what is missing; nobody is told to change the kernel by a button.
    private static func mend(of state: SandboxState, in context: DoctorContext) -> DoctorMend? {
        guard case .unavailable(let problem) = state else { return nil }
        return switch problem.kind {
        case .bubblewrapMissing: .install("bubblewrap xdg-dbus-proxy", in: context)
        case .proxyMissing: .install("xdg-dbus-proxy", in: context)
        default: nil
        }
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
