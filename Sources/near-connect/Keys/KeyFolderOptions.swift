// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// The options of the commands about stored keys.
struct KeyFolderOptions: ParsableArguments {
    @Option(help: help("mainnet (by default), testnet, or the id of another chain."))
    var network = "mainnet"

    @Option(
        help: help("The folder with near-cli’s credential files, instead of ~/.near-credentials."),
        completion: .directory)
    var credentials: String?

    @Flag(help: help("Print one JSON object instead of text, also of a failure."))
    var json = false

    /// The folder that was chosen.
    var folder: CredentialFolder { credentials.map(CredentialFolder.init(path:)) ?? .standard() }

    /// Prints an answer, or a failure in the form that was asked for.
    func answer(_ command: String, _ work: () throws -> ChainAnswer) throws {
        do {
            try work().write(asJSON: json, command: command, network: network)
        } catch {
            guard json, !(error is ValidationError), !(error is ExitCode) else { throw error }
            print(CommandFailure.json(error, command: command, network: network).text)
            throw ExitCode(ErrorReport(error).status)
        }
    }
}
