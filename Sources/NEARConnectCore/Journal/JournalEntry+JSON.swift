// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import NEARPrimitives

extension JournalEntry {
    /// The entry as commands print it.
    package var json: JSONValue {
        var fields: JSONValue.Members = [
            "id": .string(id), "kind": .string(kind.rawValue), "network": .string(network),
            "signerId": .string(signerId.text), "walletId": .string(walletId),
            "startedAt": .string(startedAt.formatted(.iso8601)), "state": .string(state.code),
            "parts": .array(parts.map(\.json)),
        ]
        if let asker { fields["asker"] = .string(asker.key.text) }
        if let idempotencyKey { fields["idempotencyKey"] = .string(idempotencyKey) }
        return .object(fields)
    }
}

extension JournalEntry.Part {
    fileprivate var json: JSONValue {
        var fields: JSONValue.Members = [
            "receiverId": .string(receiverId.text), "state": .string(state.code),
            "actions": .array(actions.map { .string($0.plainSummary) }),
        ]
        let amounts = actions.compactMap(\.amount)
        if !amounts.isEmpty { fields["amounts"] = .array(amounts.map { .string("\($0.yoctoNEAR)") }) }
        let transfers = actions.compactMap(\.tokenTransfer)
        if !transfers.isEmpty {
            fields["tokenReceivers"] = .array(transfers.map { .string($0.receiver.text) })
            fields["tokenAmounts"] = .array(transfers.map { $0.amount.map { .string("\($0)") } ?? .null })
        }
        if let hash { fields["hash"] = .string(hash.description) }
        if let publicKey { fields["publicKey"] = .string(publicKey.description) }
        if !state.detail.isEmpty { fields["detail"] = .string(state.detail) }
        return .object(fields)
    }
}
