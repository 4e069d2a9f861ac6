// SPDX-License-Identifier: MIT

internal import FoundationEssentials
public import NEARConnectCore
public import NEARPrimitives
internal import NEARVault
internal import SafeText

/// A function-call key of an account whose own key is shared: it signs calls of one contract until its end.
///
/// The key is in this computer's vault and is read for each signature, without a login and without a question. It can
/// neither transfer nor add keys; the chain sees to that, and to the allowance.
public struct DailyKey: AccessKeySigner {
    /// The account.
    public let account: AccountId
    /// The contract, and the key's end.
    public let record: DailyKeyRecord
    let vault: any SecretVault
    let now: @Sendable () -> Date

    /// The key that signatures are verified with (ed25519).
    public var publicKey: PublicKey { record.publicKey }

    /// Signs a subject.
    ///
    /// - Throws: `SigningError.refused(reason:)` after the key's end; `.unavailable(reason:)` where the vault is locked
    ///   or hasn't the key; `.cancelled`.
    public func sign(
        _ subject: SigningSubject, told: @escaping @Sendable (SigningStep) async -> Void
    ) async throws(SigningError) -> Signature {
        guard now() < record.ends else {
            throw .refused(
                reason: localized("the daily key of %1$s has ended: sign in to have another", account.text))
        }
        let secret: SecretBytes?
        do throws(VaultError) {
            secret = try await vault.secret(named: try Self.name(of: publicKey))
        } catch {
            if case .cancelled = error { throw .cancelled }
            throw .unavailable(reason: error.description)
        }
        guard let secret else { throw lost }
        let key: SecretKey
        do throws(KeyError) {
            key = try SecretKey(publicKey.keyType, keptAs: secret)
        } catch {
            throw lost
        }
        // A vault may have something else under the name.
        guard key.publicKey == publicKey else { throw lost }
        return try await key.sign(subject, told: told)
    }

    private var lost: SigningError {
        .unavailable(reason: localized("the daily key of %1$s isn’t in the vault any more", account.text))
    }

    static func name(of key: PublicKey) throws(VaultError) -> SecretName { try SecretName(.dailyKey, id: "\(key)") }
}
