// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import SafeText

/// Scripted counterparts for tests and pipelines, each a process of its own; no program of the product has any.
@main
struct Program: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near-connect-peers",
        abstract: localized("Runs scripted counterparts for tests: a wallet in a page, and one on a phone."),
        discussion: localized(
            "WalletConnect’s are run by near-connect walletconnect relay and wallet, a login by near-connect shares serve."
        ),
        version: ProgramVersion.text,
        subcommands: [WalletCommand.self, PhoneCommand.self])

    /// Runs a command; those of WalletConnect and of shared keys are executed by `near-connect`, under its name.
    static func main() async {
        let first = CommandLine.arguments.dropFirst().first
        guard first == "walletconnect" || first == "shares" else { return await main(nil) }
        let run: @MainActor () -> Void = { CommandFailure.run(ExecutedProgram.self) }
        run()
    }
}

/// The part of near-connect that runs WalletConnect's peers, and those of shared keys.
private struct ExecutedProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near-connect",
        abstract: localized("Connects Linux programs to NEAR wallets."),
        version: ProgramVersion.text,
        subcommands: [WalletConnectCommand.self, SharesCommand.self])
}

/// The commands of shared keys that this program runs.
private struct SharesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "shares", subcommands: [SharesServeCommand.self])
}
