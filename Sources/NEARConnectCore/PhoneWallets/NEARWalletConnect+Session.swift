// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText
internal import WalletConnectSign

/// An account that signed in before: after a restart, and after a wallet has changed what it grants.
extension NEARWalletConnect {
    /// Compares an account with what the session grants now, and with the chain.
    ///
    /// The wallet isn't asked, since a phone may be off for days. An account that a wallet grants in its place isn't
    /// taken for the one that signed in.
    ///
    /// - Returns: ``SessionState/stale(reason:)`` where the session grants the account no more; otherwise the chain's
    ///   word on its key, which is unverified where no node answers. `nil` where there is no such session.
    package func state(of account: NEARAccount) async -> SessionState? {
        guard let session = await session() else { return nil }
        guard
            session.namespaces.accounts(on: chain).contains(where: { $0.address.hasSameBytes(as: account.accountId) })
        else {
            return .stale(
                reason: localized("the wallet grants %1$s no more", DisplayText.name(account.accountId)))
        }
        return await verifier.session(of: account, key: account.publicKey)
    }
}
