// SPDX-License-Identifier: MIT

/// A signed-in NEAR account.
public struct NEARAccount: Codable, Equatable, Hashable, Sendable {
    /// The account id, valid by NEAR's rules (nearcore `AccountId`).
    public let accountId: String
    /// The key that the wallet named, as `ed25519:…`; `nil` if it named none.
    public let publicKey: String?
    /// The id of the wallet in the manifest.
    public let walletId: String

    /// Makes an account of its parts; nothing is checked.
    ///
    /// - Parameters:
    ///   - accountId: The account id.
    ///   - publicKey: The key that the wallet named, if any.
    ///   - walletId: The wallet's id in the manifest.
    public init(accountId: String, publicKey: String?, walletId: String) {
        self.accountId = accountId
        self.publicKey = publicKey
        self.walletId = walletId
    }

    /// The account id, for a label.
    public var displayName: String { accountId }

    /// The account id, shortened in the middle if it has more than 24 characters.
    public var shortDisplayName: String {
        accountId.count > 24 ? "\(accountId.prefix(12))…\(accountId.suffix(8))" : accountId
    }
}
