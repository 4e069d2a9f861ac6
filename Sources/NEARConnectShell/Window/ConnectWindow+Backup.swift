// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore

extension ConnectWindow {
    /// Lists the profiles: one of them is opened, this one is backed up, or one is brought back.
    func showProfiles() {
        guard let profiles else { return }
        let dialog = ProfilesDialog.present(
            profiles.names(), current: profiles.current, above: body, onOpen: profiles.open)
        dialog.onBackup = { [weak self] in
            guard let self, let folders = self.manager.folders else { return }
            BackupDialog.present(profiles.current, in: folders, keys: self.keyVault, above: self.body)
        }
        dialog.onRestore = { [weak self] in
            guard let self else { return }
            RestoreDialog.present(above: self.body, onRestored: profiles.open)
        }
    }
}
