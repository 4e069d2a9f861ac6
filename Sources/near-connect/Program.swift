// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARRPC
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
        groupedSubcommands: [
            CommandGroup(name: localized("Window"), subcommands: [ShellCommand.self, OpenCommand.self]),
            CommandGroup(
                name: localized("Signing"),
                subcommands: [
                    SendCommand.self, CallCommand.self, DeployCommand.self, SignMessageCommand.self,
                    VerifyMessageCommand.self, DelegateCommand.self, RelayCommand.self, SignTransactionCommand.self,
                    SendSignedCommand.self, KeysCommand.self, SharesCommand.self, SignInCommand.self,
                    SignOutCommand.self,
                ]),
            CommandGroup(
                name: localized("Chain"),
                subcommands: [
                    AccountCommand.self, ViewCommand.self, TransactionCommand.self, BlockCommand.self,
                    StatusCommand.self,
                ]),
            CommandGroup(
                name: localized("Profile"),
                subcommands: [
                    HistoryCommand.self, ContactsCommand.self, WalletsCommand.self, SitesCommand.self,
                    LinksCommand.self, WalletConnectCommand.self, ServeCommand.self, BackupCommand.self,
                    RestoreCommand.self, ForgetCommand.self, DoctorCommand.self,
                ]),
            CommandGroup(
                name: localized("Test"),
                subcommands: [
                    DevnetCommand.self, DemoCommand.self, RunCommand.self, BrowseCommand.self,
                    DriverConfigCommand.self, DAppTestCommand.self, BenchCommand.self,
                ]),
        ],
        defaultSubcommand: ShellCommand.self)

    static func main() {
        ProgramProcess.prepare()
        ProgramLanguage.use(for: CommandLine.arguments)
        SiblingProgram.executeIfNamed(by: CommandLine.arguments)
        CommandFailure.run(Program.self) { arguments throws(ValidationError) in
            let words = FirstWord(of: Program.self)
            // Its libraries take longer to load than the arguments to be parsed.
            if words.asksChain(arguments) { CurlLibrary.loadAhead() }
            try words.check(arguments)
        } perform: { command in
            if command is any WalletConnectVerb || command is any SharesVerb || command is any BackupVerb {
                try SiblingProgram.walletConnect.execute()
            }
            if let command = command as? any ChainCommand { return try command.runOnChosenChain() }
            try command.run()
        }
    }
}
