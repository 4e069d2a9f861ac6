// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Gives an account a name of the user's own.
struct KeysLabel: JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "label", abstract: localized("Give an account a name of your own, or take it away."),
        discussion: localized(
            "Sites that see the account hear the name, too: it can tell them apart for you in lists of theirs. Asks no chain."
        ))

    @Argument(help: help("The account."), transform: { try AccountId($0) })
    var account: AccountId

    @Argument(help: help("The name; without it the account has none any more."))
    var label: String?

    @Option(help: help("The network, by its id."))
    var network = "mainnet"

    @Option(help: help("The profile."), completion: .custom { _, _, _ in ProfileChoice.names() })
    var profile = "default"

    @OptionGroup var output: OutputOptions

    var printsJSON: Bool { output.json }
    var subject: JSONValue.Members { ["network": .string(DisplayText.name(network))] }

    func run() throws {
        Diagnostics.start(verbose: output.verbose)
        let folders = try ProfileFolders(profile: profile)
        ProfileChoice.noteNew(profile)
        try AccountLabels(folder: folders.data).set(label, of: account, on: ExactText(network))
        let name = label.map { DisplayText.name($0) } ?? localized("none")
        var fields = subject
        fields["outcome"] = "done"
        fields["accountId"] = .string(account.text)
        fields["label"] = label.map { .string(DisplayText.name($0)) } ?? .null
        output.write(
            [localized("label of %1$s: %2$s", account.text, name)], .answer(of: "keys label", fields))
    }
}
