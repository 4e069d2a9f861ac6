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
            let refreshed = Set(before.refreshed.map(\.id))
            for record in before where record.needsWitnesses && !refreshed.contains(record.id) {
                let count = await RotationWitnesses(try profile.nodesOneByOne()).count(record, among: before)
                if count > record.witnesses { try profile.records.note(witnesses: count, of: record) }
            }
            for record in try records() {
                let isOver = record.mayBeErased(at: now) || refreshed.contains(record.id) && record.isOld(at: now)
                guard isOver || refreshed.contains(record.id) else { continue }
                // It may count again by now: another flow or program has found out that a node had lied.
                guard try records().contains(record), await eraseShares(of: record), isOver,
                    try records().contains(record)
                else { continue }
                try profile.records.remove(record.id)
            }
        } catch {
            Self.logger.notice("shares of replaced sets were not looked at", metadata: ["reason": "\(error)"])
        }
    }

    /// Erases the shares of a set that this program opens; what fails is tried again at the next login.
    ///
    /// - Returns: False where a place is closed, such as a sealed file that is kept elsewhere.
    @discardableResult
    func eraseShares(of record: ShareSetRecord) async -> Bool {
        do throws(SharedKeyError) {
            for place in try plan.openPlaces(of: record) { try await place.erase(record.id) }
            return true
        } catch {
            Self.logger.notice("the share of a replaced set was not erased", metadata: ["reason": "\(error)"])
            return false
        }
    }

    private static let logger = Logger(label: "near-connect.shared-keys")
}
