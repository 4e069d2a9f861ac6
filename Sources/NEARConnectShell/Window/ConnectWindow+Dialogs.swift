// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import SafeText

extension ConnectWindow {
    /// Checks this computer, and names a window that wasn't closed.
    func showReport() {
        DoctorDialog.present(manager, version: version, aborted: body.aborted?.time, log: log, above: body)
    }

    func showPreferences() {
        var places = [(title: String, path: String)]()
        if let home = body.pages.keyHome { places.append((localized("Keys in near-cli’s files"), home.path)) }
        if let folders = manager.folders {
            places.append((localized("Account and web storage"), folders.data.path))
            places.append((localized("Journal and archive"), folders.state.path))
        }
        var place: (@MainActor () async -> String)?
        if let keyVault { place = { await keyVault.placeText() } }
        PreferencesDialog.present(preferences, places: places, vault: place, above: body) { [weak self] in
            self?.take($0)
        }
    }

    private func take(_ changed: Preferences) {
        let kept = ProfileDocument(PreferencesFile.self, of: manager, in: look).change { [preferences] in
            $0 = $0.changed(as: preferences, to: changed)
        }
        preferences = kept ?? changed
        appearance.chosen = preferences.appearance
        keyVault?.patience = preferences.lockTime.duration
    }
}
