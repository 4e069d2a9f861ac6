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

    @Flag(name: .shortAndLong, help: help("Print nothing unless it fails; the exit code says how it went."))
    var quiet = false

    func validate() throws {
        guard !quiet || !json else {
            throw ValidationError(localized("With --quiet nothing is printed: leave --json out."))
        }
    }

    /// The folder that was chosen.
    var folder: CredentialFolder { credentials.map(CredentialFolder.init(path:)) ?? .standard() }

    /// Prints an answer, or a failure in the form that was asked for.
    func answer(_ command: String, _ work: () throws -> ChainAnswer) throws {
        do {
            let answer = try work()
            if !quiet { try answer.write(asJSON: json, command: command, network: network) }
        } catch {
            guard json, !(error is ValidationError), !(error is ExitCode) else { throw error }
            print(CommandFailure.json(error, command: command, network: network).text)
            throw ExitCode(ErrorReport(error).status)
        }
    }
}
