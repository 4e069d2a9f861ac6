// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import SafeText

extension JournalEntry {
    /// The names of the columns of ``csvRows``.
    package static let csvHeader = CSVRow([
        "id", "part", "started_at", "network", "kind", "state", "signer", "receiver", "actions", "amounts_yoctonear",
        "hash", "wallet", "asker", "detail", "token_receivers", "token_amounts",
    ])

    /// The entry as lines of a table, one for each transaction or delegate action.
    ///
    /// Times are in UTC. `amounts_yoctonear` has the digits of each amount, in the order of the actions, with spaces
    /// between them. So have `token_receivers` and `token_amounts`, with `none` for an NFT. Characters that are
    /// invisible or change the reading order are written out.
    package var csvRows: [CSVRow] {
        parts.enumerated().map { index, part in
            let amounts = part.actions.compactMap(\.amount).map { "\($0.yoctoNEAR)" }
            let transfers = part.actions.compactMap(\.tokenTransfer)
            let tokenAmounts = transfers.map { $0.amount.map { "\($0)" } ?? "none" }
            return CSVRow(
                [
                    id, "\(index)", startedAt.formatted(.iso8601), network, kind.rawValue, part.state.code,
                    signerId.text, part.receiverId.text,
                    part.actions.map { $0.summary(in: .plain) }.joined(separator: ", "),
                    amounts.joined(separator: " "), part.hash?.description ?? "", walletId, asker?.key.text ?? "",
                    part.state.detail, transfers.map(\.receiver.text).joined(separator: " "),
                    tokenAmounts.joined(separator: " "),
                ].map(DisplayText.line))
        }
    }
}
