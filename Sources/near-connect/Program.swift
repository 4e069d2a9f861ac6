// SPDX-License-Identifier: MIT

import ArgumentParser
import ProcessSetup

/// The program. Its `main` is synchronous: GTK and the main actor stay on the process's first thread.
@main
struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near-connect",
        abstract: "Connects Linux programs to NEAR wallets.",
        version: "0.1.0",
        subcommands: [
            ShellCommand.self, DemoCommand.self, DevnetCommand.self, LinksCommand.self, WalletsCommand.self,
            HistoryCommand.self, DoctorCommand.self, ForgetCommand.self, BenchCommand.self,
        ],
        defaultSubcommand: ShellCommand.self)

    static func main() {
        ProgramProcess.prepare()
        main(nil)
    }
}
