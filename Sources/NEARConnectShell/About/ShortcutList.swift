// SPDX-License-Identifier: MIT

internal import SafeText

/// The window's keys, as its dialog about them lists them.
enum ShortcutList {
    /// Some keys that belong together.
    struct Group: Equatable {
        let title: String
        /// The keys and what they do.
        let keys: [Key]
    }

    /// A key and what it does.
    struct Key: Equatable {
        let keys: String
        let purpose: String
    }

    /// The groups, in the order in which they are shown.
    static var groups: [Group] {
        [
            Group(
                title: localized("Pages"),
                keys: [
                    Key(keys: localized("Alt+1 to Alt+8"), purpose: localized("A page, in the order of the list")),
                    Key(
                        keys: localized("Ctrl+Page Down, Ctrl+Page Up"),
                        purpose: localized("The next page, the one before")),
                    Key(keys: "F6", purpose: localized("From the page to the list of pages, and back")),
                    Key(keys: localized("Escape"), purpose: localized("Back to the list of pages")),
                ]),
            Group(
                title: localized("Window"),
                keys: [
                    Key(keys: "F1", purpose: localized("Help")),
                    Key(keys: localized("Ctrl+,"), purpose: localized("Preferences")),
                    Key(keys: localized("Ctrl+?"), purpose: localized("These keys")),
                    Key(keys: localized("Ctrl+W, Ctrl+Q"), purpose: localized("Close the window")),
                ]),
            Group(
                title: localized("Apps"),
                keys: [
                    Key(keys: localized("Ctrl+T, Ctrl+W"), purpose: localized("A new tab, close the tab")),
                    Key(keys: localized("Ctrl+Shift+N"), purpose: localized("A new private tab")),
                    Key(keys: localized("Ctrl+L"), purpose: localized("Write an address")),
                    Key(keys: localized("Ctrl+F"), purpose: localized("Find in the page")),
                    Key(keys: localized("Ctrl+R, F5"), purpose: localized("Load the page again")),
                    Key(keys: localized("Alt+Left, Alt+Right"), purpose: localized("Back, forward")),
                ]),
        ]
    }
}
