// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Signs the profile's account out.
struct SignOutCommand: ChainCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: localized("Sign out: forget the account, and tell the wallet."),
        discussion: localized(
            "An access key that the wallet has added to the account stays on the chain until you delete it there."))

    @OptionGroup var page: PageOptions
    @OptionGroup var chain: ChainOptions

    func validate() throws { try chain.requireLastingChain(localized("nobody stays signed in on it")) }

    func run() throws {
        let request = try page.request(.signOut, command: "sign-out", wallet: nil, on: chain)
        try chain.answer("sign-out", ending: PageProcess.end) { [page, chain] in
            let account = try page.account(on: chain)

            guard case .signedOut = try await PageProcess.answer(to: request, within: chain.chosenTimeout) else {
                throw PageRequest.UnreadableError()
            }
            var answer = ChainAnswer()
            answer.row(localized("signed out"), account.accountId)
            answer.fields = ["accountId": .string(account.accountId), "wallet": .string(account.walletId)]
            return answer
        }
    }
}
