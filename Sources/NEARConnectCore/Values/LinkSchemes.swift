// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// The one rule of which schemes of other programs a link may have.
///
/// Whoever hands a link to the desktop starts whatever program claims its scheme. Desktops claim far more than web
/// pages and wallets: files and what is inside them (`file`, `trash`, `recent`, `archive`, `tar`, `zip`, `jar`),
/// devices and other machines (`smb`, `nfs`, `sftp`, `fish`, `afc`, `mtp`, `gphoto2`, `cdda`,
/// `com.realvnc.vncviewer.connect`), packages (`apt`, `appstream`, `snap`, `flatpak`, `flatpak+https`, `steam`,
/// `com.epicgames.launcher`), administration and settings (`admin`, `help`, `settings`, `ms-msdt`,
/// `com.cloudflare.warp`), terminals and editors (`ssh`, `telnet`, `man`, `vscode`). New ones come with each desktop,
/// so no list of what is refused is ever complete. This one says what is allowed instead: names that say themselves
/// that they are a wallet's, and names that were looked at one by one. Reversed domain names are not among them: some
/// administer machines, as those above show.
///
/// The page decides by the same values (``json``), which it gets in its configuration.
package enum LinkSchemes {
    /// The ending of a wallet's scheme, and the least number of characters before it.
    ///
    /// `hotwallet` and `near-mobile-wallet` end so. Two characters: a desktop's own `wallet` or `kwallet` does not.
    static let ending = (text: "wallet", least: 2)

    /// The first word of a name that says it is of NEAR; `-`, `+` or `.` follows it, or nothing.
    static let word = "near"

    /// This program's own scheme; names that go on with a hyphen are its own, too.
    ///
    /// No page and no wallet opens them.
    static let own = InternalScheme.name

    /// Other names, each looked at: a wallet claims it on desktops, or a program to reach one.
    static let names = [
        // Wallets of the public list, and wallets that WalletConnect reaches.
        "intear", "ledgerlive", "meteor", "metamask", "nightly", "okx", "rainbow", "trust", "wc",
        // HOT lives in Telegram; pages of wallets offer the address of their support.
        "tg", "mailto",
    ]

    /// Returns whether a link of another program may have `scheme`, which is in lower case.
    package static func allows(_ scheme: String) -> Bool {
        if scheme == own || scheme.hasPrefix("\(own)-") { return false }
        if names.contains(scheme) { return true }
        if scheme.hasSuffix(ending.text) && scheme.utf8.count >= ending.text.utf8.count + ending.least { return true }
        guard scheme.hasPrefix(word) else { return false }
        guard let next = scheme.utf8.dropFirst(word.utf8.count).first else { return true }
        return "-+.".utf8.contains(next)
    }

    /// The rule's values, for the page.
    package static var json: JSONValue {
        [
            "names": .array(names.map(JSONValue.string)), "ending": .string(ending.text),
            "endingLeast": .integer(Int128(ending.least)), "word": .string(word), "own": .string(own),
        ]
    }
}
