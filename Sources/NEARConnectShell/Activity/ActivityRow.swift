// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// An entry of the journal in a line of the table.
struct ActivityRow: Equatable {
    /// The name of the icon that stands for the state.
    let icon: String
    /// The state in a word.
    let state: String
    /// The actions in words.
    let what: String
    /// The account that they are applied to.
    let receiver: String
    /// The time, by this machine's clock.
    let time: String

    /// The line's texts, in the order of the table's columns.
    var cells: [String] { [icon, state, what, receiver, time] }

    /// Writes out an entry.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - timeZone: The zone in which times are written.
    init(_ entry: JournalEntry, timeZone: TimeZone = .current) {
        (icon, state) = Self.words(for: entry.state)
        let actions = entry.parts.flatMap(\.actions).map(\.summary).joined(separator: ", ")
        what = entry.kind == .delegateActions ? localized("delegate action: %1$s", actions) : actions
        var receivers: [String] = []
        for part in entry.parts where !receivers.contains(part.receiverId.text) {
            receivers.append(part.receiverId.text)
        }
        receiver = receivers.joined(separator: ", ")
        time = TimeText.minute(entry.startedAt, timeZone)
    }

    /// Returns the icon and the word for a state.
    static func words(for state: JournalEntry.State) -> (icon: String, word: String) {
        switch state {
        case .open: ("content-loading-symbolic", localized("Asked"))
        case .signed: ("document-edit-symbolic", localized("Signed"))
        case .confirmed: ("emblem-ok-symbolic", localized("Done"))
        case .failed: ("dialog-error-symbolic", localized("Failed"))
        case .notSent: ("action-unavailable-symbolic", localized("Not sent"))
        case .refused: ("action-unavailable-symbolic", localized("Refused"))
        case .unknown: ("dialog-question-symbolic", localized("Unknown"))
        }
    }

    /// Returns the sentence that says what a state means.
    static func sentence(for state: JournalEntry.State) -> String {
        switch state {
        case .open: localized("The wallet has it and hasn’t answered yet.")
        case .signed: localized("It is signed. Whoever has the signature can send it until it expires.")
        case .confirmed: localized("The chain executed it.")
        case .failed(_, let reason): reason
        case .notSent(let reason): localized("It was not executed, and can’t be any more: %1$s", reason)
        case .refused(let reason): localized("The wallet says that it sent nothing: %1$s", reason)
        case .unknown(let howToCheck): howToCheck
        }
    }
}
