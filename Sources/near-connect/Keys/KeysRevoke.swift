// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Removes an access key from the account that signs.
struct KeysRevoke: SendingCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: localized("Remove an access key from the account that signs."),
        discussion: localized(
            "Without its last full-access key nobody can change the account any more. Signed, approved, recorded and sent as by “send”; a policy has to allow it with “dangerousActions”. The key’s file stays."
        ))

    @Argument(help: help("The public key."))
    var key: String

    @OptionGroup var sending: SendingOptions

    func validate() throws { _ = try KeyText.read(key) }

    func run() throws {
        let action = Action.deleteKey(DeleteKeyAction(publicKey: try KeyText.read(key)))
        try sending.send("keys revoke") { TransactionRequest(receiverId: $0, actions: [action]) }
    }
}
