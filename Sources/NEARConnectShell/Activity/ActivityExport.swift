// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// Writes the journal's entries to a file, the newest first.
enum ActivityExport {
    /// The forms of the file, by the ending of its name.
    enum Format {
        /// A table for spreadsheets, one line for each transaction.
        case csv
        /// One JSON array.
        case json

        init(of file: URL) { self = file.pathExtension.lowercased() == "json" ? .json : .csv }
    }

    /// Returns the content of a file.
    static func content(_ entries: [JournalEntry], as format: Format) -> Data {
        switch format {
        case .csv:
            var text = "\(JournalEntry.csvHeader)"
            for entry in entries { for row in entry.csvRows { text += "\(row)" } }
            return Data(text.utf8)
        case .json: return Data(JSONValue.array(entries.map(\.json)).bytes)
        }
    }

    /// Writes all entries that a filter chooses.
    ///
    /// - Parameters:
    ///   - file: The file, which is replaced as a whole.
    ///   - filter: The choice of entries.
    ///   - page: Reads one page of the journal.
    ///   - onProgress: Called with the number of entries that have been read, after each page.
    /// - Returns: The number of entries, and a sentence for each line and file that can't be read.
    /// - Throws: ``NEARError/journal(reason:)``, ``NEARError/storage(reason:)``; ``NEARError/taskCancelled`` where the
    ///   task was cancelled before the file was written.
    @MainActor
    static func write(
        to file: URL, _ filter: ActivityFilter, page: ActivityLog.Reader, onProgress: (Int) -> Void = { _ in }
    ) async throws(NEARError) -> (count: Int, problems: [String]) {
        var entries: [JournalEntry] = []
        var problems: [String] = []
        var query = HistoryQuery()
        repeat {
            let read = try await page(query)
            entries += read.entries.filter(filter.covers)
            problems += read.problems.filter { !problems.contains($0) }
            query.after = read.next
            guard !Task.isCancelled else { throw .taskCancelled }
            onProgress(entries.count)
        } while query.after != nil
        let all = entries
        let writing = Task.detached { () -> NEARError? in
            do {
                try content(all, as: Format(of: file)).write(to: file, options: .atomic)
                return nil
            } catch {
                return .storage(
                    reason: localized(
                        "%1$s can’t be written: %2$s", DisplayText.line(file.path), DisplayText.words(error)))
            }
        }
        if let error = await writing.value { throw error }
        return (all.count, problems)
    }
}
