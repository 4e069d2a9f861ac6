// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARPrimitives
import NEARRPC
import SafeText

/// Shows an account, makes one, or deletes one.
struct AccountCommand: SendingCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: localized("Show an account: its balance, its contract and its access keys. Or create or delete one."),
        discussion: localized(
            "With --create the account that signs makes it and pays for it: an account below its own, or one below a registrar such as “testnet”. Its key is stored before anything is sent. With --delete the account itself signs. Both are signed, approved, recorded and sent as by “send”; a policy has to allow them with “dangerousActions”."
        ))

    @Argument(help: help("The account.", valueName: "account-id"), transform: { try AccountId($0) })
    var account: AccountId

    @OptionGroup var choice: BlockChoice
    @OptionGroup var change: AccountChange
    @OptionGroup var sending: SendingOptions

    func validate() throws {
        guard !change.isAsked || (choice.block == nil && choice.finality == nil) else {
            throw ValidationError(localized("--finality and --block are for reading: leave them out."))
        }
        guard change.isAsked || !sending.isNamed else {
            throw ValidationError(
                localized("Showing an account signs nothing: leave the options of --create and --delete out."))
        }
    }

    @MainActor
    mutating func use(_ devnet: CommandDevnet) {
        let named = signing.signer
        signing.use(devnet)
        // An account that is deleted signs by itself.
        if change.delete { signing.signer = named }
    }

    func run() throws {
        if change.isAsked { return try change.run(account, sending) }
        let (account, reference) = (account, choice.reference)
        try chain.perform("account") { client in
            let state = try await client.viewAccount(account, at: reference)
            // Both answers are about one block.
            let keys = try await client.viewAccessKeyList(of: account, at: .hash(state.blockHash))
            return Self.answer(state, of: account, keys: keys.value.keys)
        }
    }

    private static func answer(
        _ state: QueryResult<AccountView>, of account: AccountId, keys: [AccessKeyInfoView]
    ) -> ChainAnswer {
        let view = state.value
        var answer = ChainAnswer()
        answer.row(localized("account"), account.text)
        answer.row(localized("balance"), "\(view.amount)")
        answer.row(localized("spendable"), "\(view.spendable())")
        if view.locked > .zero { answer.row(localized("staked"), "\(view.locked)") }
        answer.row(localized("storage"), localized("%1$s bytes", "\(view.storageUsage)"))
        answer.row(localized("contract"), contract(view) ?? localized("none"))
        answer.row(localized("block"), "\(state.blockHeight)")
        for key in keys {
            answer.row(localized("key"), "\(key.publicKey)")
            answer.row("", permission(key.accessKey.permission))
        }
        answer.fields = [
            "accountId": .string(account.text), "block": ChainAnswer.block(state.blockHeight, state.blockHash),
            "balance": .string("\(view.amount.yoctoNEAR)"), "spendable": .string("\(view.spendable().yoctoNEAR)"),
            "staked": .string("\(view.locked.yoctoNEAR)"), "storageUsage": .integer(Int128(view.storageUsage)),
            "contract": contract(view).map(JSONValue.string) ?? .null, "keys": .array(keys.map(json)),
        ]
        return answer
    }

    /// Returns the hash of the account's code, or what it uses of another account.
    private static func contract(_ view: AccountView) -> String? {
        if view.codeHash != .zero { return "\(view.codeHash)" }
        return view.globalContractHash.map { "global:\($0)" } ?? view.globalContractAccountId.map { "global:\($0)" }
    }

    private static func permission(_ permission: AccessKeyPermissionView) -> String {
        switch permission {
        case .fullAccess: localized("full access")
        case .gasKeyFullAccess(let info): localized("full access, gas key with %1$s", "\(info.balance)")
        case .functionCall(let call): calls(call)
        case .gasKeyFunctionCall(let info, let call):
            localized("%1$s, gas key with %2$s", calls(call), "\(info.balance)")
        case .unrecognized: localized("a permission that this version doesn’t know")
        }
    }

    private static func calls(_ call: FunctionCallPermission) -> String {
        let methods =
            call.methodNames.isEmpty ? localized("all methods") : call.methodNames.map(\.text).joined(separator: ", ")
        guard let allowance = call.allowance else {
            return localized("calls of %1$s: %2$s", call.receiverId.text, methods)
        }
        return localized(
            "calls of %1$s: %2$s; %3$s of its allowance left", call.receiverId.text, methods, "\(allowance)")
    }

    private static func json(_ key: AccessKeyInfoView) -> JSONValue {
        var fields: JSONValue.Members = [
            "publicKey": .string("\(key.publicKey)"), "nonce": .string("\(key.accessKey.nonce)"),
        ]
        let call: FunctionCallPermission?
        switch key.accessKey.permission {
        case .fullAccess: (fields["permission"], call) = ("full-access", nil)
        case .gasKeyFullAccess(let info):
            (fields["permission"], call) = ("gas-key-full-access", nil)
            fields["gasKeyBalance"] = .string("\(info.balance.yoctoNEAR)")
        case .functionCall(let permission): (fields["permission"], call) = ("function-call", permission)
        case .gasKeyFunctionCall(let info, let permission):
            (fields["permission"], call) = ("gas-key-function-call", permission)
            fields["gasKeyBalance"] = .string("\(info.balance.yoctoNEAR)")
        case .unrecognized(let json): (fields["permission"], fields["view"], call) = ("unknown", json, nil)
        }
        if let call {
            fields["receiverId"] = .string(call.receiverId.text)
            fields["methodNames"] = .array(call.methodNames.map { .string($0.text) })
            fields["allowance"] = call.allowance.map { .string("\($0.yoctoNEAR)") } ?? .null
        }
        return .object(fields)
    }
}
