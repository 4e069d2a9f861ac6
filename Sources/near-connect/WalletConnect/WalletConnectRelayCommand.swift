// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine

/// Runs a relay for tests, by way of `near-connect-peers`.
struct WalletConnectRelayCommand: JSONCommand {
    static let configuration = WalletConnectRelayOptions.command
    @OptionGroup var options: WalletConnectRelayOptions

    var printsJSON: Bool { options.output.json }

    func run() throws { try SiblingProgram.peers.execute() }
}
