// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARPrimitives
import SafeText

/// Makes a key and stores it.
struct KeysGenerate: KeyFolderCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: localized("Make a key and store it for an account."),
        discussion: localized(
            "Without an account it is stored for the implicit one, which exists as soon as somebody sends it NEAR. An account that exists gets the key by “keys add”."
        ))

    @Argument(help: help("The account that the key is for.", valueName: "account-id"), transform: { try AccountId($0) })
    var account: AccountId?

    @Flag(help: help("Make it of twelve words, which are printed once: whoever has them has the key."))
    var seedPhrase = false

    @OptionGroup var store: KeyFolderOptions

    func validate() throws {
        guard !seedPhrase || !store.output.quiet else {
            throw ValidationError(
                localized("The words of --seed-phrase are shown once, and --quiet would hide them: leave one out."))
        }
    }

    func run() throws {
        try store.answer("keys generate") {
            let phrase = seedPhrase ? try SeedPhrase.generate() : nil
            let key = try phrase?.secretKey() ?? SecretKey.generate()
            guard let account = account ?? key.publicKey.implicitAccountId else {
                throw ValidationError(localized("Name the account that the key is for."))
            }
            let file = try store.store(key, of: account)
            var answer = StoredKey.answer(key.publicKey, of: account, in: file)
            if let phrase {
                answer.row(localized("words"), phrase.exposedText())
                answer.notes.append(localized("Write the words down: they are not stored, and can’t be shown again."))
                answer.fields["seedPhrase"] = .string(phrase.exposedText())
            }
            return answer
        }
    }
}
