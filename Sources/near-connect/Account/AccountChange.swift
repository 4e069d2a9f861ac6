// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// The options by which `account` makes or deletes an account.
struct AccountChange: ParsableArguments {
    @Flag(help: help("Make the account."))
    var create = false

    @Flag(help: help("Delete the account, signed by itself."))
    var delete = false

    @Option(
        help: help("The NEAR that the new account gets, 0.1 NEAR by default.", valueName: "amount"),
        transform: { try SendingOptions.amount($0) })
    var amount: NEARToken?

    @Option(
        help: help("The new account’s full-access key; without it one is made and stored.", valueName: "key"))
    var newKey: String?

    @Option(
        help: help("The account that gets what the deleted one has left.", valueName: "account-id"),
        transform: { try AccountId($0) })
    var beneficiary: AccountId?

    /// True if an account is to be made or deleted.
    var isAsked: Bool { create || delete }

    func validate() throws {
        _ = try newKey.map(KeyText.read)
        guard !(create && delete) else {
            throw ValidationError(localized("--create and --delete contradict each other: leave one out."))
        }
        guard create || (amount == nil && newKey == nil) else {
            throw ValidationError(localized("--amount and --new-key are for --create."))
        }
        guard delete == (beneficiary != nil) else {
            throw ValidationError(localized("--delete needs --beneficiary, and --beneficiary is for --delete."))
        }
    }

    /// Makes or deletes the account by a transaction.
    func run(_ account: AccountId, _ sending: SendingOptions) throws {
        if let beneficiary {
            var sending = sending
            guard sending.signing.signer == nil || sending.signing.signer == account else {
                throw ValidationError(localized("%1$s deletes itself: leave --signer out.", account.text))
            }
            sending.signing.signer = account
            let action = Action.deleteAccount(DeleteAccountAction(beneficiaryId: beneficiary))
            // Its own name, and not the signer's: a wallet may be signed in with another account.
            return try sending.send("account") { _ in TransactionRequest(receiverId: account, actions: [action]) }
        }
        try create(account, sending)
    }

    private func create(_ account: AccountId, _ sending: SendingOptions) throws {
        guard account.kind == .named, let parent = account.parent else {
            throw ValidationError(
                localized(
                    "%1$s can’t be made: an account that is made is below another one, for example app.%1$s.",
                    account.text))
        }
        let amount = try amount ?? NEARToken("0.1 NEAR")
        let named = try newKey.map(KeyText.read)
        let folder = sending.signing.credentials.map(CredentialFolder.init(path:)) ?? .standard()
        let (network, dryRun) = (sending.signing.chain.network, sending.signing.dryRun)
        var sending = sending
        // The new account's key is stored there; of wallets, only the keystore reads keys there, too.
        if sending.signing.isSignedElsewhere { sending.signing.credentials = nil }
        try sending.send("account") { signer in
            let key = try named ?? Self.storedKey(of: account, network: network, in: folder, dryRun: dryRun)
            // Below its own account the signer makes it itself, anywhere else the account above has a contract for it.
            guard signer != parent else {
                return TransactionRequest(
                    receiverId: account,
                    actions: [
                        .createAccount, .transfer(TransferAction(deposit: amount)),
                        .addKey(AddKeyAction(publicKey: key, accessKey: .fullAccess)),
                    ])
            }
            let arguments: JSONValue = ["new_account_id": .string(account.text), "new_public_key": .string("\(key)")]
            let call = FunctionCallAction(
                methodName: "create_account", args: arguments.bytes, gas: .tera(30), deposit: amount)
            return TransactionRequest(receiverId: parent, actions: [.functionCall(call)])
        }
    }

    /// Returns the key that is stored for the new account, and makes one where there is none.
    ///
    /// Its file is on disk before anything is sent: an account without its key would be lost. A dry run stores nothing.
    private static func storedKey(
        of account: AccountId, network: String, in folder: CredentialFolder, dryRun: Bool
    ) throws -> PublicKey {
        // A first try that failed has stored one.
        if let known = folder.contents(network: network, accountId: account).entries.first {
            StandardError.say(localized("The key of %1$s is in %2$s.", account.text, known.path))
            return known.secretKey.publicKey
        }
        let key = try SecretKey.generate()
        guard !dryRun else {
            StandardError.say(
                localized("The new key of %1$s is an example: the real one is made with the account.", account.text))
            return key.publicKey
        }
        let file = try KeyFolderOptions.store(key, of: account, network: network, in: folder)
        StandardError.say(localized("The key of %1$s is in %2$s.", account.text, file))
        return key.publicKey
    }
}
