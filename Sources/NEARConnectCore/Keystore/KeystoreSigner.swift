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

    init(account: AccountId, signer: any AccessKeySigner) {
        self.account = account
        self.signer = signer
        key = signer.publicKey
    }
}

extension Keystore {
    /// Returns the account with its first key on `network`.
    func keystoreSigner(of account: AccountId, on network: String) -> KeystoreSigner? {
        signer(of: account, on: network).map { KeystoreSigner(account: account, signer: $0) }
    }
}
