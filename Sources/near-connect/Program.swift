// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import ProcessSetup
import SafeText

/// The program `near-connect`, which links neither GTK nor WebKit nor JavaScriptCore.
///
/// A command that needs a window or the embedded chain is executed by another program: see ``SiblingProgram``.
@main
struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near-connect",
        abstract: localized("Connects Linux programs to NEAR wallets."),
        version: ProgramVersion.text,
        subcommands: [
            ShellCommand.self, OpenCommand.self, DemoCommand.self, RunCommand.self, BrowseCommand.self,
            DriverConfigCommand.self, DAppTestCommand.self,
            DevnetCommand.self,
            LinksCommand.self,
            WalletsCommand.self, SitesCommand.self, HistoryCommand.self, ContactsCommand.self,
            SignInCommand.self, SignOutCommand.self,
            SendCommand.self, CallCommand.self, DeployCommand.self, SignMessageCommand.self, VerifyMessageCommand.self,
            DelegateCommand.self, RelayCommand.self, KeysCommand.self,
            SignTransactionCommand.self, SendSignedCommand.self,
            AccountCommand.self, ViewCommand.self, TransactionCommand.self, BlockCommand.self, StatusCommand.self,
            DoctorCommand.self, ForgetCommand.self, BenchCommand.self,
        ],
        defaultSubcommand: ShellCommand.self)

    static func main() {
        ProgramProcess.prepare()
        CommandFailure.run(Program.self) { arguments throws(ValidationError) in
            try FirstWord(of: Program.self).check(arguments)
        } perform: { command in
            if let command = command as? any ChainCommand { return try command.runOnChosenChain() }
            try command.run()
        }
    }
}
