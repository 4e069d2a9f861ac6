// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// The account in whose name the keystore signs, with the key that was read once for the whole call.
struct KeystoreSigner: Sendable {
    /// The account that the key is an access key of.
    let account: AccountId
    /// The key that the subjects name and that signatures are verified with.
    let key: PublicKey
    /// The holder of the key.
    let signer: any AccessKeySigner
    /// Returns another network for which the keystore has the key, by the chain that the nodes name.
    let networkElsewhere: @Sendable (ChainIdentity?) -> String?

    init(
        account: AccountId, signer: any AccessKeySigner,
        networkElsewhere: @escaping @Sendable (ChainIdentity?) -> String? = { _ in nil }
    ) {
        self.networkElsewhere = networkElsewhere
        self.account = account
        self.signer = signer
        key = signer.publicKey
    }
}

extension Keystore {
    /// Returns the account with its first key on `network`.
    func keystoreSigner(of account: AccountId, on network: String) -> KeystoreSigner? {
        guard let signer = signer(of: account, on: network) else { return nil }
        let key = signer.publicKey
        return KeystoreSigner(account: account, signer: signer) {
            self.network(of: key, besides: network, chain: $0)
        }
    }
}
