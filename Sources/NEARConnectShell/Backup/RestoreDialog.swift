// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import NEARVault
internal import SafeText

/// A dialog that brings a profile back from a backup.
@MainActor
final class RestoreDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [RestoreDialog] = []
    static let restore = 1

    let dialog: Dialog
    let choose = Button(localized("Choose a _file…")).aligned(.start)
    let passphrase = Entry(width: 40)
    let name = Entry(width: 40)
    let problem = Label().wrapping(at: 50).styled("near-connect-problem").hidden()
    /// The label that says what is being done, which screen readers hear.
    let progress = Label().wrapping(at: 50).asStatus().styled("dim-label").hidden()
    /// The label that names the accounts that the restore signs in, before it does so.
    let accounts = Label().wrapping(at: 50).asStatus().hidden()
    private let fileName = Label().wrapping(at: 50).selectable().hidden()
    /// Asks which file to read.
    private let files = FilePicker()

    private let environment: [String: String]
    private let onRestored: @MainActor (String) -> Void
    private var file: URL?
    /// The backup whose accounts the user was shown.
    private var opened: SealedProfile.Opened?
    private var work: Task<Void, Never>?

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - parent: A widget of the window.
    ///   - environment: The variables that name the user's folders and the session bus.
    ///   - onRestored: Called with the profile's name.
    @discardableResult
    static func present(
        above parent: WidgetHandle, environment: [String: String] = ProcessInfo.processInfo.environment,
        onRestored: @escaping @MainActor (String) -> Void
    ) -> RestoreDialog {
        let view = RestoreDialog(parent, environment, onRestored: onRestored)
        open.append(view)
        view.dialog.onResponse = { [weak view] _ in
            view?.end()
            open.removeAll { $0 === view }
        }
        view.dialog.onTry = { [weak view] in
            if $0 == restore { view?.start() }
            return $0 != restore
        }
        view.dialog.present()
        view.choose.focus()
        return view
    }

    private init(
        _ parent: WidgetHandle, _ environment: [String: String], onRestored: @escaping @MainActor (String) -> Void
    ) {
        (self.environment, self.onRestored) = (environment, onRestored)
        dialog = Dialog(
            title: localized("Restore a backup"), parent: parent, width: 500,
            choices: [
                Dialog.Choice(text: localized("_Cancel"), response: 0),
                Dialog.Choice(text: localized("_Restore"), response: Self.restore, look: .suggested),
            ], byDefault: Self.restore)
        dialog.append(
            Label(
                localized(
                    "The profile opens in place of this one. Nothing is written over: a profile that has files of its own stays as it is."
                )
            ).wrapping(at: 50))
        dialog.append(choose)
        dialog.append(fileName)
        passphrase.hidesText()
        field(localized("_Passphrase of the backup"), passphrase)
        field(localized("_Name of the profile; empty for the one that was backed up"), name)
        dialog.append(accounts)
        dialog.append(problem)
        dialog.append(progress)
        passphrase.onChange { [weak self] in self?.forgetOpened() }
        choose.onClick { [weak self] in self?.askForFile() }
    }

    private func field(_ title: String, _ entry: Entry) {
        entry.activatesDefault()
        entry.onChange { [weak self] in self?.say(nil) }
        dialog.append(entry, titled: title)
    }

    private func end() {
        work?.cancel()
        opened = nil
        passphrase.wipe()
        files.close()
    }

    /// - Parameter field: The field that the sentence is about; `nil` for what is no problem of one.
    private func say(_ text: String?, about field: Entry? = nil) {
        FieldProblem(label: problem, fields: [passphrase, name]).say(text, about: field)
    }

    private func show(_ text: String?) {
        progress.text = text ?? ""
        progress.isVisible = text != nil
        for widget in [choose, passphrase, name] as [WidgetHandle] { widget.isSensitive = text == nil }
        dialog.button(Self.restore)?.isSensitive = text == nil
    }

    // MARK: A file

    private func askForFile() {
        files.open(title: localized("Choose a backup"), above: dialog) { [weak self] in self?.take($0) }
    }

    /// Takes a file.
    func take(_ file: URL) {
        self.file = file
        forgetOpened()
        fileName.text = DisplayText.line(file.path)
        fileName.isVisible = true
        say(nil)
        passphrase.focus()
    }

    /// Forgets what was opened, since another file or passphrase is meant.
    private func forgetOpened() {
        opened = nil
        accounts.isVisible = false
    }

    // MARK: Restoring

    private func start() {
        guard let file else {
            say(localized("Choose the file first."))
            return choose.focus()
        }
        if let opened { return restore(opened) }
        var bytes = passphrase.bytes
        guard !bytes.isEmpty else {
            say(localized("Enter a passphrase."), about: passphrase)
            return passphrase.focus()
        }
        let secret = SecretBytes(moving: &bytes)
        perform(localized("Opening %1$s…", DisplayText.line(file.lastPathComponent))) { view in
            let opened = try await SealedProfile.read(file, with: secret)
            try Task.checkCancellation()
            guard view.asksAboutAccounts(of: opened) else { return view.restore(opened) }
        }
    }

    /// Names the accounts that a backup signs in; returns false where it has none.
    private func asksAboutAccounts(of opened: SealedProfile.Opened) -> Bool {
        guard let text = opened.backup.accountsText else { return false }
        self.opened = opened
        accounts.text = localized("The backup signs in %1$s. Press “Restore” once more if that is meant.", text)
        accounts.isVisible = true
        show(nil)
        dialog.button(Self.restore)?.focus()
        return true
    }

    private func restore(_ opened: SealedProfile.Opened) {
        let wanted = name.text
        let profile = wanted.isEmpty ? opened.backup.profile : wanted
        perform(localized("Restoring “%1$s”…", DisplayText.name(profile))) { view in
            try await view.restore(opened, to: profile)
        }
    }

    /// Does what takes a while, and says what goes wrong.
    private func perform(_ text: String, _ body: @escaping @MainActor (RestoreDialog) async throws -> Void) {
        show(text)
        work = Task { [weak self] in
            guard let self else { return }
            do {
                try await body(self)
            } catch {
                // A closed dialog shows nothing.
                guard !Task.isCancelled, !dialog.isDestroyed else { return }
                show(nil)
                say((error as? NEARError)?.errorDescription ?? "\(error)")
                passphrase.focus()
            }
        }
    }

    private func restore(_ opened: SealedProfile.Opened, to profile: String) async throws {
        let folders = try ProfileFolders(profile: profile, environment: environment)
        try Task.checkCancellation()
        // Before a vault is made or opened.
        _ = try opened.backup.missing(in: folders)
        if !opened.secrets.isEmpty { try await keep(opened.secrets, in: folders, of: profile) }
        try Task.checkCancellation()
        try await SealedProfile.restore(opened.backup, to: folders)
        guard !dialog.isDestroyed else { return }
        dialog.end(-1)
        onRestored(profile)
    }

    /// Stores keys in the profile's vault, and leaves what is there already.
    private func keep(
        _ secrets: [SecretName: SecretBytes], in folders: ProfileFolders, of profile: String
    ) async throws(VaultError) {
        let choice = try await VaultChoice.choose(
            profile: profile, folders: VaultFolders(data: folders.data.path, state: folders.state.path),
            environment: environment)
        show(choice.sentence)
        try await VaultOpening.open(choice.vault) { [weak self] question, said in
            guard let parent = self?.openDialog else { return .none }
            return await PassphraseDialog.ask(question, after: said, above: parent)
        }
        for (name, secret) in secrets.sorted(by: { $0.key < $1.key }) where name.purpose == .importedKey {
            guard try await choice.vault.secret(named: name) == nil else { continue }
            try await choice.vault.store(secret, as: name)
        }
        await choice.vault.lock()
    }

    /// The dialog, while it is there.
    private var openDialog: Dialog? { dialog.isDestroyed ? nil : dialog }
}
