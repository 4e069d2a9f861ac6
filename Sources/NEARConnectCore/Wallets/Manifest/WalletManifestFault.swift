// SPDX-License-Identifier: MIT

public import FoundationEssentials

/// Why a wallet's manifest entry was refused: which wallet, which field, and what is wrong with it.
public struct WalletManifestFault: Error, Sendable, Hashable {
    /// The entry's id where it has a usable one, else its place in the list: `wallets[3]`.
    public let wallet: String
    /// The field by its path in the entry, for example `permissions.allowsOpen[0]`; empty for the entry as a whole.
    public let field: String
    /// What is wrong, for a person.
    public let reason: String
}

extension WalletManifestFault: CustomStringConvertible, LocalizedError {
    /// One line that names the wallet and the field.
    public var description: String {
        field.isEmpty ? "\(wallet): \(reason)" : "\(wallet): \u{201C}\(field)\u{201D} \(reason)"
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
