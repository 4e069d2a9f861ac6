// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// The result of making a journal smaller.
struct JournalCompaction: Sendable {
    /// The lines that stay, in their order.
    let kept: [JournalLine]
    /// The settled entries that go, oldest first.
    let dropped: [ArchivedEntry]
}

extension JournalRequest {
    /// Returns the request for the archive.
    ///
    /// - Parameter lines: All lines of the request.
    func archived(_ lines: [[UInt8]]) -> ArchivedEntry {
        ArchivedEntry(
            id: intent.id, time: intent.time, network: intent.network, genesis: intent.genesis,
            signer: intent.signerId.text, receivers: Set(intent.parts.flatMap(\.receivers).map(\.text)), lines: lines)
    }
}

extension ArchivedEntry {
    /// Returns the entry that the lines describe; `nil` if the line that begins it can't be read any more.
    func journalEntry() -> JournalEntry? {
        let content = JournalReader.read(Array(lines.joined(separator: [UInt8(ascii: "\n")])))
        return JournalLedger(lines: content.lines).request(id)?.entry
    }
}
