// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import NEARConnectCore
public import NEARPrimitives
internal import NEARShares
internal import NEARVault

/// Keys for every day: a program's calls of one contract then need neither login nor words.
extension EmbeddedWallet {
    /// Gives the account a function-call key, which this computer's vault keeps.
    ///
    /// The shared key adds it, by an ordinary transaction. The first login after its end removes it from the account.
    ///
    /// - Parameters:
    ///   - wanted: The contract, its methods, and the allowance; a key that the program names is refused.
    ///   - end: The time until which it signs.
    ///   - shares: Shares that are at hand; without any, this computer's and the login's sign.
    /// - Returns: The key, for a keystore's entry or by itself.
    /// - Throws: ``SharedKeyError/dailyKey(_:)`` and ``SharedKeyError``. Where it isn't known whether the chain has
    ///   the key, ``dailyKeys`` has it; ``removeDailyKeys(_:with:)`` takes it back.
    public func addDailyKey(
        _ wanted: FunctionCallKeyRequest, until end: Date, with shares: [any ShareSource] = []
    ) async throws(SharedKeyError) -> DailyKey {
        guard wanted.publicKey == nil else { throw .dailyKey(.named) }
        guard end.wholeSeconds > profile.records.time else { throw .dailyKey(.ended) }
        let active = try active()
        let shared = try await key(of: active, with: shares)
        let secret: SecretKey
        do throws(KeyError) {
            secret = try SecretKey.generate()
        } catch {
            throw .unavailable(reason: "\(error)")
        }
        let record = DailyKeyRecord(publicKey: secret.publicKey, contractId: wanted.contractId, ends: end)
        // The record and the secret first: a key that is on the account is known here, whatever happens next.
        try profile.records.add(record, to: active.id)
        do throws(VaultError) {
            var seed = secret.exposedSeed
            defer { seed.wipe() }
            try await plan.device.store(SecretBytes(copying: seed), as: try DailyKey.name(of: secret.publicKey))
        } catch {
            try profile.records.remove(record)
            throw .vault(error)
        }
        let access = AccessKey(permission: .functionCall(wanted.permission))
        let action = Action.addKey(AddKeyAction(publicKey: secret.publicKey, accessKey: access))
        do throws(SharedKeyError) {
            try await send([action], by: shared)
        } catch {
            switch error {
            case .refused, .cancelled: try await forget(record)  // Nothing was signed.
            default: break
            }
            throw error
        }
        return profile.dailyKey(record, of: account, in: plan.device)
    }

    /// The daily keys that this computer has and that haven't ended, the newest last.
    public var dailyKeys: [DailyKey] {
        get throws(SharedKeyError) {
            try profile.dailyKeys(of: account, in: plan.device)
        }
    }

    /// Takes these daily keys from the account and from this computer.
    ///
    /// A key that the node doesn't show signs nothing here any more; its record stays, and each login asks for it anew,
    /// until the account has removed it.
    ///
    /// - Parameters:
    ///   - keys: The keys; `nil` for all that this computer has.
    ///   - shares: Shares that are at hand; without any, this computer's and the login's sign.
    /// - Returns: The keys that were taken from the account; of others, the records say that no node shows them.
    /// - Throws: ``SharedKeyError/dailyKey(_:)`` for a key that this profile doesn't have, and ``SharedKeyError``.
    @discardableResult
    public func removeDailyKeys(
        _ keys: [PublicKey]?, with shares: [any ShareSource] = []
    ) async throws(SharedKeyError) -> [PublicKey] {
        let present = try records().flatMap(\.dailyKeys)
        for key in keys ?? [] where !present.contains(where: { $0.publicKey == key }) { throw .dailyKey(.unknown) }
        let leaving = present.filter { keys?.contains($0.publicKey) ?? true }
        return try await remove(leaving, with: shares)
    }

    /// Removes keys, and returns those that the account has removed.
    @discardableResult
    private func remove(
        _ leaving: [DailyKeyRecord], with shares: [any ShareSource]
    ) async throws(SharedKeyError) -> [PublicKey] {
        guard !leaving.isEmpty else { return [] }
        let present = Set(try await profile.keys(of: account).map(\.key))
        let shown = leaving.filter { present.contains($0.publicKey.handle) }
        let actions = shown.map { Action.deleteKey(DeleteKeyAction(publicKey: $0.publicKey)) }
        if !actions.isEmpty { try await send(actions, by: try await key(of: try active(), with: shares)) }
        for record in shown { try await forget(record) }
        // A node that hides a key doesn't take it from the account.
        for record in leaving where !record.isHidden && !present.contains(record.publicKey.handle) {
            try await removeSecret(of: record)
            try profile.records.hide(record)
        }
        return shown.map(\.publicKey)
    }

    /// Removes keys that sign nothing any more; what fails is done at the next login.
    func removeEndedDailyKeys() async {
        do {
            let now = profile.records.time
            try await remove(try records().flatMap(\.dailyKeys).filter { $0.ends <= now }, with: [])
        } catch {
            // The account opens all the same: an ended key is of no use to this program.
        }
    }

    private func forget(_ record: DailyKeyRecord) async throws(SharedKeyError) {
        try await removeSecret(of: record)
        try profile.records.remove(record)
    }

    private func removeSecret(of record: DailyKeyRecord) async throws(SharedKeyError) {
        do throws(VaultError) {
            try await plan.device.remove(try DailyKey.name(of: record.publicKey))
        } catch {
            throw .vault(error)
        }
    }
}
