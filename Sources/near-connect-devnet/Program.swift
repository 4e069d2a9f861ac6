// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import ProcessSetup
import SafeText

/// The part of near-connect that runs the embedded chain.
///
/// `near-connect` executes it under its own name.
@main
struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near-connect",
        abstract: localized("Connects Linux programs to NEAR wallets."),
        version: ProgramVersion.text,
        subcommands: [DevnetCommand.self],
        defaultSubcommand: DevnetCommand.self)

    static func main() {
        ProgramProcess.prepare()
        ProgramLanguage.use(for: CommandLine.arguments)
        CommandFailure.run(Program.self)
    }
}
