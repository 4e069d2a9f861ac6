// SPDX-License-Identifier: MIT

public import NEARPrimitives

extension Devnet {
    /// The account of the configuration with this id, or the root account.
    public func account(_ id: AccountId) -> DevnetAccount? {
        id == rootAccount.id ? rootAccount : accounts.first { $0.id == id }
    }

    /// Creates an account with one full-access key, paid for by the root account.
    ///
    /// It is there when this returns: a block is made for it, whatever the mode. No transaction is needed, so accounts
    /// can be created that no transaction could create, such as `alice.near`.
    ///
    /// - Throws: `DevnetError.transactionRefused` where the root account doesn't own enough, `.transactionFailed` where
    ///   the account exists.
    public func createAccount(_ id: AccountId, balance: NEARToken, publicKey: PublicKey) async throws(DevnetError) {
        try await host.createAccount(
            id, amount: balance.yoctoNEAR, publicKey: publicKey, from: rootAccount.id)
    }
}
