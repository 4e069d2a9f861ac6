// SPDX-License-Identifier: MIT

/// The permissions that a wallet's manifest gives its executor, beyond computing.
package struct WalletPermissions: Sendable, Hashable {
    /// The permissions that are granted or not.
    ///
    /// The raw values are the manifest's names.
    package enum Flag: String, Sendable, CaseIterable {
        /// Store values between calls.
        case storage
        /// Use the program's WalletConnect client.
        case walletConnect
        /// Use USB devices that the user picks.
        case usb
        /// Use HID devices that the user picks.
        case hid
        /// Use Bluetooth devices that the user picks.
        case bluetooth
        /// Read the clipboard.
        case clipboardRead
        /// Write to the clipboard.
        case clipboardWrite
        /// Learn the address of the requesting page.
        ///
        /// Documented upstream, and given to every executor there and here.
        case location
    }

    /// The granted permissions.
    package var flags: Set<Flag>
    /// Addresses, or beginnings of addresses, that it may open: pages in popups, links of other programs.
    package var allowsOpen: [String]
    /// Objects of the page that it may call, by their full names.
    package var external: [String]

    /// Permissions with all their parts; none by default.
    package init(flags: Set<Flag> = [], allowsOpen: [String] = [], external: [String] = []) {
        self.flags = flags
        self.allowsOpen = allowsOpen
        self.external = external
    }

    /// The https origins in ``allowsOpen`` in their normal form, each once, in the order of the manifest.
    package var origins: [String] {
        unique(
            allowsOpen.compactMap { entry in
                BridgeOrigin.origin(of: entry).flatMap { $0.hasPrefix("https://") ? $0 : nil }
            })
    }

    /// The schemes of other programs' links in ``allowsOpen``, in lower case, each once: `hotwallet`.
    package var linkSchemes: [String] {
        unique(
            allowsOpen.compactMap { entry in
                WebAddress.scheme(of: entry).flatMap { ["http", "https"].contains($0) ? nil : $0 }
            })
    }

    /// All destinations of ``allowsOpen``, for the user: origins as they are, schemes with their colon.
    package var destinations: [String] {
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
