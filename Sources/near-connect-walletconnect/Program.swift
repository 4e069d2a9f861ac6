// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import ProcessSetup
import SafeText
import WalletConnectPlatform
import WalletConnectSign

/// The part of near-connect that speaks with wallets by WalletConnect.
///
/// `near-connect` executes it under its own name. It links libsoup and libsecret, which no other command needs.
@main
struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near-connect",
        abstract: localized("Connects Linux programs to NEAR wallets."),
        version: ProgramVersion.text,
        subcommands: [WalletConnectCommand.self])

    static func main() {
        ProgramProcess.prepare()
        CommandFailure.run(
            Program.self,
            perform: { command in
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
    private static func perform(_ verb: any WalletConnectVerb) throws {
        let setting = try ClientSetting(verb.options)
        switch verb {
        case let verb as WalletConnectConnect: try ConnectVerb(verb).run(setting)
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
