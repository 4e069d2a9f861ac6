// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import SafeText

/// Commands of WalletConnect, one a file.
struct WalletConnectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "walletconnect",
        abstract: localized("Connect wallets on phones, and test that."),
        subcommands: [WalletConnectRelayCommand.self, WalletConnectWalletCommand.self])
}
