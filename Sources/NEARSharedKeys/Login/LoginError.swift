// SPDX-License-Identifier: MIT

public import FoundationEssentials
internal import SafeText

/// A reason for which a login gives no share and no signature.
///
/// Holds no part of a share and of a token.
public enum LoginError: Error, Hashable, Sendable {
    /// The task was cancelled, or the user closed the question.
    case cancelled
    /// The answer didn't come in time; the browser may have been closed.
    case timedOut
    /// The system can't open the address in a browser.
    case noBrowser(reason: String)
    /// A server can't be reached, by its host.
    case unreachable(host: String, reason: String)
    /// The identity provider, or its user, said no.
    case refused(reason: String)
    /// A server's answer isn't one; the reason names what is wrong.
    case badAnswer(reason: String)
    /// The ID token isn't one that counts.
    case token(IDTokenError)
    /// There is no session to go on with: a browser is needed.
    case noSession
    /// The service refused, for this reason.
    case service(ShareServiceError)
    /// The place of the session can't be read or written.
    case vault(reason: String)
}

extension LoginError: CustomStringConvertible {
    /// A sentence for users.
    public var description: String {
        switch self {
        case .cancelled: localized("The login was cancelled.")
        case .timedOut:
            localized("No answer came from the browser in time. Sign in again, or use the recovery words instead.")
        case .noBrowser(let reason): localized("The browser for the login didn’t open: %1$s", reason)
        case .unreachable(let host, let reason):
            localized(
                "%1$s can’t be reached: %2$s. Try again, or use the recovery words instead.", DisplayText.line(host),
                DisplayText.line(reason))
        case .refused(let reason): localized("The login was refused: %1$s", DisplayText.line(reason))
        case .badAnswer(let reason): localized("The login’s answer can’t be used: %1$s.", DisplayText.line(reason))
        case .token(let error): error.description
        case .noSession: localized("Nobody is signed in here. Sign in with the browser.")
        case .service(let refusal): refusal.description
        case .vault(let reason): reason
        }
    }
}

extension LoginError: LocalizedError {
    /// The same sentence.
    public var errorDescription: String? { description }
}
