// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

/// The public part of a key, which signs nothing: for a look at what would be signed.
struct PublicSigner: AccessKeySigner {
    let publicKey: PublicKey

    func sign(
        _ subject: SigningSubject, told: @escaping @Sendable (SigningStep) async -> Void
    ) async throws(SigningError) -> Signature {
        throw .refused(reason: localized("this only looks at what would be signed"))
    }
}

extension Keystore {
    /// Creates a keystore that names a key and can't sign with it.
    ///
    /// - Parameters:
    ///   - publicKey: The key.
    ///   - account: The account that the key is an access key of.
    ///   - network: The network id.
    package init(naming publicKey: PublicKey, of account: AccountId, on network: String) {
        self.init([Entry(network: network, accountId: account, signer: PublicSigner(publicKey: publicKey))])
    }

    /// The same keys, none of which can sign.
    package var withoutSecrets: Keystore {
        replacingSigners { PublicSigner(publicKey: $0.publicKey) }
    }
}
