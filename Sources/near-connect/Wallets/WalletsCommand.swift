// SPDX-License-Identifier: MIT

import ArgumentParser

/// Looks after the wallets of a profile: what lists name, what was agreed to, and what waits.
struct WalletsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallets", abstract: "See, update and agree to the wallets that come from the web.",
        discussion: """
            A wallet's code runs only in the version that was agreed to: by connecting with it for the first time, or with `trust`. \
            `update` compares that with what the web has now; what changed waits until `trust` is said. It all stands in wallets.lock, in \
            the profile's data folder.

            Exit codes: 0 done; 2 a change waits for `trust` (`update` only); 3 something could not be fetched; 4 refused: an older version, \
            another hash than the one that was named, an offer that has changed, kept code that was altered; 5 there is no such wallet, or \
            nothing to agree to or to remove; 64 the command line is wrong; 1 anything else. With --json a failure is an object with \
            "outcome": "failed", a "code" that doesn't change between versions, and a "message".
            """,
        subcommands: [
            WalletsList.self, WalletsShow.self, WalletsUpdate.self, WalletsTrust.self, WalletsRemove.self,
            WalletsCheck.self,
        ],
        defaultSubcommand: WalletsList.self)
}
