// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import ProcessSetup
import SafeText

/// The part of near-connect that opens windows and loads web pages.
///
/// `near-connect` executes it under its own name. Its `main` is synchronous: GTK and the main actor stay on the
/// process's first thread.
@main
struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near-connect",
        abstract: localized("Connects Linux programs to NEAR wallets."),
        version: ProgramVersion.text,
        subcommands: [
            ShellCommand.self, OpenCommand.self, DemoCommand.self, RunCommand.self, BrowseCommand.self,
            ServeCommand.self, DoctorCommand.self,
            ForgetCommand.self,
            BenchCommand.self,
            WalletRequestCommand.self,
        ],
        defaultSubcommand: ShellCommand.self)

    /// The address at which a WebDriver wants to drive pages; WebKit gets it in ``BrowseCommand`` only.
    static let inspector = InspectorAddress.take()

    static func main() {
        _ = inspector
        ProgramProcess.prepare()
        ProgramLanguage.use(for: CommandLine.arguments)
        CommandFailure.run(Program.self)
    }
}
