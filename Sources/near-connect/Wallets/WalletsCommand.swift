// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import SafeText

/// Shows and changes the wallets of a profile: those of lists, pinned ones, and offers.
struct WalletsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallets", abstract: localized("See, pin and update the wallets that come from the web."),
        discussion: paragraphs(
            localized(
                "A wallet’s code runs only in its pinned version: a wallet is pinned when you connect with it for the first time, or by “trust”. “update” compares pinned versions with the web’s; another version is offered, and waits until you say “trust”. All of it is in wallets.lock, in the profile’s data folder."
            ),
            localized(
                "Exit codes: 0 done; 2 an update is offered and waits for “trust” (“update” only); 3 something could not be fetched; 4 refused: an older version, another hash than the one you named, an offer that has changed, stored code that was altered; 5 there is no such wallet, or nothing to pin or to remove; 64 the command line is wrong; 1 anything else. With --json a failure is an object with \"outcome\": \"failed\", a \"code\" that doesn’t change between versions, and a \"message\"."
            )),
        subcommands: [
            WalletsList.self, WalletsShow.self, WalletsUpdate.self, WalletsTrust.self, WalletsRemove.self,
            WalletsCheck.self,
        ],
        defaultSubcommand: WalletsList.self)
}
