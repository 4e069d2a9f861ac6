// SPDX-License-Identifier: MIT

package import NEARConnectCore

extension NEARWalletManager {
    /// The requests whose end stands in the journal, since the start; changes with each.
    package var endedRecords: EndedRecords { requests.endedRecords }

    /// Returns one page of the journal and its archive, on all networks, the newest entries first.
    ///
    /// - Throws: ``NEARError/journal(reason:)``.
    package func historyPage(_ query: HistoryQuery) async throws(NEARError) -> HistoryPage {
        try await journal.page(query)
    }

    /// Returns the accounts on a network that were sent to, the last one first.
    ///
    /// - Throws: ``NEARError/journal(reason:)``.
    package func contacts(on network: String) async throws(NEARError) -> ContactList {
        var query = HistoryQuery()
        query.network = network
        return try await journal.contacts(query)
    }
}
