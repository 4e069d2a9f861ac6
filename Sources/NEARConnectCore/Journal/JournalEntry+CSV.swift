// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import SafeText

extension JournalEntry {
    /// The names of the columns of ``csvRows``.
    package static let csvHeader = CSVRow([
        "id", "part", "started_at", "network", "kind", "state", "signer", "receiver", "actions", "amounts_yoctonear",
        "hash", "wallet", "asker", "detail",
    ])

    /// The entry as lines of a table, one for each transaction or delegate action.
    ///
    /// Times are in UTC. `amounts_yoctonear` has the digits of each amount, in the order of the actions, with spaces
    /// between them. Characters that are invisible or change the reading order are written out.
    package var csvRows: [CSVRow] {
        parts.enumerated().map { index, part in
            let amounts = part.actions.compactMap(\.amount).map { "\($0.yoctoNEAR)" }
            return CSVRow(
                [
                    id, "\(index)", startedAt.formatted(.iso8601), network, kind.rawValue, part.state.code,
                    signerId.text, part.receiverId.text, part.actions.map(\.summary).joined(separator: ", "),
                    amounts.joined(separator: " "), part.hash?.description ?? "", walletId, asker?.key.text ?? "",
                    part.state.detail,
                ].map(DisplayText.line))
        }
    }
}
