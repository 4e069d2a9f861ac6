// SPDX-License-Identifier: MIT

/// The wallets of lists that may run.
public enum WalletTrust: Sendable, Hashable {
    /// Pinned wallets, and others once a user connects with them, which pins them.
    case onFirstUse
    /// Wallets that were pinned by `near-connect wallets trust`; others are not offered.
    ///
    /// For pipelines and kiosks.
    case pinnedOnly
}
