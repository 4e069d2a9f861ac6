// SPDX-License-Identifier: MIT

/// A wallet that the connector offers, as its manifest describes it.
public struct WalletInfo: Codable, Hashable, Sendable {
    /// The id that ``NEARWalletManager/connect(walletId:)`` takes.
    public let id: String
    /// The wallet's name.
    public let name: String
    /// The address of its icon, possibly a `data:` URL.
    public let icon: String?
    /// One sentence about it.
    public let description: String?
    /// Its website.
    public let website: String?
    /// The way in which it runs: `sandbox`, `injected` or `parent-frame`.
    public let type: String?
    /// The features that it declares, by near-connect's names.
    public let features: [String: Bool]
}
