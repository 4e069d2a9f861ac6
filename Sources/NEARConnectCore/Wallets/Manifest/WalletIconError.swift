// SPDX-License-Identifier: MIT

/// The reason for which an icon is not stored.
struct WalletIconError: Error, Hashable {
    /// A clause for the user that can follow "is not used: ".
    let text: String

    init(_ text: String) { self.text = text }
}
