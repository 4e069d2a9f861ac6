// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// The options of the commands that sign in and out.
struct PageOptions: ParsableArguments {
    @Option(help: help("The profile."), completion: .custom { _, _, _ in ProfileChoice.names() })
    var profile = "default"

    @Option(
        help: help(
            "The policy that approves for the keystore wallet in place of a user, for pipelines.", valueName: "policy"),
        completion: .file(extensions: ["json"]))
    var approve: String?

    @Option(
        help: help("The folder with near-cli’s credential files, instead of ~/.near-credentials."),
        completion: .directory)
    var credentials: String?

    /// True if a wallet has keys of its own, and asks its user itself.
    static func isElsewhere(_ wallet: String) -> Bool { !wallet.hasSameBytes(as: KeystoreService.walletId) }

    /// Refuses options that only the keystore wallet heeds: with another one nothing would come of them.
    ///
    /// - Throws: `ValidationError`.
    func requireOptions(of wallet: String) throws {
        guard Self.isElsewhere(wallet), approve != nil || credentials != nil else { return }
        throw ValidationError(
            localized(
                "%1$s has keys of its own and asks its user itself: leave --approve and --credentials out.",
                DisplayText.quotation(wallet, limit: 60)))
    }

    /// Returns a request of these options, for a command.
    func request(
        _ work: PageRequest.Work, command: String, wallet: String?, on chain: ChainOptions
    ) throws -> PageRequest {
        if let approve { _ = try ChainOptions.asUsage { try ApprovalPolicy(contentsOf: approve) } }
        let network = try chain.chosenNetwork()
        var request = PageRequest(work, walletId: wallet, network: network.rawValue, profile: profile)
        if case .custom = network { request.nodes = network.endpoints }
        request.credentials = credentials
        request.policy = approve
        request.command = command
        request.isVerbose = chain.verbose
        return request
    }

    /// Returns the account that is signed in.
    ///
    /// - Throws: ``ReportedError`` where there is none, `NEARError.storage`.
    func account(on chain: ChainOptions) throws -> NEARAccount {
        let folders = try ProfileFolders(profile: profile)
        switch try AccountStore(folder: folders.data).load(network: chain.network) {
        case .account(let account): return account
        case .nothing, .corrupt:
            throw Self.notSignedIn(
                localized(
                    "Nobody is signed in on %1$s in profile “%2$s”. Sign in with “near-connect sign-in”.",
                    chain.network, profile))
        }
    }

    /// Returns the account that is signed in, with this wallet.
    ///
    /// - Throws: ``ReportedError`` where there is none, or another wallet is connected; `NEARError.storage`.
    func account(of wallet: String, on chain: ChainOptions) throws -> NEARAccount {
        let account = try account(on: chain)
        guard account.walletId.hasSameBytes(as: wallet) else {
            throw Self.notSignedIn(
                localized(
                    "%1$s is signed in with %2$s, not with %3$s. Sign in with “near-connect sign-in --wallet”.",
                    account.accountId, DisplayText.quotation(account.walletId, limit: 60),
                    DisplayText.quotation(wallet, limit: 60)))
        }
        return account
    }

    private static func notSignedIn(_ sentence: String) -> ReportedError {
        ReportedError(sentence: sentence, code: NEARError.notSignedIn.code, status: NEARError.notSignedIn.status)
    }
}
