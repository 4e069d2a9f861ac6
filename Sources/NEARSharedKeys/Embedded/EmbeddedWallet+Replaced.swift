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
        let present = Set(try await profile.keys(of: account).map(\.key)).intersection(replaced)
        guard !present.isEmpty else { return }
        let keys = records.flatMap { [$0.set.publicKey] + $0.dailyKeys.map(\.publicKey) }
        let actions = keys.filter { present.contains($0.handle) }
            .map { Action.deleteKey(DeleteKeyAction(publicKey: $0)) }
        try await send(actions, by: key)
    }

    /// Erases this computer's shares of sets that may be erased, with their records.
    ///
    /// Two nodes, asked one by one, have to show that the account goes on without them; see
    /// ``ShareSetRecord/mayBeErased(at:witnesses:)``. What fails is tried again at the next login.
    func eraseReplacedShares() async {
        do {
            let now = profile.records.time
            let old = try records().filter { $0.mayBeErased(at: now, witnesses: ShareSetRecord.witnesses) }
            guard !old.isEmpty else { return }
            let witnesses = RotationWitnesses(try profile.nodesOneByOne())
            for record in old where record.mayBeErased(at: now, witnesses: await witnesses.count(record)) {
                try await plan.ownShare(of: record).erase(record.id)
                try profile.records.remove(record.id)
            }
        } catch {
            Logger(label: "near-connect.shared-keys").notice(
                "the share of a replaced set was not erased", metadata: ["reason": "\(error)"])
        }
    }
}
