// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import SafeText

/// A dialog with the user's choices; each counts at once.
@MainActor
final class PreferencesDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [PreferencesDialog] = []

    let dialog: Dialog
    /// The options for light and dark, in the order of ``Preferences/Appearance``.
    private(set) var appearances: [RadioButton] = []
    let notifies = CheckButton(localized("Tell me by a _notification how requests end while I look elsewhere"))
    let lockTime = DropDown(
        Preferences.LockTime.allCases.map { PreferencesDialog.text($0) }, name: localized("When keys are locked"))
    /// The place of the encrypted keys.
    let vaultPlace = Label("…").wrapping(at: 50).selectable()
    private var preferences: Preferences
    private let onChange: (Preferences) -> Void

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - preferences: The choices as they are.
    ///   - places: Headings and paths of what the profile keeps.
    ///   - vault: Returns the place of the encrypted keys in words; `nil` where there is no vault.
    ///   - parent: A widget of the window.
    ///   - onChange: Called with the choices after each change.
    @discardableResult
    static func present(
        _ preferences: Preferences, places: [(title: String, path: String)],
        vault: (@MainActor () async -> String)? = nil, above parent: WidgetHandle,
        onChange: @escaping (Preferences) -> Void
    ) -> PreferencesDialog {
        let view = PreferencesDialog(preferences, places, hasVault: vault != nil, parent: parent, onChange: onChange)
        open.append(view)
        view.dialog.onResponse = { [weak view] _ in open.removeAll { $0 === view } }
        if let vault {
            // Where the keys are is found out by asking the desktop for its keyring.
            Task { [weak view] in
                let text = DisplayText.line(await vault())
                view?.vaultPlace.text = text
                view?.dialog.fit()
            }
        }
        view.dialog.present()
        return view
    }

    private init(
        _ preferences: Preferences, _ places: [(title: String, path: String)], hasVault: Bool, parent: WidgetHandle,
        onChange: @escaping (Preferences) -> Void
    ) {
        (self.preferences, self.onChange) = (preferences, onChange)
        dialog = Dialog(
            title: localized("Preferences"), parent: parent, width: 520,
            choices: [Dialog.Choice(text: localized("_Close"), response: 0)], byDefault: 0)
        let column = Box(.down, spacing: 12)
        let look = Box(.down, spacing: 3, Label(localized("Appearance")).styled("near-connect-heading"))
        for appearance in Preferences.Appearance.allCases {
            let option = RadioButton(Self.text(appearance), group: appearances.first)
            option.isChosen = appearance == preferences.appearance
            appearances.append(option)
            look.append(option)
        }
        column.append(look)
        notifies.isChecked = preferences.notifies
        column.append(
            Box(.down, spacing: 3, Label(localized("Notifications")).styled("near-connect-heading"), notifies))
        lockTime.chosen = Preferences.LockTime.allCases.firstIndex(of: preferences.lockTime) ?? 0
        column.append(
            Box(
                .down, spacing: 3, Label(localized("Keys in the vault")).styled("near-connect-heading"),
                Label(
                    localized(
                        "The passphrase of a sealed file is asked for again after a time without a signature. A desktop’s keyring is locked by the desktop."
                    )
                )
                .wrapping(at: 50).styled("dim-label", "near-connect-small"), lockTime))
        if hasVault || !places.isEmpty { column.append(list(places, hasVault: hasVault)) }
        // A phone's screen has no room for all of it.
        dialog.append(scrolling: column, maximumHeight: 640)
        for option in appearances { option.onToggle { [weak self] in self?.take() } }
        lockTime.onChange { [weak self] in self?.take() }
        notifies.onToggle { [weak self] in self?.take() }
    }

    private func list(_ places: [(title: String, path: String)], hasVault: Bool) -> WidgetHandle {
        let column = Box(.down, spacing: 6, Label(localized("Where things are kept")).styled("near-connect-heading"))
        if hasVault {
            column.append(Label(localized("Encrypted keys")).styled("dim-label", "near-connect-small"))
            column.append(vaultPlace)
        }
        for place in places {
            column.append(Label(place.title).wrapping(at: 50).styled("dim-label", "near-connect-small"))
            column.append(Label(DisplayText.line(place.path)).wrapping(at: 50).selectable())
        }
        return column
    }

    private func take() {
        var changed = preferences
        for (appearance, option) in zip(Preferences.Appearance.allCases, appearances) where option.isChosen {
            changed.appearance = appearance
        }
        changed.notifies = notifies.isChecked
        changed.lockTime =
            Preferences.LockTime.allCases[
                min(lockTime.chosen, Preferences.LockTime.allCases.count - 1)]
        // Of two options that change together each is told.
        guard changed != preferences else { return }
        preferences = changed
        onChange(changed)
    }

    private static func text(_ time: Preferences.LockTime) -> String {
        switch time {
        case .never: localized("Never lock them")
        case .five: localized("Lock them after 5 minutes")
        case .quarter: localized("Lock them after 15 minutes")
        case .hour: localized("Lock them after an hour")
        }
    }

    private static func text(_ appearance: Preferences.Appearance) -> String {
        switch appearance {
        case .desktop: localized("As the desktop is")
        case .light: localized("Light")
        case .dark: localized("Dark")
        }
    }
}
