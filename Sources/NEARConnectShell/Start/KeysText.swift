// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// The words about keys that are on this computer.
enum KeysText {
    /// Says whose keys there are, and where keys are kept.
    ///
    /// - Parameters:
    ///   - accounts: The accounts with a key.
    ///   - place: The folder of keys; `nil` where the window keeps none.
    static func meaning(_ accounts: [AccountId], in place: String?) -> String {
        let folder = place.map { DisplayText.quotation($0, limit: 200) }
        guard let first = accounts.first else {
            guard let folder else { return "" }
            return localized("A secret key, a seed phrase, a near-cli file or a new key. It is kept in %1$s.", folder)
        }
        let rest = accounts.count - 1
        let whose =
            rest == 0
            ? first.text
            : localizedPlural("%1$s and %2$s more", "%1$s and %2$s more", count: rest, first.text, "\(rest)")
        guard let folder else { return localized("This window has keys of %1$s.", whose) }
        return localized("There are keys of %1$s in %2$s.", whose, folder)
    }
}
