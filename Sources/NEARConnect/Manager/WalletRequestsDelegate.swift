// SPDX-License-Identifier: MIT

internal import NEARConnectCore

/// Shows what becomes of requests.
@MainActor
protocol WalletRequestsDelegate: AnyObject {
    /// Hears that an operation that the user takes part in was started.
    func operationStarted()

    /// Hears that nobody waits for the wallet any more: its dialogs go, and its page.
    func walletPutAway()

    /// Hears with which error a request has ended.
    func requestFailed(_ error: NEARError)
}
