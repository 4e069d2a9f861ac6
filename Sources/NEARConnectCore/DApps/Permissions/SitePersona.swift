// SPDX-License-Identifier: MIT

/// A wallet as which a site sees this one, where the site lists fixed wallets only.
public enum SitePersona: String, Sendable, Hashable, CaseIterable {
    /// HOT.
    case hot
    /// Nightly.
    case nightly
    /// Sender.
    case sender
}
