// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A choice of the journal's entries, as the user makes it on the page.
struct ActivityFilter: Equatable, Sendable {
    /// The states that are shown.
    enum States: CaseIterable, Sendable {
        case all, unsettled, done, failed

        /// The choice's name in the list.
        var title: String {
            switch self {
            case .all: localized("Everything")
            case .unsettled: localized("Not settled")
            case .done: localized("Done")
            case .failed: localized("Failed or not sent")
            }
        }

        fileprivate func covers(_ state: JournalEntry.State) -> Bool {
            switch (self, state) {
            case (.all, _): true
            case (.unsettled, .open), (.unsettled, .unknown), (.unsettled, .signed), (.unsettled, .refused): true
            case (.done, .confirmed): true
            case (.failed, .failed), (.failed, .notSent): true
            default: false
            }
        }
    }

    /// The states that are shown.
    var states = States.all
    /// A part of what is looked for: an account, a method, a hash, an amount; empty for all.
    var text = ""

    /// True if every entry is shown.
    var isOpen: Bool { states == .all && words.isEmpty }

    private var words: [Substring] { text.lowercased().split(whereSeparator: \.isWhitespace) }

    /// Returns whether an entry is shown: each word stands somewhere in it.
    func covers(_ entry: JournalEntry) -> Bool {
        guard states.covers(entry.state) else { return false }
        let words = words
        guard !words.isEmpty else { return true }
        let parts = entry.parts.flatMap { part in
            [part.receiverId.text, part.hash?.description ?? ""] + part.actions.map(\.summary)
        }
        let searched = ([entry.signerId.text, entry.network, entry.walletId] + parts).joined(separator: " ")
            .lowercased()
        return words.allSatisfy { searched.contains($0) }
    }
}
