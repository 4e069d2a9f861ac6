// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARPrimitives
internal import NEARVault
internal import SafeText

/// A dialog that gives the sealed file with the user's keys another passphrase.
///
/// A passphrase that is typed lies in memory of GTK's until its entry is emptied: once it was used, or at the end.
@MainActor
final class ChangePassphraseDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [ChangePassphraseDialog] = []
    static let change = 1

    let dialog: Dialog
    let old = Entry(width: 40)
    let passphrase = Entry(width: 40)
    let again = Entry(width: 40)
    /// The label that says what is wrong, what is being done and what was done, which screen readers hear.
    let note = Label().wrapping(at: 46).asStatus().hidden()
    private let vault: KeyVault
    private var work: Task<Void, Never>?

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - vault: The profile's vault, in a sealed file.
    ///   - parent: A widget of the window.
    @discardableResult
    static func present(_ vault: KeyVault, above parent: WidgetHandle) -> ChangePassphraseDialog {
        let view = ChangePassphraseDialog(vault, parent: parent)
        open.append(view)
        view.dialog.onResponse = { [weak view] _ in
            view?.wipe()
            open.removeAll { $0 === view }
        }
        view.dialog.onTry = { [weak view] in
            if $0 == change { view?.start() }
            // Whoever closes it must know which passphrase counts.
            return $0 != change && view?.work == nil
        }
        view.dialog.present()
        view.old.focus()
        return view
    }

    private init(_ vault: KeyVault, parent: WidgetHandle) {
        self.vault = vault
        dialog = Dialog(
            title: localized("Change the passphrase"), parent: parent, width: 480,
            choices: [
                Dialog.Choice(text: localized("_Close"), response: 0),
                Dialog.Choice(text: localized("Chan_ge"), response: Self.change, look: .suggested),
            ], byDefault: Self.change)
        dialog.append(
            Label(
                localized(
                    "Nobody can open your keys without the new one: choose one that nobody guesses, and write it down. Copies of the file that you have made still open with the old one."
                )
            ).wrapping(at: 46))
        field(localized("Passphrase until n_ow"), old)
        field(localized("_New passphrase"), passphrase)
        field(localized("The same once _more"), again)
        dialog.append(note)
    }

    private func field(_ title: String, _ entry: Entry) {
        entry.hidesText()
        entry.activatesDefault()
        entry.onChange { [weak self] in
            if self?.work == nil { self?.say("") }
        }
        dialog.append(entry, titled: title)
    }

    private func wipe() {
        for entry in [old, passphrase, again] { entry.wipe() }
    }

    /// - Parameter entry: The entry that the text is about, and that gets the focus; `nil` for none.
    private func say(_ text: String, about entry: Entry? = nil, isProblem: Bool = false) {
        for each in [old, passphrase, again] {
            each.setStyle("near-connect-invalid", each === entry)
            each.describe(by: each === entry ? note : nil)
        }
        note.setStyle("near-connect-problem", entry != nil || isProblem)
        note.text = text
        note.isVisible = !text.isEmpty
        entry?.focus()
    }

    private func start() {
        var (from, to, same) = (old.bytes, passphrase.bytes, again.bytes)
        defer {
            from.wipe()
            to.wipe()
            same.wipe()
        }
        guard work == nil else { return }
        guard !from.isEmpty else { return say(localized("Enter the passphrase until now."), about: old) }
        guard !to.isEmpty else { return say(localized("Enter a passphrase."), about: passphrase) }
        guard to == same else { return say(localized("The two passphrases differ."), about: again) }
        let (before, after) = (SecretBytes(moving: &from), SecretBytes(moving: &to))
        setBusy(true)
        say(localized("Encrypting your keys anew…"))
        work = Task { [vault] in
            var failure: VaultError?
            do throws(VaultError) {
                try await vault.changePassphrase(from: before, to: after)
            } catch {
                failure = error
            }
            self.end(failure)
        }
    }

    private func end(_ failure: VaultError?) {
        setBusy(false)
        work = nil
        switch failure {
        case nil:
            wipe()
            say(localized("Your keys open with the new passphrase."))
        case .wrongPassphrase(let path): say(VaultError.wrongPassphrase(path: path).description, about: old)
        case .longPassphrase(let path): say(VaultError.longPassphrase(path: path).description, about: passphrase)
        case let other?: say(other.description, isProblem: true)
        }
    }

    private func setBusy(_ isBusy: Bool) {
        for widget in [old, passphrase, again] { widget.isSensitive = !isBusy }
        dialog.button(Self.change)?.isSensitive = !isBusy
    }
}
