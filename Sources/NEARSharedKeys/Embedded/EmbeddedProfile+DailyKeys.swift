// SPDX-License-Identifier: MIT

internal import NEARConnectCore
public import NEARPrimitives
public import NEARVault

/// Daily keys need no login: the profile's records and this computer's vault are enough.
extension EmbeddedProfile {
    /// Returns an account's daily keys that haven't ended, the newest last.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - vault: The place of this computer's shares and daily keys.
    /// - Throws: ``SharedKeyError/storage(reason:)``.
    public func dailyKeys(of account: AccountId, in vault: any SecretVault) throws(SharedKeyError) -> [DailyKey] {
        let now = records.time
        return try sets(of: account).flatMap(\.dailyKeys).filter { $0.ends > now }
            .map { dailyKey($0, of: account, in: vault) }
    }

    /// Returns an account's newest daily key that may call a method, by what the chain shows of it.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - method: The method's name, compared by its bytes.
    ///   - contract: The contract.
    ///   - vault: The place of this computer's shares and daily keys.
    /// - Throws: ``SharedKeyError/dailyKey(_:)`` where there is none that hasn't ended, and ``SharedKeyError``.
    public func dailyKey(
        of account: AccountId, for method: String, of contract: AccountId, in vault: any SecretVault
    ) async throws(SharedKeyError) -> DailyKey {
        let permissions = try await permissions(of: account)
        let (receiver, name) = (ExactText(contract.text), ExactText(method))
        let able = permissions.compactMap { handle, permission -> PublicKeyHandle? in
            guard case .functionCall(let call) = permission, call.receiverId == receiver else { return nil }
            return call.methodNames.isEmpty || call.methodNames.contains(name) ? handle : nil
        }
        let key = try dailyKeys(of: account, in: vault).last { able.contains($0.publicKey.handle) }
        guard let key else { throw .dailyKey(.noneFor(method: name, of: contract)) }
        return key
    }

    /// Returns the key of a record.
    func dailyKey(_ record: DailyKeyRecord, of account: AccountId, in vault: any SecretVault) -> DailyKey {
        DailyKey(account: account, record: record, vault: vault, now: { [records] in records.time })
    }
}
