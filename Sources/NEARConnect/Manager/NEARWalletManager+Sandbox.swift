// SPDX-License-Identifier: MIT

internal import Logging

extension NEARWalletManager {
    /// Finds out whether pages can be locked in, before the first view is made; WebKit takes no later change.
    ///
    /// - Returns: Whether the bridge may start.
    func settleSandbox() -> Bool {
        guard configuration.sandbox != .off else { return true }
        sandbox = SandboxProbe.here.decide()
        guard case .unavailable(let problem) = sandbox else { return true }
        logger.warning(
            "web pages run without WebKit's sandbox",
            metadata: ["reason": "\(problem.reason)", "advice": "\(problem.advice)"])
        guard configuration.sandbox == .required else { return true }
        unavailableReason = "WebKit\u{2019}s sandbox can\u{2019}t be had. \(problem.reason) \(problem.advice)"
        return false
    }
}
