// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Shows the accounts that were sent to, by the journal and its archive.
///
/// Needs no display and no network.
struct ContactsCommand: JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "contacts",
        abstract: localized("Show the accounts that you have sent to, and how often."),
        discussion: localized(
            "The account with the newest transaction comes first. Only transactions that the chain has confirmed count."
        ))

    @Option(help: help("The profile."), completion: .custom { _, _, _ in ProfileChoice.names() })
    var profile = "default"

    @Option(help: help("Only this network: mainnet, testnet, or the id of another chain."))
    var network: String?

    @Option(help: help("Only what this account has sent.", valueName: "account-id"), transform: { try AccountId($0) })
    var account: AccountId?

    @Option(help: help("At most this many contacts; all by default.", valueName: "count"))
    var limit: Int?

    @OptionGroup var output: OutputOptions

    var printsJSON: Bool { output.json }

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError(localized("--limit begins at 1.")) }
    }

    func run() throws {
        Diagnostics.start(verbose: output.verbose)
        ProfileChoice.noteNew(profile)
        let journal = TransactionJournal(folders: try ProfileFolders(profile: profile))
        var query = HistoryQuery()
        (query.network, query.account) = (network, account)
        let list = try MainActor.assumeIsolated {
            try MainLoop.run { [query] in try await journal.contacts(query) }
        }
        for problem in list.problems { StandardError.say(DisplayText.line(problem)) }
        let contacts = Array(list.contacts.prefix(limit ?? .max))
        if output.json {
            for contact in contacts { output.write([], Self.json(contact)) }
        } else {
            output.write(Self.lines(contacts), nil)
        }
    }

    private static func lines(_ contacts: [ContactList.Contact]) -> [String] {
        guard !contacts.isEmpty else {
            return [localized("No confirmed transaction has gone to another account yet.")]
        }
        let rows = contacts.map { contact in
            [contact.last.localMinute, contact.network, contact.account.text].map(DisplayText.line)
        }
        let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return zip(rows, contacts).map { row, contact in
            let padded = zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
            let count = localizedPlural(
                "%1$s transaction", "%1$s transactions", count: contact.count, "\(contact.count)")
            return (padded + [count]).joined(separator: "  ")
        }
    }

    private static func json(_ contact: ContactList.Contact) -> JSONValue {
        .answer(
            of: "contacts",
            [
                "accountId": .string(contact.account.text), "network": .string(contact.network),
                "transactions": .integer(Int128(contact.count)), "firstAt": .string(contact.first.formatted(.iso8601)),
                "lastAt": .string(contact.last.formatted(.iso8601)),
            ])
    }
}
