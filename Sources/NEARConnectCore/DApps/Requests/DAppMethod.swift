// SPDX-License-Identifier: MIT

internal import SafeText

/// The methods of the provider, to which all its facades map.
public enum DAppMethod: String, Sendable, Hashable, CaseIterable {
    /// The accounts that the page was given; none without a permission, never a question.
    case getAccounts
    /// Ask for accounts.
    case signIn
    /// Ask for accounts and a signed message.
    case signInAndSignMessage
    /// Give the permission back.
    case signOut
    /// Sign a NEP-413 message.
    case signMessage
    /// Sign a transaction and send it.
    case signAndSendTransaction
    /// Sign transactions and send them in order.
    case signAndSendTransactions
    /// Sign a transaction and don't send it.
    case signTransaction
    /// Sign transactions and don't send them.
    case signTransactions
    /// Delete function-call keys that the page has had added.
    case deleteKeys
    /// Sign NEP-366 delegate actions.
    case signDelegateActions
    /// Ask for accounts under a name, as polkadot-js's extension does.
    case authorize
    /// Wait for a change of the accounts.
    case subscribeToAccounts = "accounts.subscribe"
    /// List the known networks.
    case listMetadata = "metadata.list"
    /// Offer a network, or texts for contracts.
    case provideMetadata = "metadata.provide"
    /// List the networks on which the page may ask.
    case networks

    /// Returns the error for a method that there isn't.
    static func unknown(_ name: String) -> DAppError {
        DAppError(
            .unsupported,
            localized(
                "This wallet has no method “%1$s”. It has: %2$s.", DisplayText.name(String(name.prefix(64))),
                allCases.map(\.rawValue).joined(separator: ", ")))
    }
}
