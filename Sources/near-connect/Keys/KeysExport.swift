// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Writes a stored key to a file of its own.
struct KeysExport: KeyFolderCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: localized("Write a stored key, with its secret part, to a file or standard output."),
        discussion: localized("Whoever has the file has the key. It is near-cli’s form, which “keys import” reads."))

    @Argument(help: help("The account.", valueName: "account-id"), transform: { try AccountId($0) })
    var account: AccountId

    @Option(help: help("The key, where the account has several.", valueName: "key"))
    var publicKey: String?

    @Option(
        name: .shortAndLong,
        help: help("The file to make, which only you can read; - for standard output.", valueName: "file"),
        completion: .file())
    var output: String

    @OptionGroup var store: KeyFolderOptions

    func validate() throws {
        _ = try publicKey.map(KeyText.read)
        guard !store.output.json || output != "-" else {
            throw ValidationError(localized("--json and the key can’t both go to standard output: name a file."))
        }
    }

    func run() throws {
        try store.answer("keys export") {
            let entry = try chosen()
            let bytes = Credential(accountId: entry.accountId, secretKey: entry.secretKey).exposedJSON()
            guard output != "-" else {
                var answer = ChainAnswer()
                answer.lines = [String(decoding: bytes, as: UTF8.self)]
                return answer
            }
            guard !FileManager.default.fileExists(atPath: output) else {
                throw ValidationError(
                    localized("There is a file %1$s already. Name another one.", DisplayText.quotation(output)))
            }
            try AtomicFile(url: URL(filePath: output)).replace(with: Data(bytes))
            return StoredKey.answer(entry.secretKey.publicKey, of: account, in: output)
        }
    }

    private func chosen() throws -> CredentialFolder.Entry {
        let wanted = try publicKey.map(KeyText.read)
        let entries = store.folder.contents(network: store.network, accountId: account).entries
            .filter { wanted == nil || $0.secretKey.publicKey == wanted }
        let place = DisplayText.quotation("\(store.folder.path)/\(store.network)", limit: 200)
        guard let first = entries.first else {
            throw ValidationError(localized("There is no such key of %1$s in %2$s.", account.text, place))
        }
        guard entries.count == 1 else {
            let keys = entries.map { "\($0.secretKey.publicKey)" }.joined(separator: ", ")
            throw ValidationError(
                localized("%1$s has several keys: name one with --public-key. They are: %2$s.", account.text, keys))
        }
        return first
    }
}
