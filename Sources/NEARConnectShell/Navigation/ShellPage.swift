// SPDX-License-Identifier: MIT

internal import SafeText

/// A page of the window, in the order in which the navigation lists them.
enum ShellPage: String, CaseIterable, Sendable {
    case wallet, send, contract, message, delegate, activity, apps, devnet

    /// The page's name in the navigation.
    var title: String {
        switch self {
        case .wallet: localized("Wallet")
        case .send: localized("Send")
        case .contract: localized("Contract")
        case .message: localized("Message")
        case .delegate: localized("Delegate")
        case .activity: localized("Activity")
        case .apps: localized("Apps")
        case .devnet: localized("Devnet")
        }
    }

    /// The name of its icon in the theme.
    var icon: String {
        switch self {
        case .wallet: "user-home-symbolic"
        case .send: "document-send-symbolic"
        case .contract: "applications-engineering-symbolic"
        case .message: "mail-message-new-symbolic"
        case .delegate: "mail-forward-symbolic"
        case .activity: "document-open-recent-symbolic"
        case .apps: "web-browser-symbolic"
        case .devnet: "network-server-symbolic"
        }
    }

    /// The sentence about the page's need of an account; `nil` for pages that need none.
    var needOfAccount: String? {
        switch self {
        case .send: localized("Connect a wallet to send NEAR and tokens from your account.")
        case .message: localized("Connect a wallet to sign messages with your account.")
        case .wallet, .contract, .delegate, .activity, .apps, .devnet: nil
        }
    }

    /// True if a button of the page stands out, also without an account.
    ///
    /// A window has one such button at a time.
    var hasMainButton: Bool {
        switch self {
        case .contract, .delegate: true
        case .wallet, .send, .message, .activity, .apps, .devnet: false
        }
    }

    /// Returns the page that a key goes to.
    ///
    /// - Parameters:
    ///   - key: The key's name by X's rules.
    ///   - isControlDown: True while Control is held.
    ///   - isAltDown: True while Alt is held.
    ///   - current: The page that is shown.
    ///   - pages: The pages that there are, in their order.
    /// - Returns: `nil` for keys that go to no other page.
    static func target(
        of key: String, isControlDown: Bool, isAltDown: Bool, from current: ShellPage, among pages: [ShellPage]
    ) -> ShellPage? {
        if isAltDown, !isControlDown {
            let digits = key.hasPrefix("KP_") ? key.dropFirst(3) : key[...]
            guard let number = Int(digits), pages.indices.contains(number - 1) else { return nil }
            return pages[number - 1]
        }
        // In the browser these keys go to its tabs.
        guard isControlDown, !isAltDown, current != .apps, let place = pages.firstIndex(of: current) else { return nil }
        switch key {
        case "Page_Down", "KP_Page_Down": return pages[(place + 1) % pages.count]
        case "Page_Up", "KP_Page_Up": return pages[(place + pages.count - 1) % pages.count]
        default: return nil
        }
    }
}
