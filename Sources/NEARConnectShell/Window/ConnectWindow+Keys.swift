// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// Keys of the user's, which the window keeps in a folder.
extension ConnectWindow {
    /// Asks for a key, keeps it, and signs in with it.
    func importKey() {
        guard let home = body.pages.keyHome, !manager.isBusy else { return }
        ImportKeyDialog.present(
            for: home, client: { [manager] in try manager.client() }, above: body,
            onKept: { [weak self, manager] in self?.use($0, home, of: manager) })
    }

    /// Makes a key, keeps it, and signs in with it.
    func createKey() {
        guard let home = body.pages.keyHome, !manager.isBusy else { return }
        do {
            try CreateKeyDialog.present(
                for: home, above: body, onKept: { [weak self, manager] in self?.use($0, home, of: manager) })
        } catch {
            manager.lastError = localized("No key can be made: %1$s", DisplayText.words(error))
        }
    }

    /// Has the keystore sign with a key that was kept for the network of `home`, and signs in with it.
    private func use(_ draft: KeyDraft, _ home: KeyHome, of manager: NEARWalletManager) {
        manager.addKeys([
            Keystore.Entry(network: home.network, accountId: draft.account, secretKey: draft.key)
        ])
        // The window may have gone to another network or manager meanwhile.
        guard manager === self.manager, manager.network.rawValue.hasSameBytes(as: home.network) else { return }
        manager.connect(walletId: KeystoreService.walletId)
    }
}
