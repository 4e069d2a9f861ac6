// SPDX-License-Identifier: MIT

import ArgumentParser
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARSharedKeys
import ProcessSetup
import SafeText
import WalletConnectPlatform
import WalletConnectSign

/// The part of near-connect that speaks with wallets by WalletConnect, opens shared keys and seals backups.
///
/// `near-connect` executes it under its own name. It links libsoup and libsecret, which no other command needs.
@main
struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near-connect",
        abstract: localized("Connects Linux programs to NEAR wallets."),
        version: ProgramVersion.text,
        subcommands: [WalletConnectCommand.self, SharesCommand.self, BackupCommand.self, RestoreCommand.self])

    static func main() {
        ProgramProcess.prepare()
        ProgramLanguage.use(for: CommandLine.arguments)
        CommandFailure.run(
            Program.self,
            perform: { command in
                if let verb = command as? any SharesVerb { return try perform(verb) }
                if let verb = command as? any BackupVerb { return try BackupVerbs.perform(verb) }
                guard let verb = command as? any WalletConnectVerb else { return try command.run() }
                do {
                    try perform(verb)
                } catch let error as SignError {
                    throw ReportedError(sentence: "\(error)", signCode: error.code)
                } catch let error as SharedSignError {
                    throw ReportedError(sentence: error.sentence, signCode: error.code)
                }
            })
    }

    @MainActor
    private static func perform(_ verb: any SharesVerb) throws {
        let setting = try SharesSetting(verb.options)
        do {
            let answers = try MainLoop.run { () async throws -> [SharesAnswer] in
                switch verb {
                case let verb as SharesCreate: [try await SharesVerbs.create(verb, setting)]
                case let verb as SharesStatus: try await SharesAnswer.status(verb, setting)
                case let verb as SharesSignIn: [try await SharesVerbs.signIn(verb, setting)]
                case let verb as SharesSignOut: [try await SignOutVerb.signOut(verb, setting)]
                case let verb as SharesProve: [try SharesVerbs.prove(verb, setting)]
                case let verb as SharesRecover: [try await SharesVerbs.recover(verb, setting)]
                case let verb as SharesRotate: [try await SharesVerbs.rotate(verb, setting)]
                case let verb as SharesLeave: [try await SharesVerbs.leave(verb, setting)]
                case let verb as SharesJoin: [try await ComputerVerbs.join(verb, setting)]
                case let verb as SharesAddComputer: [try await ComputerVerbs.add(verb, setting)]
                case let verb as SharesDailyKeyAdd: [try await DailyKeyVerbs.add(verb, setting)]
                case let verb as SharesDailyKeyList: try await DailyKeyVerbs.list(verb, setting)
                case let verb as SharesDailyKeyCall: [try await DailyKeyVerbs.call(verb, setting)]
                case let verb as SharesDailyKeyRemove: [try await DailyKeyVerbs.remove(verb, setting)]
                default: throw ValidationError(localized("There is no such command."))
                }
            }
            answers.forEach { $0.write(verb.options.output) }
        } catch let error as SharedKeyError {
            throw ReportedError(error)
        }
    }

    @MainActor
    private static func perform(_ verb: any WalletConnectVerb) throws {
        let setting = try ClientSetting(verb.options, registry: (verb as? WalletConnectWallets)?.registry)
        switch verb {
        case let verb as WalletConnectConnect: try ConnectVerb(verb).run(setting)
        case let verb as WalletConnectWallets: try WalletsVerb(verb).run(setting)
        case let verb as WalletConnectSessions: try ListVerbs.sessions(verb, setting)
        case let verb as WalletConnectAccounts: try ListVerbs.accounts(verb, setting)
        case let verb as WalletConnectRequest: try RequestVerb(verb).run(setting)
        case let verb as WalletConnectPing: try PingVerb.ping(verb, setting)
        case let verb as WalletConnectDisconnect: try PingVerb.disconnect(verb, setting)
        case let verb as WalletConnectListen: try ListenVerb(verb).run(setting)
        case let verb as WalletConnectSigning: try SignVerb(verb).run(setting)
        case let verb as WalletConnectForget: try ForgetVerb(verb).run(setting)
        default: throw ValidationError(localized("There is no such command."))
        }
    }
}

extension ReportedError {
    /// Tells a failure of WalletConnect's, of this process or of the one that has the store, as commands do.
    ///
    /// - Parameter signCode: The code of `SignError`.
    init(sentence: String, signCode: String) {
        let status: ExitStatus =
            switch signCode {
            case "relayUnreachable", "relayRefused", "proposalExpired", "requestExpired", "walletSilent": .unavailable
            case "proposalRejected", "requestRejected", "grantMissing", "methodUnsupported", "settlementInvalid":
                .refusedByWallet
            case "sessionUnknown", "sessionEnded": .nothing
            case "deliveryUnknown", "holderEnded": .unknownOutcome
            case "cancelled": .cancelled
            default: .failure
            }
        self.init(sentence: sentence, code: signCode, status: status)
    }
}
