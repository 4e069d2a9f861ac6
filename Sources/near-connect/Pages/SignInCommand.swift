// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Signs in with a wallet, for the profile.
struct SignInCommand: ChainCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: localized("Sign in with a wallet; commands use it by --wallet."),
        discussion: localized(
            "A window comes up where the wallet shows itself, or where you have to choose or approve. Wallets are those of “near-connect wallets list”, and %1$s, which has the keys of near-cli’s credential files.",
            KeystoreService.walletId))

    @Option(
        help: help("The wallet’s id; without it you choose from the list.", valueName: "id"),
        completion: .custom { words, _, _ in WalletCompletion.ids(words) })
    var wallet: String?

    @OptionGroup var page: PageOptions
    @OptionGroup var chain: ChainOptions

    func validate() throws {
        try chain.requireLastingChain(localized("nobody stays signed in on it"))
        try wallet.map(page.requireOptions)
    }

    func run() throws {
        let request = try page.request(.signIn, command: "sign-in", wallet: wallet, on: chain)
        try chain.answer("sign-in", ending: PageProcess.end) { [chain] in
            guard case .signedIn(let account) = try await PageProcess.answer(to: request, within: chain.chosenTimeout)
            else {
                throw PageRequest.UnreadableError()
            }
            var answer = ChainAnswer()
            answer.row(localized("account"), account.accountId)
            answer.row(localized("wallet"), account.walletId)
            answer.fields = ["accountId": .string(account.accountId), "wallet": .string(account.walletId)]
            answer.fields["publicKey"] = account.publicKey.map(JSONValue.string)
            return answer
        }
    }
}
