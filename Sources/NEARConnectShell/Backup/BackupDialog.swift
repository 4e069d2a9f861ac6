// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARVault
internal import SafeText

/// A dialog that writes a profile into one file, which a passphrase opens.
@MainActor
final class BackupDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [BackupDialog] = []
    static let write = 1

    let dialog: Dialog
    let passphrase = Entry(width: 40)
    let again = Entry(width: 40)
    let keepsKeys: CheckButton
    let problem = Label().wrapping(at: 50).styled("near-connect-problem").hidden()
    /// The label that says what is being done and what was, which screen readers hear.
    let progress = Label().wrapping(at: 50).asStatus().styled("dim-label").hidden()
    private let files = FilePicker()

    private let profile: String
    private let folders: ProfileFolders
    private let vault: KeyVault?
    private var work: Task<Void, Never>?

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - profile: The profile's name.
    ///   - folders: The profile's folders.
    ///   - vault: The keys that may be kept, too.
    ///   - parent: A widget of the window.
    @discardableResult
    static func present(
        _ profile: String, in folders: ProfileFolders, keys vault: KeyVault?, above parent: WidgetHandle
    ) -> BackupDialog {
        let view = BackupDialog(profile, in: folders, keys: vault, parent: parent)
        open.append(view)
        view.dialog.onResponse = { [weak view] _ in
            view?.end()
            open.removeAll { $0 === view }
        }
        view.dialog.onTry = { [weak view] in
            if $0 == write { view?.chooseFile() }
            return $0 != write
        }
        view.dialog.present()
        view.passphrase.focus()
        return view
    }

    private init(_ profile: String, in folders: ProfileFolders, keys vault: KeyVault?, parent: WidgetHandle) {
        (self.profile, self.folders, self.vault) = (profile, folders, vault)
        let count = vault?.keys.count ?? 0
        keepsKeys = CheckButton(
            localizedPlural("Keep my _key, too", "Keep my %1$s _keys, too", count: max(count, 1), "\(count)"))
        dialog = Dialog(
            title: localized("Back up “%1$s”", profile), parent: parent, width: 500,
            choices: [
                Dialog.Choice(text: localized("_Close"), response: 0),
                Dialog.Choice(text: localized("_Back up…"), response: Self.write, look: .suggested),
            ], byDefault: Self.write)
        dialog.append(
            Label(
                localized(
                    "One file with your history, your accounts, pinned wallets, permissions of sites and settings. What web wallets store, sessions with phones, shares of shared keys and the keys of near-cli’s folder aren’t in it."
                )
            ).wrapping(at: 50))
        field(localized("_Passphrase of the backup"), passphrase)
        field(localized("The same once _more"), again)
        dialog.append(keepsKeys)
        dialog.append(
            Label(localized("Whoever has the file and its passphrase has what is in it: keep the two apart."))
                .wrapping(at: 50).styled("dim-label", "near-connect-small"))
        dialog.append(problem)
        dialog.append(progress)
        keepsKeys.isVisible = count > 0
    }

    private func field(_ title: String, _ entry: Entry) {
        entry.hidesText()
        entry.activatesDefault()
        entry.onChange { [weak self] in self?.say(nil) }
        dialog.append(entry, titled: title)
    }

    private func end() {
        work?.cancel()
        passphrase.wipe()
        again.wipe()
        files.close()
    }

    /// - Parameter field: The field that the sentence is about; `nil` for what is no problem of one.
    private func say(_ text: String?, about field: Entry? = nil) {
        FieldProblem(label: problem, fields: [passphrase, again]).say(text, about: field)
    }

    private func show(_ text: String?, isBusy: Bool) {
        progress.text = text ?? ""
        progress.isVisible = text != nil
        for widget in [passphrase, again, keepsKeys] as [WidgetHandle] { widget.isSensitive = !isBusy }
        dialog.button(Self.write)?.isSensitive = !isBusy
    }

    // MARK: Writing

    private var isUsable: Bool {
        var (one, other) = (passphrase.bytes, again.bytes)
        defer {
            one.wipe()
            other.wipe()
        }
        guard one.isEmpty || one != other else { return true }
        let field = one.isEmpty ? passphrase : again
        say(
            one.isEmpty ? localized("Enter a passphrase.") : localized("The two passphrases differ."), about: field)
        field.focus()
        return false
    }

    private func chooseFile() {
        guard isUsable else { return }
        files.save(
            as: "near-connect-\(profile).backup", title: localized("Back up “%1$s”", profile),
            accept: localized("_Back up"), above: dialog
        ) { [weak self] in self?.write(to: $0) }
    }

    /// Writes the backup to a file.
    func write(to file: URL) {
        guard isUsable else { return }
        var bytes = passphrase.bytes
        let secret = SecretBytes(moving: &bytes)
        let keepsKeys = keepsKeys.isVisible && keepsKeys.isChecked
        say(nil)
        show(localized("Writing %1$s…", DisplayText.line(file.lastPathComponent)), isBusy: true)
        work = Task { [weak self, vault, folders, profile] in
            do {
                let keys = keepsKeys ? try await vault?.secrets() : nil
                let count = try await SealedProfile.write(
                    folders, named: profile, keys: keys, sealedBy: secret, to: file)
                self?.tell(file, has: count, keys: keys?.count)
            } catch {
                self?.show(nil, isBusy: false)
                self?.say("\(error)")
            }
        }
    }

    private func tell(_ file: URL, has files: Int, keys: Int?) {
        passphrase.wipe()
        again.wipe()
        let path = DisplayText.line(file.path)
        let text = localizedPlural(
            "%1$s file of the profile is in %2$s.", "%1$s files of the profile are in %2$s.", count: files, "\(files)",
            path)
        guard let keys else { return show(text, isBusy: false) }
        let more = localizedPlural(
            "%1$s key is in it, too.", "%1$s keys are in it, too.", count: keys, "\(keys)")
        show("\(text) \(more)", isBusy: false)
    }
}
