// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore
internal import SafeText

/// A wallet's name as users see it.
@MainActor
enum WalletName {
    /// The longest name that is shown; manifests have at most 64 characters.
    private static let limit = 40

    /// Returns the name that the wallet's manifest gives it, or the usual one without, safe to stand in other text.
    static func of(_ walletId: String, _ manager: NEARWalletManager) -> String {
        shown(manager.walletLoader.name(of: walletId) ?? PhoneWalletSettings.name(of: walletId))
    }

    /// Returns a name from outside in a bounded, safe form.
    ///
    /// Nothing in it is invisible, and its writing direction can't reorder the text around it.
    static func shown(_ name: String) -> String {
        let whole = DisplayText.line(name).replacing("\n", with: " ")
        let short = whole.count > limit ? "\(whole.prefix(limit - 1))…" : whole
        // ASCII names need no direction marks, and so screen readers and tests read them unchanged.
        guard short.unicodeScalars.contains(where: { !$0.isASCII }) else { return short }
        return "\u{2068}\(short)\u{2069}"
    }
}
