// SPDX-License-Identifier: MIT

/// The kinds of requests to the bridge page.
///
/// The raw values are the protocol's (v1), the same in Swift and JavaScript.
package enum RequestKind: String, Sendable, CaseIterable {
    /// Sign in with a wallet.
    case signIn
    /// Sign in and sign a NEP-413 message in one step.
    case signInAndSignMessage
    /// Sign out.
    case signOut
    /// Sign a transaction and send it.
    case signAndSendTransaction
    /// Sign several transactions and send them in order.
    case signAndSendTransactions
    /// Sign a NEP-413 message.
    case signMessage
    /// Sign NEP-366 delegate actions without sending them.
    case signDelegateActions
    /// Go back to another connected wallet, or to none, after the host has refused a sign-in.
    case select
    /// List the wallets that the connector knows.
    case wallets
    /// Ask which accounts the connected wallet has.
    case accounts
    /// Send the parameters back, to measure the bridge.
    case echo
    /// Wait until the page has announced itself; the host answers this one, the page never sees it.
    case ready

    /// True if a user takes part; only one such request can be open at a time.
    package var isInteractive: Bool {
        switch self {
        case .signIn, .signInAndSignMessage, .signOut, .signAndSendTransaction, .signAndSendTransactions, .signMessage,
            .signDelegateActions:
            true
        case .select, .wallets, .accounts, .echo, .ready:
            false
        }
    }
}
