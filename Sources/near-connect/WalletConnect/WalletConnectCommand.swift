// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine

/// Commands of WalletConnect: those for users, and the peers of tests.
struct WalletConnectCommand: ParsableCommand {
    static let configuration = {
        var configuration = NEARConnectCommandLine.WalletConnectCommand.configuration
        configuration.subcommands += [WalletConnectRelayCommand.self, WalletConnectWalletCommand.self]
        return configuration
    }()
}
