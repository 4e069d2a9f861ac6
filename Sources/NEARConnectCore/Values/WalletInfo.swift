// SPDX-License-Identifier: MIT

/// A wallet that the connector offers, as its manifest describes it.
public struct WalletInfo: Codable, Hashable, Sendable {
    /// The id by which ``NEARWalletManager/connect(walletId:)`` takes it.
    public let id: String
    /// The wallet's name.
    public let name: String
    /// The address of its icon, possibly a `data:` URL.
    public let icon: String?
    /// One sentence about it.
    public let description: String?
    /// Its web site.
    public let website: String?
    /// How it is run: `sandbox`, `injected` or `parent-frame`.
    public let type: String?
    /// What it says it can do, by near-connect's feature names.
    public let features: [String: Bool]
}
