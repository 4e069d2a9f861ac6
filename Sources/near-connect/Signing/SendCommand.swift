// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Sends NEAR from an account to another.
struct SendCommand: SendingCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: localized("Send NEAR to an account."),
        discussion: localized(
            "The transaction is signed with a key of this computer, once a policy or you have approved it, recorded in the journal, and sent once. Exit code 9 means that it isn’t known whether it was executed: look it up with “tx” before you send again."
        ))

    @Argument(help: help("The account that gets it.", valueName: "account-id"), transform: { try AccountId($0) })
    var receiver: AccountId

    @Argument(help: help("The amount with its unit, for example 1.5 NEAR.", valueName: "amount"))
    var amount: [String]

    @OptionGroup var sending: SendingOptions

    func validate() throws { _ = try SendingOptions.amount(amount.joined(separator: " ")) }

    func run() throws {
        let deposit = try SendingOptions.amount(amount.joined(separator: " "))
        let request = TransactionRequest(
            receiverId: receiver, actions: [.transfer(TransferAction(deposit: deposit))])
        try sending.send("send") { _ in request }
    }
}
