// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A dialog with the user's keys on this computer, and where each one is.
@MainActor
final class KeysDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [KeysDialog] = []

    let dialog: Dialog
    /// The keys that are shown, the buttons that export them, and those that remove them, of keys in the vault.
    private(set) var shown: [(key: HeldKey, export: Button, remove: Button?)] = []
    let note = Label(localized("Looking…")).wrapping(at: 50).asStatus().styled("dim-label", "near-connect-small")
    /// The sentence about the place of encrypted keys; hidden where the window keeps none.
    let place = Label().wrapping(at: 50).styled("dim-label", "near-connect-small").hidden()
    /// The button that changes the passphrase of the vault's sealed file; hidden where there is none.
    let change = Button(localized("Change the _passphrase…")).aligned(.start).hidden()
    private let rows = Box(.down, spacing: 12)
    private var reading: Task<Void, Never>?
    private let manager: NEARWalletManager
    private let home: KeyHome?

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - vault: The profile's vault; `nil` for none.
    ///   - home: near-cli's folder; `nil` where the window doesn't use it.
    ///   - manager: The manager that signs with the keys.
    ///   - parent: A widget of the window.
    @discardableResult
    static func present(
        _ vault: KeyVault?, _ home: KeyHome?, of manager: NEARWalletManager, above parent: WidgetHandle
    ) -> KeysDialog {
        let view = KeysDialog(home, of: manager, parent: parent)
        open.append(view)
        view.dialog.onResponse = { [weak view] _ in
            view?.reading?.cancel()
            open.removeAll { $0 === view }
        }
        view.read(vault)
        if let vault {
            view.change.onClick { [weak view, weak vault] in
                if let view, let vault { ChangePassphraseDialog.present(vault, above: view.dialog) }
            }
        }
        view.dialog.present()
        return view
    }

    private init(_ home: KeyHome?, of manager: NEARWalletManager, parent: WidgetHandle) {
        (self.home, self.manager) = (home, manager)
        dialog = Dialog(
            title: localized("Your keys"), parent: parent, width: 560,
            choices: [Dialog.Choice(text: localized("_Close"), response: 0)], byDefault: 0)
        dialog.append(
            Label(
                localized(
                    "The keys that this computer has itself. Those of wallets, phones and shared keys aren’t among them."
                )
            ).wrapping(at: 50))
        if let home {
            dialog.append(
                Label(localized("Of near-cli’s files those for %1$s are shown.", DisplayText.name(home.network)))
                    .wrapping(at: 50).styled("dim-label", "near-connect-small"))
        }
        dialog.append(note)
        dialog.append(scrolled: rows, height: 320)
        dialog.append(change)
    }

    private func read(_ vault: KeyVault?) {
        reading = Task { [weak self, home] in
            let (keys, unread) = await HeldKey.all(in: vault, home)
            let place = await vault?.placeSentence()
            guard !Task.isCancelled else { return }
            self?.show(keys, unread: unread)
            // In the part that scrolls: on a phone's screen there is no room for more.
            if let place { self?.tell(place) }
            self?.change.isVisible = vault?.hasPassphrase == true && vault?.keys.isEmpty == false
        }
    }

    private func tell(_ sentence: String) {
        place.text = sentence
        place.isVisible = true
        rows.append(place)
    }

    private func show(_ keys: [HeldKey], unread: [String]) {
        rows.removeAll()
        shown = []
        note.text =
            keys.isEmpty
            ? localized("There are none yet.")
            : localizedPlural("%1$s key.", "%1$s keys.", count: keys.count, "\(keys.count)")
        for key in keys { rows.append(row(key)) }
        for path in unread {
            rows.append(
                Label(localized("The file %1$s can’t be used.", DisplayText.quotation(path, limit: 200)))
                    .wrapping(at: 50).styled("near-connect-problem", "near-connect-small"))
        }
    }

    private func row(_ key: HeldKey) -> WidgetHandle {
        let name = Label("\(key.publicKey)").shortening(to: 40, least: 16).selectable()
            .styled("near-connect-account", "near-connect-small")
        name.setTooltip("\(key.publicKey)")
        let texts = Box(
            .down, spacing: 3, Label(key.account.text).shortening(to: 40, least: 16).styled("near-connect-strong"),
            Label(key.placeSentence).wrapping(at: 40).styled("dim-label", "near-connect-small"), name)
        let export = Button(localized("Export…"))
            .accessible(localized("Export the key of %1$s on %2$s", key.account.text, DisplayText.name(key.network)))
        export.onClick { [weak self] in
            if let self { ExportKeyDialog.present(key, above: self.dialog) }
        }
        let remove = removeButton(of: key)
        shown.append((key, export, remove))
        let row = Box(.across, spacing: 12)
        row.append(texts, expands: true)
        let buttons = remove.map { Box(.down, spacing: 6, export, $0) } ?? export
        row.appendAtEnd(buttons.aligned(.end, .start))
        return row
    }

    /// Returns the button that removes a key; `nil` for one in a file, which is near-cli's.
    private func removeButton(of key: HeldKey) -> Button? {
        guard case .vault(let vault, let vaultKey) = key.place else { return nil }
        let button = Button(localized("Remove…"))
            .accessible(localized("Remove the key of %1$s on %2$s", key.account.text, DisplayText.name(key.network)))
        button.onClick { [weak self] in
            guard let self else { return }
            RemoveKeyDialog.present(vaultKey, in: vault, home, of: manager, above: dialog) { [weak self] in
                self?.read(vault)
            }
        }
        return button
    }
}
