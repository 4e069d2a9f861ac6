// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import Logging
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARVault
internal import SafeText

/// Keys of the user's, which the window keeps in the profile's vault or in a folder.
extension ConnectWindow {
    /// Asks for a key, keeps it, and signs in with it.
    func importKey() {
        let (manager, network) = (manager, manager.network.rawValue)
        askForPlace { window, places, problem in
            ImportKeyDialog.present(
                for: network, in: places, problem: problem, client: { try manager.client() }, above: window.body,
                onKept: { [weak window] in window?.use($0, on: network, of: manager) },
                onLeft: { manager.lastError = $0 })
        }
    }

    /// Makes a key, keeps it, and signs in with it.
    func createKey() {
        let (manager, network) = (manager, manager.network.rawValue)
        askForPlace { window, places, problem in
            do {
                try CreateKeyDialog.present(
                    for: network, in: places, problem: problem, above: window.body,
                    onKept: { [weak window] in window?.use($0, on: network, of: manager) },
                    onLeft: { manager.lastError = $0 })
            } catch {
                manager.lastError = localized("No key can be made: %1$s", DisplayText.words(error))
            }
        }
    }

    /// Finds out where a key can be kept, and goes on with the places.
    ///
    /// - Parameter then: Gets also the reason why the vault is none of them, as a sentence.
    private func askForPlace(_ then: @escaping @MainActor (ConnectWindow, [KeyPlace], _ problem: String?) -> Void) {
        guard !manager.isBusy, let home = body.pages.keyHome else { return }
        guard let vault = keyVault else { return then(self, [.folder(home)], nil) }
        Task { [weak self] in
            var places = [KeyPlace.folder(home)]
            var problem: String?
            do throws(VaultError) {
                places.insert(.vault(vault, try await vault.place()), at: 0)
            } catch {
                self?.manager.logger.notice("the vault can't be used", metadata: ["reason": "\(error)"])
                problem = error.description
            }
            if let self, !self.window.isDestroyed { then(self, places, problem) }
        }
    }

    /// Has the keystore sign with keys that were kept for a network, and signs in with one.
    private func use(_ entries: [Keystore.Entry], on network: String, of manager: NEARWalletManager) {
        manager.addKeys(entries)
        // The window may have gone to another network or manager meanwhile.
        guard manager === self.manager, manager.network.rawValue.hasSameBytes(as: network) else { return }
        manager.connect(walletId: KeystoreService.walletId)
    }

    /// Follows the vault: gives its keys to the keystore, and says in the menu whether they are locked.
    func follow(_ vault: KeyVault) {
        vault.question = { [weak self] question, said in
            guard let self, !self.window.isDestroyed else { return .none }
            return await PassphraseDialog.ask(question, after: said, above: self.body)
        }
        vault.patience = preferences.lockTime.duration
        manager.addKeys(vault.entries)
        if !vault.keys.isEmpty { Task { await vault.findPlace() } }
        vaultObserver = StateObserver { [weak self, weak vault] in
            guard let self, let vault else { return }
            self.header.lock.isVisible = vault.hasPassphrase && (!vault.keys.isEmpty || vault.isOpen)
            self.header.lock.isSensitive = vault.isOpen
            self.header.lock.setText(
                menuItem: vault.isOpen ? localized("Lock your keys") : localized("Your keys are locked"))
        }
    }
}
