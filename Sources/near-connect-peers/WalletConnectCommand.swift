// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import SafeText

/// The peers of WalletConnect, as `near-connect walletconnect` executes them.
struct WalletConnectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "walletconnect",
        abstract: localized("Peers of WalletConnect for tests."),
        subcommands: [WalletConnectRelayCommand.self, WalletConnectWalletCommand.self])
}
