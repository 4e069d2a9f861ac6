// SPDX-License-Identifier: MIT

import ArgumentParser

/// The ways in which `history` prints the journal.
enum HistoryFormat: String, ExpressibleByArgument, CaseIterable {
    /// A table for users.
    case table
    /// A table for spreadsheets, one line for each transaction.
    case csv
    /// One JSON object a line.
    case jsonl
    /// One JSON array.
    case json
}
