// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// The words about keys that are on this computer.
enum KeysText {
    /// Says whose keys there are, or where keys would be kept.
    ///
    /// - Parameters:
    ///   - accounts: The accounts with a key.
    ///   - folder: The folder of keys; `nil` where the window keeps none.
    ///   - hasVault: True if keys may be kept in a vault, too.
    static func meaning(_ accounts: [AccountId], in folder: String?, hasVault: Bool) -> String {
        guard let first = accounts.first else {
            guard let place = folder.map({ DisplayText.quotation($0, limit: 200) }) else { return "" }
            return hasVault
                ? localized(
                    "A secret key, a seed phrase, a near-cli file or a new key. It is kept encrypted, or in %1$s.",
                    place)
                : localized("A secret key, a seed phrase, a near-cli file or a new key. It is kept in %1$s.", place)
        }
        let rest = accounts.count - 1
        guard rest > 0 else { return localized("This window has a key of %1$s.", first.text) }
        return localizedPlural(
            "This window has keys of %1$s and %2$s other account.",
            "This window has keys of %1$s and %2$s other accounts.", count: rest, first.text, "\(rest)")
    }
}
