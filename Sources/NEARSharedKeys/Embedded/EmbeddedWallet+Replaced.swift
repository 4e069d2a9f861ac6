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
    /// Two nodes, asked one by one, have to show that the account goes on without them. They are asked in the days
    /// after a replacement, since nodes forget transactions; see ``ShareSetRecord/mayBeErased(at:)``. What fails is
    /// tried again at the next login.
    func eraseReplacedShares() async {
        do {
            let now = profile.records.time
            for record in try records() where record.needsWitnesses(at: now) {
                let count = await RotationWitnesses(try profile.nodesOneByOne()).count(record)
                if count > record.witnesses { try profile.records.note(witnesses: count, of: record.id) }
            }
            for record in try records() where record.mayBeErased(at: now) {
                try await plan.ownShare(of: record).erase(record.id)
                try profile.records.remove(record.id)
            }
        } catch {
            Logger(label: "near-connect.shared-keys").notice(
                "the share of a replaced set was not erased", metadata: ["reason": "\(error)"])
        }
    }
}
