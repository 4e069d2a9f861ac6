// SPDX-License-Identifier: MIT

/// The address to which the browser brings a login's answer.
protocol LoginRedirect: Sendable {
    /// The address, as the identity provider gets it.
    var address: String { get }

    /// Takes an answer with this state from now on.
    func expect(_ state: String)

    /// Waits for the answer; afterwards nothing more is taken.
    ///
    /// - Throws: `LoginError.timedOut`, `.cancelled`.
    func answer(to state: String, within patience: Duration) async throws(LoginError) -> RedirectAnswer
}

extension LoopbackRedirect: LoginRedirect {
    /// Does nothing: the port is open since it was made.
    func expect(_ state: String) {}
}
