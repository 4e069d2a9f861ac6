// SPDX-License-Identifier: MIT

import ArgumentParser
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Removes a wallet's pin and its code.
struct WalletsRemove: WalletsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: localized("Remove a wallet’s pin and its code."))

    @OptionGroup var options: WalletsOptions
    @Argument(help: help("The wallet’s id."), completion: .custom { words, _, _ in WalletCompletion.ids(words) })
    var id: String

    var subject: JSONValue.Members { ["id": .string(id)] }

    func run() throws {
        try perform { library in
            try MainActor.assumeIsolated { try MainLoop.run { try await library.remove(id) } }
            let accounts = try library.accounts(of: id)
            let words = accounts.map {
                localized("%1$s is still signed in with it; signing in again pins the wallet’s version of then", $0)
            }
            write(
                [localized("%1$s: removed", id)] + words,
                ["id": .string(id), "removed": true, "accounts": .array(accounts.map(JSONValue.string))])
        }
    }
}
