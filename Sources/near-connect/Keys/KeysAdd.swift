// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Adds an access key to the account that signs.
struct KeysAdd: SendingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: localized("Add an access key to the account that signs."),
        discussion: localized(
            "Say what the key may do: everything with --full-access, or calls of one contract with --receiver. Signed, approved, recorded and sent as by “send”. A policy counts the allowance as a deposit; keys with full access or no allowance it has to allow with “dangerousActions”."
        ))

    @Argument(help: help("The public key."))
    var key: String

    @Flag(help: help("Let the key do everything, also delete the account."))
    var fullAccess = false

    @Option(
        help: help("The one contract that the key may call.", valueName: "account-id"), transform: { try AccountId($0) }
    )
    var receiver: AccountId?

    @Option(
        help: help("The methods that it may call, separated by commas; all without it.", valueName: "names"),
        transform: { try MethodNames($0) })
    var methods: MethodNames?

    @Option(
        help: help(
            "The NEAR that its calls may cost in fees, with its unit; no limit without it.", valueName: "amount"),
        transform: { try SendingOptions.amount($0) })
    var allowance: NEARToken?

    @OptionGroup var sending: SendingOptions

    func validate() throws {
        _ = try KeyText.read(key)
        guard fullAccess != (receiver != nil) else {
            throw ValidationError(localized("Say what the key may do: either --full-access or --receiver."))
        }
        guard !fullAccess || (methods == nil && allowance == nil) else {
            throw ValidationError(localized("--methods and --allowance are for keys with --receiver."))
        }
    }

    func run() throws {
        let permission = receiver.map {
            FunctionCallPermission(allowance: allowance, receiverId: $0, methodNames: methods?.names ?? [])
        }
        let access = permission.map { AccessKey(permission: .functionCall($0)) } ?? .fullAccess
        let action = Action.addKey(AddKeyAction(publicKey: try KeyText.read(key), accessKey: access))
        try sending.send("keys add") { TransactionRequest(receiverId: $0, actions: [action]) }
    }
}
