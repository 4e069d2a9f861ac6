// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A dialog with the user's keys on this computer, and where each one is.
@MainActor
final class KeysDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [KeysDialog] = []

    let dialog: Dialog
    /// The keys that are shown, and the buttons that export them.
    private(set) var shown: [(key: HeldKey, export: Button)] = []
    let note = Label(localized("Looking…")).wrapping(at: 50).asStatus().styled("dim-label", "near-connect-small")
    private let rows = Box(.down, spacing: 12)
    private var reading: Task<Void, Never>?

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - vault: The profile's vault; `nil` for none.
    ///   - home: near-cli's folder; `nil` where the window doesn't use it.
    ///   - parent: A widget of the window.
    @discardableResult
    static func present(_ vault: KeyVault?, _ home: KeyHome?, above parent: WidgetHandle) -> KeysDialog {
        let view = KeysDialog(home, parent: parent)
        open.append(view)
        view.dialog.onResponse = { [weak view] _ in
            view?.reading?.cancel()
            open.removeAll { $0 === view }
        }
        view.read(vault, home)
        view.dialog.present()
        return view
    }

    private init(_ home: KeyHome?, parent: WidgetHandle) {
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
    }

    private func read(_ vault: KeyVault?, _ home: KeyHome?) {
        reading = Task { [weak self] in
            let (keys, unread) = await HeldKey.all(in: vault, home)
            if !Task.isCancelled { self?.show(keys, unread: unread) }
        }
    }

    private func show(_ keys: [HeldKey], unread: [String]) {
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
            .aligned(.end, .start)
        export.onClick { [weak self] in
            if let self { ExportKeyDialog.present(key, above: self.dialog) }
        }
        shown.append((key, export))
        let row = Box(.across, spacing: 12)
        row.append(texts, expands: true)
        row.appendAtEnd(export)
        return row
    }
}
