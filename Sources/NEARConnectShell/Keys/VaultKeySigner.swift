// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARVault
internal import SafeText

/// The signer of a key in the vault, which is opened for each signature.
struct VaultKeySigner: AccessKeySigner {
    let key: VaultKey
    let vault: KeyVault

    var publicKey: PublicKey { key.publicKey }

    func sign(
        _ subject: SigningSubject, told: @escaping @Sendable (SigningStep) async -> Void
    ) async throws(SigningError) -> Signature {
        let secret: SecretKey?
        do throws(VaultError) {
            secret = try await vault.secretKey(of: key)
        } catch {
            switch error {
            case .refused:
                throw .refused(
                    reason: localized("your keys stayed locked. Try again, and unlock them when you are asked"))
            case .cancelled: throw .cancelled
            default: throw .unavailable(reason: error.description)
            }
        }
        guard let secret else {
            throw .unavailable(
                reason: localized("the key of %1$s isn’t in the vault any more: import it again", key.account.text))
        }
        return try await secret.sign(subject, told: told)
    }
}
