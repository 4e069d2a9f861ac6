// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARPrimitives

/// A command about a chain, which may be one of its own (`--devnet`).
protocol ChainCommand: JSONCommand {
    /// The options that choose the chain.
    var chain: ChainOptions { get set }

    /// Takes a chain of the command's own in place of the one that is chosen.
    @MainActor
    mutating func use(_ devnet: CommandDevnet)
}

extension ChainCommand {
    var printsJSON: Bool { chain.json }
    var subject: JSONValue.Members { ["network": .string(chain.devnet ? CommandDevnet.network : chain.network)] }

    @MainActor
    mutating func use(_ devnet: CommandDevnet) { chain.use(devnet) }

    /// Runs the command, on a chain of its own where that was asked for.
    @MainActor
    func runOnChosenChain() throws {
        var command = self
        guard chain.devnet else { return try command.run() }
        let devnet = try CommandDevnet.start(saysSo: !chain.json && !chain.quiet)
        defer { devnet.end() }
        command.use(devnet)
        try command.run()
    }
}
