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
        unique(addresses.compactMap { $0.kind == .web(isSecure: true) ? $0.origin : nil })
    }

    /// The schemes of other programs' links among ``allowsOpen``, in lower case, each once: `hotwallet`.
    public var linkSchemes: [String] {
        unique(addresses.compactMap { $0.isWeb ? nil : $0.scheme })
    }

    /// The origins and schemes that ``allowsOpen`` leads to, for the user: schemes have their colon.
    public var destinations: [String] {
        unique(addresses.map { $0.origin ?? "\($0.scheme):" })
    }

    private var addresses: [WebAddress] { allowsOpen.compactMap(WebAddress.init) }

    private func unique(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }
}
