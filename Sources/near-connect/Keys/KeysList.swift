// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARPrimitives
import SafeText

/// Lists the keys that are stored on this computer; never their secret parts.
struct KeysList: KeyFolderCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: localized("List the stored keys of a network, without their secret parts."))

    @Option(
        help: help("The account; all accounts without it.", valueName: "account-id"), transform: { try AccountId($0) })
    var account: AccountId?

    @OptionGroup var store: KeyFolderOptions

    func run() throws {
        try store.answer("keys list") {
            let contents = store.folder.contents(network: store.network)
            let entries = contents.entries.filter { account == nil || $0.accountId == account }
            var answer = ChainAnswer()
            for entry in entries {
                answer.row(entry.accountId.text, "\(entry.secretKey.publicKey)")
                if entry.isReadableByOthers {
                    answer.notes.append(
                        localized(
                            "Other users can read the key in %1$s: run “chmod 600” on it.",
                            DisplayText.quotation(entry.path)))
                }
            }
            if entries.isEmpty {
                answer.notes.append(
                    localized(
                        "There is no key in %1$s. “keys generate” makes one, “keys import” takes one over.",
                        DisplayText.quotation("\(store.folder.path)/\(store.network)", limit: 200)))
            }
            answer.notes += contents.failures.map { DisplayText.line("\($0.path): \($0.error)") }
            answer.fields = [
                "keys": .array(
                    entries.map { entry in
                        [
                            "accountId": .string(entry.accountId.text),
                            "publicKey": .string("\(entry.secretKey.publicKey)"), "file": .string(entry.path),
                            "isReadableByOthers": .bool(entry.isReadableByOthers),
                        ]
                    }),
                "unreadable": .array(contents.failures.map { .string($0.path) }),
            ]
            return answer
        }
    }
}
