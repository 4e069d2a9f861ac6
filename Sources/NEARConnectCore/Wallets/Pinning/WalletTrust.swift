// SPDX-License-Identifier: MIT

/// Which wallets of the web may run.
public enum WalletTrust: Sendable, Hashable {
    /// Those that were agreed to, and others once a person connects with them, which counts as agreeing.
    case onFirstUse
    /// Those that were agreed to by `near-connect wallets trust`; others are not offered. For pipelines and kiosks.
    case pinnedOnly
}
