// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import SafeText

/// Takes over a key of another program's.
struct KeysImport: ChainCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: localized("Store a key of another wallet or program for an account."),
        discussion: localized(
            "The key is asked for in the terminal, without being shown, or read from --key: a secret key, a seed phrase, or a credential file. It never stands in the command line. The chain is asked whether it is a key of the account, unless you say --offline."
        ))

    @Argument(help: help("The account.", valueName: "account-id"), transform: { try AccountId($0) })
    var account: AccountId

    @Option(help: SigningKeyFile.storingHelp, completion: .file())
    var key: String?

    @Flag(help: help("Don’t ask the chain whether it is a key of the account."))
    var offline = false

    @Option(help: BlockChoice.finalityHelp, transform: { try BlockChoice.readFinality($0) })
    var finality: Finality?

    @Option(
        help: help("The folder with near-cli’s credential files, instead of ~/.near-credentials."),
        completion: .directory)
    var credentials: String?

    @OptionGroup var chain: ChainOptions

    func validate() throws {
        try SigningKeyFile.check(key)
        try chain.requireLastingChain(localized("a key of it would be of no use"))
        guard !offline || finality == nil else {
            throw ValidationError(localized("With --offline the chain isn’t asked: leave --finality out."))
        }
    }

    func run() throws {
        let secret = try SecretText.read(key)
        let (account, network, offline) = (account, chain.network, offline)
        let folder = credentials.map(CredentialFolder.init(path:)) ?? .standard()
        let store: @Sendable () throws -> ChainAnswer = {
            let file = try KeyFolderOptions.store(secret, of: account, network: network, in: folder)
            return StoredKey.answer(secret.publicKey, of: account, in: file)
        }
        guard !offline else { return try chain.answer("keys import") { try store() } }
        let state = BlockReference.finality(finality ?? .final)
        try chain.perform("keys import") { client in
            let keys = try await client.viewAccessKeyList(of: account, at: state).value.keys
            guard keys.contains(where: { $0.publicKey == secret.publicKey.handle }) else {
                throw ReportedError(
                    sentence: localized(
                        "%1$s is no access key of %2$s on %3$s. Check the account and the network, or say --offline.",
                        "\(secret.publicKey)", account.text, network), code: "not-an-access-key",
                    status: .refusedByChain)
            }
            return try store()
        }
    }
}
