// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import SafeText

/// Scripted counterparts for tests and pipelines, each a process of its own; no program of the product has any.
@main
struct Program: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near-connect-peers",
        abstract: localized("Runs scripted counterparts for tests: a wallet in a page, one on a phone, and a login."),
        discussion: localized("WalletConnect’s are run by near-connect walletconnect relay and wallet."),
        version: ProgramVersion.text,
        subcommands: [WalletCommand.self, PhoneCommand.self, LoginCommand.self])

    /// Runs a command; those of WalletConnect are executed by `near-connect`, under its name.
    static func main() async {
        guard CommandLine.arguments.dropFirst().first == "walletconnect" else { return await main(nil) }
        let run: @MainActor () -> Void = { CommandFailure.run(ExecutedProgram.self) }
        run()
    }
}

/// The part of near-connect that runs WalletConnect's peers.
private struct ExecutedProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near-connect",
        abstract: localized("Connects Linux programs to NEAR wallets."),
        version: ProgramVersion.text,
        subcommands: [WalletConnectCommand.self])
}
