// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import SafeText

/// The reason for which a manifest entry was refused: the wallet, the field, and the fault.
package struct WalletManifestError: Error, Sendable, Hashable {
    /// The entry's id if it has a usable one, else its place in the list: `wallets[3]`.
    package let wallet: String
    /// The field by its path in the entry, for example `permissions.allowsOpen[0]`; empty for the entry as a whole.
    package let field: String
    /// The fault, for the user: a clause that can follow the field's name.
    package let reason: String
}

extension WalletManifestError: CustomStringConvertible, LocalizedError {
    /// One line that names the wallet and the field.
    package var description: String {
        field.isEmpty
            ? localized("%1$s: %2$s", wallet, reason) : localized("%1$s: “%2$s” %3$s", wallet, field, reason)
    }

    /// The same as ``description``.
    package var errorDescription: String? { description }
}
