// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import SafeText

/// Scripted counterparts for tests and pipelines, each a process of its own; no program of the product has any.
@main
struct Program: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near-connect-peers",
        abstract: localized("Runs scripted counterparts for tests: a wallet."),
        version: ProgramVersion.text,
        subcommands: [WalletCommand.self])
}
