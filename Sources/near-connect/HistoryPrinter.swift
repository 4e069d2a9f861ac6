// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Prints the journal page by page, in one of the formats.
struct HistoryPrinter {
    /// The format; `nil` to print nothing.
    let format: HistoryFormat?
    /// True when an entry was printed.
    private var hasEntries = false

    init(format: HistoryFormat?) { self.format = format }

    /// Prints one page's entries.
    mutating func show(_ entries: [JournalEntry]) {
        guard !entries.isEmpty else { return }
        switch format {
        case .table: Self.show(table: entries)
        case .csv:
            if !hasEntries { print(JournalEntry.csvHeader, terminator: "") }
            for row in entries.flatMap(\.csvRows) { print(row, terminator: "") }
        case .jsonl:
            for entry in entries { print(Self.object(entry).text) }
        case .json:
            for (index, entry) in entries.enumerated() {
                print(hasEntries || index > 0 ? ",\n" : "[\n", Self.object(entry).text, separator: "", terminator: "")
            }
        case nil: break
        }
        hasEntries = true
    }

    private static func object(_ entry: JournalEntry) -> JSONValue {
        .answer(of: "history", entry.json.objectValue ?? [:])
    }

    /// Ends the output.
    ///
    /// Without this an array is no JSON, so that a history that ends early isn't taken for a whole one.
    func end() {
        switch format {
        case .table: if !hasEntries { print(localized("Nothing was handed to a wallet yet.")) }
        case .csv: if !hasEntries { print(JournalEntry.csvHeader, terminator: "") }
        case .jsonl, nil: break
        case .json: print(hasEntries ? "\n]" : "[]")
        }
    }

    private static func show(table entries: [JournalEntry]) {
        let rows = entries.flatMap(Self.rows)
        let widths = (0..<4).map { column in rows.map { $0.cells[column].count }.max() ?? 0 }
        for row in rows {
            let padded = zip(row.cells, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
            print((padded + [row.cells[4]]).joined(separator: "  "))
            for line in row.below { print("    \(line)") }
        }
    }

    /// One transaction or delegate action: its cells, and the lines below them.
    private struct Row {
        let cells: [String]
        let below: [String]
    }

    private static func rows(of entry: JournalEntry) -> [Row] {
        let time = entry.startedAt.localMinute
        return entry.parts.enumerated().map { index, part in
            let actions = part.actions.map(\.summary).joined(separator: ", ")
            let what = entry.kind == .delegateActions ? localized("delegate action: %1$s", actions) : actions
            var below: [String] = []
            if let hash = part.hash { below.append(localized("transaction %1$s", "\(hash)")) }
            if !part.state.detail.isEmpty { below.append(part.state.detail) }
            if index == 0, let asker = entry.asker, !asker.isOwn {
                below.append(localized("asked for by %1$s", "\(asker)"))
            }
            return Row(
                cells: [
                    index == 0 ? time : "", index == 0 ? entry.network : "", part.state.code,
                    "\(entry.signerId) → \(part.receiverId)", what,
                ].map(DisplayText.line), below: below.map(DisplayText.line))
        }
    }
}
