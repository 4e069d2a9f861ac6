// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine

/// Runs a scripted phone wallet, by way of `near-connect-peers`.
struct WalletConnectWalletCommand: JSONCommand {
    static let configuration = WalletConnectWalletOptions.command
    @OptionGroup var options: WalletConnectWalletOptions

    var printsJSON: Bool { options.output.json }

    func run() throws { try SiblingProgram.peers.execute() }
}
