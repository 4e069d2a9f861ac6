// SPDX-License-Identifier: MIT

package import NEARRPC
internal import SafeText

/// The reasons why a registry of wallets gave none.
package enum WalletRegistryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The list could not be fetched.
    case unreachable(host: String, DownloadError)
    /// Nothing came in time.
    case silent(host: String, after: Duration)
    /// The project's id was refused.
    case refused(host: String)
    /// The answer is no list of wallets.
    case invalid(host: String)
    /// The task that asked was cancelled.
    case cancelled

    /// A name for programs, which doesn't change.
    package var code: String {
        switch self {
        case .unreachable, .silent: "registryUnreachable"
        case .refused: "registryRefused"
        case .invalid: "registryInvalid"
        case .cancelled: "cancelled"
        }
    }

    /// A sentence for the user.
    package var description: String {
        switch self {
        case .unreachable(let host, let error):
            localized("The list of wallets of %1$s could not be fetched: %2$s.", host, "\(error)")
        case .silent(let host, let limit):
            localized("%1$s has not answered within %2$s.", host, DisplayText.words(limit))
        case .refused(let host):
            localized("%1$s refuses the project id. Check it, or get one from WalletConnect.", host)
        case .invalid(let host): localized("%1$s has answered with something that is no list of wallets.", host)
        case .cancelled: localized("Nobody waits for the list of wallets any more.")
        }
    }
}
