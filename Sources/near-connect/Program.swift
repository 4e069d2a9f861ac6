// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import ProcessSetup

/// The program. It links neither GTK nor WebKit: a command that needs a window is executed by `near-connect-view`.
@main
struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near-connect",
        abstract: "Connects Linux programs to NEAR wallets.",
        version: ProgramVersion.text,
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
