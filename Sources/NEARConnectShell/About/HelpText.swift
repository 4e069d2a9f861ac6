// SPDX-License-Identifier: MIT

internal import SafeText

/// The window's help, which needs no network.
enum HelpText {
    /// One subject.
    struct Topic: Equatable {
        let title: String
        let text: String
    }

    /// The subjects, in the order in which they are shown.
    static var topics: [Topic] {
        [
            Topic(
                title: localized("Beginning"),
                text: localized(
                    "Connect a wallet, or use a key of yours. A wallet signs by itself; a key of yours stays on this computer, and this window asks before it signs with it. “Lock your keys” in the menu has it ask for their passphrase again; those in the desktop’s keyring are open as long as that is."
                )),
            Topic(
                title: localized("Networks"),
                text: localized(
                    "On mainnet NEAR is money; on testnet it is worth nothing. The menu in the bar goes from one to the other. “Networks of your own…” there adds others: a devnet, or another node of these."
                )),
            Topic(
                title: localized("Sending"),
                text: localized(
                    "The form checks the receiver and the amount while you type. Before anything is signed, you see what changes, what it costs and what is left."
                )),
            Topic(
                title: localized("Activity"),
                text: localized(
                    "Whatever was handed to a wallet is written down first. After a crash or a power cut “Ask the chain now” finds out what became of it; nothing is sent again."
                )),
            Topic(
                title: localized("Profiles"),
                text: localized(
                    "A profile has an account, wallets, history and web storage of its own. Use another one to keep work and savings apart."
                )),
            Topic(
                title: localized("When something is wrong"),
                text: localized(
                    "“Check this computer…” in the menu says what is missing and what to do. Its report names no account and no key."
                )),
            Topic(
                title: localized("In a terminal"),
                text: localized(
                    "“near-connect --help” lists the same things as commands, and “man near-connect” describes them.")),
        ]
    }
}
