// SPDX-License-Identifier: MIT

/// What a wallet's manifest lets its executor do beyond computing.
public struct WalletPermissions: Sendable, Hashable {
    /// A permission that is there or not. The names are the manifest's.
    public enum Flag: String, Sendable, CaseIterable {
        /// Keep values between calls.
        case storage
        /// Use the program's WalletConnect client.
        case walletConnect
        /// Use USB devices that the person picks.
        case usb
        /// Use HID devices that the person picks.
        case hid
        /// Use Bluetooth devices that the person picks.
        case bluetooth
        /// Read the clipboard.
        case clipboardRead
        /// Write to the clipboard.
        case clipboardWrite
        /// Learn the address of the page that asks. Documented upstream, and told to every executor there and here.
        case location
    }

    /// What is granted.
    public var flags: Set<Flag>
    /// Addresses, or beginnings of addresses, that it may open: pages in popups, links of other programs.
    public var allowsOpen: [String]
    /// Objects of the page that it may call, by their full names.
    public var external: [String]

    /// Permissions with all their parts; none by default.
    public init(flags: Set<Flag> = [], allowsOpen: [String] = [], external: [String] = []) {
        self.flags = flags
        self.allowsOpen = allowsOpen
        self.external = external
    }

    /// The https origins among ``allowsOpen`` in their normal form, each once, in the order of the manifest.
    public var origins: [String] {
        unique(
            allowsOpen.compactMap { entry in
                BridgeOrigin.origin(of: entry).flatMap { $0.hasPrefix("https://") ? $0 : nil }
            })
    }

    /// The schemes of other programs' links among ``allowsOpen``, in lower case, each once: `hotwallet`.
    public var linkSchemes: [String] {
        unique(
            allowsOpen.compactMap { entry in
                WebAddress.scheme(of: entry).flatMap { ["http", "https"].contains($0) ? nil : $0 }
            })
    }

    /// All that ``allowsOpen`` leads to, for a person: origins as they are, schemes with their colon.
    public var destinations: [String] {
        unique(
            allowsOpen.compactMap { entry in
                BridgeOrigin.origin(of: entry) ?? WebAddress.scheme(of: entry).map { "\($0):" }
            })
    }

    private func unique(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }
}
