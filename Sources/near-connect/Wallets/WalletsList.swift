// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Lists the wallets of a profile.
struct WalletsList: WalletsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: localized("List the wallets with their states. Nothing is fetched."))

    @OptionGroup var options: WalletsOptions

    func run() throws {
        try perform { library in
            for status in try library.statuses() {
                let name = status.manifest?.name ?? ""
                let line =
                    WalletText.column(status.id, 24) + WalletText.column(name, 20) + WalletText.state(status)
                // Any program may have written the lock.
                write(WalletText.safe([line]), WalletJSON.object(status))
            }
        }
    }
}
