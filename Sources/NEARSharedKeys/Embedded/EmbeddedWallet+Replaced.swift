// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC

/// The remains of sets that were replaced: on the account, and on this computer.
extension EmbeddedWallet {
    /// Takes keys from the account that were replaced, where a node had said that they were gone.
    ///
    /// - Parameter key: The key that counts, which signs it.
    func removeReplacedKeys(signing key: SharedKey) async throws(SharedKeyError) {
        let records = try records()
        let replaced = records.replacedKeys
        guard !replaced.isEmpty else { return }
        var present = Set(try await profile.keys(of: account).map(\.key)).intersection(replaced)
        guard !present.isEmpty else { return }
        var actions: [Action] = []
        // Several sets may have had one key.
        for record in records where present.remove(record.set.publicKey.handle) != nil {
            actions.append(.deleteKey(DeleteKeyAction(publicKey: record.set.publicKey)))
        }
        try await send(actions, by: key)
    }

    /// Erases this computer's shares of sets that may be erased, with their records.
    ///
    /// Two nodes, asked one by one, have to show that the account goes on without them; see
    /// ``RotationWitnesses/count(_:among:)`` and ``ShareSetRecord/mayBeErased(at:)``. Shares that were dealt anew are
    /// of no use at once. What fails is tried again at the next login.
    func eraseReplacedShares() async {
        do {
            let now = profile.records.time
            let before = try records()
            for record in before where record.needsWitnesses {
                let count = await RotationWitnesses(try profile.nodesOneByOne()).count(record, among: before)
                if count > record.witnesses { try profile.records.note(witnesses: count, of: record.id) }
            }
            let refreshed = Set(before.refreshed.map(\.id))
            for record in try records() {
                let isOver = record.mayBeErased(at: now) || refreshed.contains(record.id) && record.isOld(at: now)
                guard isOver || refreshed.contains(record.id) else { continue }
                for place in try plan.openPlaces(of: record) { try await place.erase(record.id) }
                // Another start of the program may have done the same.
                if isOver, try records().contains(where: { $0.id == record.id }) {
                    try profile.records.remove(record.id)
                }
            }
        } catch {
            Logger(label: "near-connect.shared-keys").notice(
                "the share of a replaced set was not erased", metadata: ["reason": "\(error)"])
        }
    }
}
