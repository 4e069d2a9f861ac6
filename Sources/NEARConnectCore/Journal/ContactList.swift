// SPDX-License-Identifier: MIT

package import FoundationEssentials
package import NEARPrimitives

/// The accounts that a profile's accounts have sent to, by journal and archive.
package struct ContactList: Sendable {
    /// One account on one network, with the confirmed transactions to it.
    package struct Contact: Sendable, Hashable {
        /// The network id.
        package let network: String
        /// The account that actions were applied to, or that they gave tokens to.
        package let account: AccountId
        /// The number of confirmed transactions.
        package fileprivate(set) var count: Int
        /// The start of the first of them, by this machine's clock.
        package fileprivate(set) var first: Date
        /// The start of the last of them.
        package fileprivate(set) var last: Date
    }

    /// The contacts, those with the newest transaction first.
    package let contacts: [Contact]
    /// A sentence for each line and each file that can't be read; the counts lack what is there.
    package let problems: [String]

    private struct Key: Hashable {
        let network: ExactText
        let account: AccountId
    }

    /// Counts the confirmed transactions of a query's entries, page by page.
    ///
    /// An account's transactions to itself make no contact; neither does what failed, wasn't sent or isn't known.
    fileprivate init(_ query: HistoryQuery, page: (HistoryQuery) async throws(NEARError) -> HistoryPage)
        async throws(NEARError)
    {
        var found: [Key: Contact] = [:]
        var problems: [String] = []
        var query = query
        repeat {
            let read = try await page(query)
            problems += read.problems.filter { !problems.contains($0) }
            for entry in read.entries { Self.count(entry, of: query.receiver, in: &found) }
            query.after = read.next
        } while query.after != nil
        self.problems = problems
        contacts = found.values.sorted {
            $0.last == $1.last
                ? "\($0.account) \($0.network)".utf8.lexicographicallyPrecedes("\($1.account) \($1.network)".utf8)
                : $0.last > $1.last
        }
    }

    private static func count(_ entry: JournalEntry, of receiver: AccountId?, in found: inout [Key: Contact]) {
        for part in entry.parts {
            guard case .confirmed = part.state else { continue }
            for account in part.receivers where account != entry.signerId {
                guard receiver == nil || receiver == account else { continue }
                let key = Key(network: ExactText(entry.network), account: account)
                var contact =
                    found[key]
                    ?? Contact(
                        network: entry.network, account: account, count: 0, first: entry.startedAt,
                        last: entry.startedAt)
                contact.count += 1
                contact.first = min(contact.first, entry.startedAt)
                contact.last = max(contact.last, entry.startedAt)
                found[key] = contact
            }
        }
    }
}

extension TransactionJournal {
    /// Returns the accounts that were sent to, by the journal and its archive.
    ///
    /// Other writers aren't held up meanwhile: the pages are read one by one.
    ///
    /// - Parameter query: The choice of entries; its limit is the size of a page.
    /// - Throws: ``NEARError/journal(reason:)``. An archive that can't be read is one of the problems.
    package nonisolated func contacts(_ query: HistoryQuery = HistoryQuery()) async throws(NEARError) -> ContactList {
        try await ContactList(query) { query throws(NEARError) in try await page(query) }
    }
}
