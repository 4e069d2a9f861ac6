// SPDX-License-Identifier: MIT

internal import SafeText

/// One line of a journal.
enum JournalLine: Sendable, Hashable {
    /// A record.
    ///
    /// `isChecked` is true if the line has the checksum of its content, so that no damage went unnoticed.
    case record(JournalRecord, isChecked: Bool)
    /// A line that isn't a record of this version, unchanged: a newer program may understand it.
    case unreadable([UInt8])

    /// The line without its line break.
    var bytes: [UInt8] {
        switch self {
        case .record(let record, let isChecked): record.line(isChecked: isChecked)
        case .unreadable(let bytes): bytes
        }
    }
}

/// Reads a journal's bytes.
///
/// Whatever the bytes are, each line that is a record is found. Each other line is reported and stays in its place,
/// because it may stand for something that happened since the lines before it.
struct JournalReader {
    /// A journal's lines and problems.
    struct Content: Sendable, Equatable {
        /// The lines, in the order in which they were written.
        var lines: [JournalLine] = []
        /// A sentence for each line that can't be read.
        var problems: [String] = []

        /// The lines that are records.
        var records: [JournalRecord] {
            lines.compactMap { if case .record(let record, _) = $0 { record } else { nil } }
        }

        /// The lines that can't be read.
        var others: [[UInt8]] {
            lines.compactMap { if case .unreadable(let bytes) = $0 { bytes } else { nil } }
        }
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
            do throws(JournalRecord.UnreadableError) {
                let (record, isChecked) = try JournalRecord.read(line)
                content.lines.append(.record(record, isChecked: isChecked))
            } catch {
                content.lines.append(.unreadable(Array(line)))
                let isLast = isTorn && index == lines.count - 1
                content.problems.append(
                    isLast
                        ? localized("the last line of the journal was cut off when the program or the machine stopped")
                        : localized("line %1$s of the journal can’t be read: %2$s", "\(number)", "\(error)"))
            }
        }
        return content
    }
}
