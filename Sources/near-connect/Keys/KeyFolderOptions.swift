// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives

/// The options of the commands about stored keys.
struct KeyFolderOptions: ParsableArguments {
    @Option(help: help("mainnet (by default), testnet, or the id of another chain."))
    var network = "mainnet"

    @Option(
        help: help("The folder with near-cli’s credential files, instead of ~/.near-credentials."),
        completion: .directory)
    var credentials: String?

    @OptionGroup var output: OutputOptions

    /// The folder that was chosen.
    var folder: CredentialFolder { credentials.map(CredentialFolder.init(path:)) ?? .standard() }

    /// Runs a command's work, and prints its answer.
    func answer(_ command: String, _ work: () throws -> ChainAnswer) throws {
        Diagnostics.start(verbose: output.verbose)
        let answer = try work()
        if output.quiet { return try answer.writeFailure() }
        try answer.write(asJSON: output.json, command: command, network: network)
    }
}

/// A command about the keys that are stored on this computer.
protocol KeyFolderCommand: JSONCommand {
    /// The options that choose the folder.
    var store: KeyFolderOptions { get }
}

extension KeyFolderCommand {
    var printsJSON: Bool { store.output.json }
    var subject: JSONValue.Members { ["network": .string(store.network)] }
}
