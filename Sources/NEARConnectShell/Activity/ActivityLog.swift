// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import SafeText

/// The journal and its archive as a list that grows page by page, the newest entries first.
@MainActor
final class ActivityLog {
    /// The entries that are shown in one step.
    private static let step = 100
    /// The entries that are read at once; with a filter, several pages make a step.
    private static let pageSize = 500

    /// Reads one page.
    typealias Reader = @MainActor (HistoryQuery) async throws(NEARError) -> HistoryPage

    /// The entries that are there so far, those of the filter only.
    private(set) var entries: [JournalEntry] = []
    /// A sentence for each line and file that can't be read.
    private(set) var problems: [String] = []
    /// True if there are no older entries.
    private(set) var isComplete = false
    /// The choice of entries; another one begins anew.
    var filter = ActivityFilter() {
        didSet { if filter != oldValue { restart() } }
    }

    private let page: Reader
    private var query = HistoryQuery(limit: pageSize)
    /// Entries that were read and aren't shown yet.
    private var waiting: [JournalEntry] = []
    private var hasReadAll = false
    private var generation = 0
    private var isReading = false

    init(page: @escaping Reader) {
        self.page = page
    }

    /// Forgets what was read; the next step begins with the newest entry.
    func restart() {
        generation += 1
        (entries, problems, waiting) = ([], [], [])
        (isComplete, hasReadAll, isReading) = (false, false, false)
        query = HistoryQuery(limit: Self.pageSize)
    }

    /// Reads again from the newest entry on; what is there stays until that is done.
    ///
    /// - Parameter least: The number of entries to read, where there are so many.
    /// - Returns: All entries; `nil` where another reading has begun meanwhile.
    /// - Throws: ``NEARError/journal(reason:)``.
    func readAgain(least: Int) async throws(NEARError) -> [JournalEntry]? {
        generation += 1
        let turn = generation
        isReading = true
        defer { if turn == generation { isReading = false } }
        var next = HistoryQuery(limit: Self.pageSize)
        var (found, faults, isOver) = ([JournalEntry](), [String](), false)
        let wanted = max(least, Self.step)
        while found.count < wanted, !isOver {
            let read = try await page(next)
            guard turn == generation else { return nil }
            faults += read.problems.filter { !faults.contains($0) }
            found += read.entries.filter(filter.covers)
            next.after = read.next
            isOver = read.next == nil
        }
        (entries, waiting) = (Array(found.prefix(wanted)), Array(found.dropFirst(wanted)))
        (problems, query, hasReadAll) = (faults, next, isOver)
        isComplete = isOver && waiting.isEmpty
        return entries
    }

    /// Reads on.
    ///
    /// - Returns: The entries that were added; none while another step is under way, after the end, and where
    ///   ``restart()`` came in between.
    /// - Throws: ``NEARError/journal(reason:)``.
    func readMore() async throws(NEARError) -> [JournalEntry] {
        guard !isComplete, !isReading else { return [] }
        let turn = generation
        isReading = true
        defer { if turn == generation { isReading = false } }
        while waiting.count < Self.step, !hasReadAll {
            let read = try await page(query)
            guard turn == generation else { return [] }
            problems += read.problems.filter { !problems.contains($0) }
            waiting += read.entries.filter(filter.covers)
            query.after = read.next
            hasReadAll = read.next == nil
        }
        let added = Array(waiting.prefix(Self.step))
        waiting.removeFirst(added.count)
        entries += added
        isComplete = hasReadAll && waiting.isEmpty
        return added
    }
}
