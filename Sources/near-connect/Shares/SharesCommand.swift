// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine

/// Commands of shared keys: those for users, and the services of tests.
struct SharesCommand: ParsableCommand {
    static let configuration = {
        var configuration = NEARConnectCommandLine.SharesCommand.configuration
        configuration.subcommands.append(SharesServeCommand.self)
        return configuration
    }()
}

/// Runs an identity provider and a share service for tests, by way of `near-connect-peers`.
struct SharesServeCommand: JSONCommand {
    static let configuration = SharesServeOptions.command
    @OptionGroup var options: SharesServeOptions

    var printsJSON: Bool { options.output.json }

    func run() throws { try SiblingProgram.peers.execute() }
}
