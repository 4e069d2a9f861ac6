// SPDX-License-Identifier: MIT

/// Reads a journal's bytes. Whatever they are, every line that is a record is found, and every other one is reported and kept.
struct JournalReader {
    /// What a journal holds.
    struct Content: Sendable, Equatable {
        /// The records, in the order in which they were written.
        var records: [JournalRecord] = []
        /// Lines that are no records of this version, as they are: a newer program may know them.
        var others: [[UInt8]] = []
        /// A sentence for each of `others`.
        var problems: [String] = []
    }

    private static let lineEnd = UInt8(ascii: "\n")

    static func read(_ bytes: [UInt8]) -> Content {
        var content = Content()
        var number = 0
        let isTorn = bytes.last.map { $0 != lineEnd } ?? false
        let lines = bytes.split(separator: lineEnd, omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            number += 1
            guard !line.isEmpty else { continue }
            do throws(JournalRecord.Unreadable) {
                content.records.append(try JournalRecord(line: line))
            } catch {
                content.others.append(Array(line))
                let isLast = isTorn && index == lines.count - 1
                content.problems.append(
                    isLast
                        ? "the last line of the journal was cut off when the program or the machine stopped"
                        : "line \(number) of the journal can't be read: \(error)")
            }
        }
        return content
    }
}
