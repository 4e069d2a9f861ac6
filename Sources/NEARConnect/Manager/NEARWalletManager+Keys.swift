// SPDX-License-Identifier: MIT

package import NEARConnectCore
package import NEARPrimitives

/// The keys of the packaged keystore wallet while the manager works, and the lists of wallets.
extension NEARWalletManager {
    /// Has the keystore sign with more keys.
    ///
    /// With the first key of the network the page is loaded again: from then on it offers the keystore.
    package func addKeys(_ entries: [Keystore.Entry]) {
        let hadNone = !hasKeys
        configuration.keystore.add(entries)
        if hadNone, hasKeys { bridge.reload() }
    }

    /// Has the keystore sign with a key no more.
    ///
    /// Its account is signed out where that is signed in by the keystore and no other key of it is left. Without a key
    /// of the network the page is loaded again: it offers the keystore no more.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - account: Its account.
    ///   - network: The network's id.
    ///   - others: Keys of other places, among which the same one may be.
    /// - Throws: As ``signOut()``, with ``NEARError/operationInProgress`` while a request is open, which goes on; the
    ///   keystore signs with the key no more in any case.
    package func removeKey(
        _ key: PublicKey, of account: AccountId, on network: String, keeping others: [Keystore.Entry] = []
    ) async throws(NEARError) {
        let hadOne = hasKeys
        configuration.keystore.remove(key, of: account, on: network)
        configuration.keystore.add(others)
        guard !isBusy else { throw .operationInProgress }
        defer { if hadOne, !hasKeys { bridge.reload() } }
        guard self.network.rawValue.hasSameBytes(as: network), let current = currentAccount,
            current.walletId == KeystoreService.walletId, current.accountId.hasSameBytes(as: account.text),
            !keystoreAccounts.contains(account)
        else { return }
        try await signOut()
    }

    /// True if the keystore has a key on the network that is set.
    package var hasKeys: Bool { !keystoreAccounts.isEmpty }

    /// The accounts that the keystore has a key of, on the network that is set.
    package var keystoreAccounts: [AccountId] { configuration.keystore.accounts(on: network.rawValue) }

    /// Returns the keys that the keystore has of an account, on the network that is set.
    package func keystoreKeys(of account: AccountId) -> Set<ExactText> {
        let network = network.rawValue
        return Set(
            configuration.keystore.entries
                .filter { $0.accountId == account && $0.network.hasSameBytes(as: network) }
                .map { ExactText($0.signer.publicKey.description) })
    }

    /// Fetches the lists of wallets again; what they have more is offered at once.
    package func fetchWalletLists() {
        bridge.offerNewWallets()
    }
}
