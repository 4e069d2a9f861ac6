// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// One page of what was handed to wallets: entries of the journal and of its archive, each once.
package struct HistoryPage: Sendable {
    /// The entries, the newest first.
    package let entries: [JournalEntry]
    /// A sentence for each line and each file that can't be read.
    package let problems: [String]
    /// The place behind which the next page begins; `nil` after the last one.
    package let next: HistoryQuery.Position?

    /// Reads one page.
    ///
    /// - Parameters:
    ///   - query: The choice of entries.
    ///   - content: The journal; what it says of an entry is newer than what the archive says.
    ///   - archive: The archive; `nil` for a profile that stores nothing.
    init(_ query: HistoryQuery, content: JournalReader.Content, archive: Archive?) {
        var problems = content.problems
        let requests = JournalLedger(lines: content.lines).requests
        var found = requests.filter(query.covers).map { (position: $0.position, entry: JournalEntry?.some($0.entry)) }
        do {
            problems += try archive?.problems() ?? []
            let older = try archive?.entries(query, without: requests.map(\.intent.id)) ?? []
            found += older.map { ($0.position, $0.journalEntry()) }
        } catch {
            problems.append(localized("the archive of the journal can’t be read: %1$s", "\(error)"))
        }
        let page = found.sorted { $0.position > $1.position }.prefix(query.limit)
        for (position, entry) in page where entry == nil {
            problems.append(localized("the entry %1$s of the archive can’t be read", DisplayText.line(position.id)))
        }
        entries = page.compactMap(\.entry)
        self.problems = problems
        // The archive gave as many as fit, so a page that isn't full is the last one.
        next = page.count == query.limit ? page.last?.position : nil
    }
}

extension HistoryQuery {
    /// Returns whether the query chooses a request of the journal; the archive's conditions say the same.
    fileprivate func covers(_ request: JournalRequest) -> Bool {
        let intent = request.intent
        if let after, request.position >= after { return false }
        if let network, !network.hasSameBytes(as: intent.network) { return false }
        if let account, account != intent.signerId { return false }
        if let receiver, !intent.parts.contains(where: { $0.receivers.contains(receiver) }) { return false }
        if let idempotencyKey, intent.idempotencyKey != idempotencyKey { return false }
        if let chain {
            let isCovered =
                intent.genesis.map { $0.hasSameBytes(as: chain.genesis) }
                ?? chain.publicName?.hasSameBytes(as: intent.network) ?? false
            if !isCovered { return false }
        }
        return since <= intent.time && intent.time <= until
    }
}

extension JournalRequest {
    fileprivate var position: HistoryQuery.Position { HistoryQuery.Position(time: intent.time, id: intent.id) }
}

extension ArchivedEntry {
    fileprivate var position: HistoryQuery.Position { HistoryQuery.Position(time: time, id: id) }
}
