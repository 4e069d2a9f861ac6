// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

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
        /// Run code that it makes of texts or loads from elsewhere; beyond upstream, and never for a list's wallets.
        case foreignCode
    }

    /// The granted permissions.
    package var flags: Set<Flag>
    /// Addresses, or beginnings of addresses, that it may open: pages in popups, links of other programs.
    package var allowsOpen: [String]
    /// Objects of the page that it may call, by their full names.
    package var external: [String]
    /// Names of permissions that this program doesn't know, sorted.
    ///
    /// The embedded connector grants nothing for them; another one may.
    package var unknown: [String]

    /// Permissions with all their parts; none by default.
    package init(
        flags: Set<Flag> = [], allowsOpen: [String] = [], external: [String] = [], unknown: [String] = []
    ) {
        self.flags = flags
        self.allowsOpen = allowsOpen
        self.external = external
        self.unknown = unknown
    }

    /// The manifest's names of all permissions that this program knows.
    static let knownNames = Set(Flag.allCases.map { ExactText($0.rawValue) } + ["allowsOpen", "external"])

    /// Returns true if a member of the manifest's object grants something.
    static func isGranted(_ value: JSONValue?) -> Bool { value != nil && value != .null && value != .bool(false) }

    /// The unknown permissions for the user: the first ten names, safe to show, and the number of the others.
    package var shownUnknown: (names: [String], more: Int) {
        let names = unknown.prefix(10).map { String(DisplayText.line($0).prefix(80)) }
        return (names, unknown.count - names.count)
    }

    /// The https origins among ``allowsOpen`` in their normal form, each once, in the order of the manifest.
    package var origins: [String] {
        unique(addresses.compactMap { $0.kind == .web(isSecure: true) ? $0.origin : nil })
    }

    /// The schemes of other programs' links among ``allowsOpen``, in lower case, each once: `hotwallet`.
    package var linkSchemes: [String] {
        unique(addresses.compactMap { $0.isWeb ? nil : $0.scheme })
    }

    /// The origins and schemes that ``allowsOpen`` leads to, for the user: schemes have their colon.
    package var destinations: [String] {
        unique(addresses.map { $0.origin ?? "\($0.scheme):" })
    }

    private var addresses: [WebAddress] { allowsOpen.compactMap(WebAddress.init) }

    private func unique(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }
}
