// SPDX-License-Identifier: MIT

internal import SafeText

/// The failure of a wallet's call to this process.
///
/// Its code travels through the wallet back to the caller.
package struct HostCallError: Error {
    /// A code of the bridge protocol.
    package let code: String
    /// A sentence for the log and for whoever sees the wallet's failure.
    package let message: String

    /// The call is refused: this process won't do it.
    package static func rejected(_ message: String) -> HostCallError {
        HostCallError(code: "walletRejected", message: message)
    }

    /// The call can't be understood.
    package static func invalid(_ message: String) -> HostCallError {
        HostCallError(code: "invalidRequest", message: message)
    }

    /// The call needs something that doesn't answer now.
    package static func unavailable(_ message: String) -> HostCallError {
        HostCallError(code: "walletUnavailable", message: message)
    }

    /// The user did not approve, or nobody waits for the call any more.
    package static let cancelled = HostCallError(code: "userCancelled", message: localized("The user did not approve."))
}
