// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import SafeText

/// Shows and changes the keys of this computer, and the access keys of accounts.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: localized("See, make, import and export keys; add them to accounts and revoke them."),
        discussion: localized(
            "Keys are near-cli’s credential files in ~/.near-credentials, which only you can read. “list”, “generate” and “export” ask no chain; “add” and “revoke” change an account by a transaction."
        ),
        subcommands: [
            KeysList.self, KeysGenerate.self, KeysImport.self, KeysExport.self, KeysAdd.self, KeysRevoke.self,
            KeysLabel.self,
        ],
        defaultSubcommand: KeysList.self)
}
