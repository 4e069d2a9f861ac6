// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GTKToolkit
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A dialog that writes a key's secret part to a file, or puts it into the clipboard.
///
/// Either is an exposure that the user has asked for: texts that were made on the way stay in memory until it is used
/// again.
@MainActor
final class ExportKeyDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [ExportKeyDialog] = []
    static let save = 1
    static let copy = 2
    /// The time for which the clipboard has a key.
    static let clipboardTime = Duration.seconds(60)

    let dialog: Dialog
    /// The label that says what was done, which screen readers hear.
    let note = Label().wrapping(at: 50).asStatus().hidden()
    /// The account's name, typed by the user where no passphrase is asked for.
    let confirmation = Entry(width: 40)
    /// The sentence about what was typed.
    let problem = Label().wrapping(at: 50).styled("near-connect-problem").hidden()
    private let asking = Box(.down, spacing: 9).hidden()
    private let files = FilePicker()
    private let key: HeldKey
    private var work: Task<Void, Never>?
    private var looking: Task<Void, Never>?
    /// True where a passphrase is asked for; `nil` until that is known.
    private var asksItself: Bool?

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - parent: A widget of the window.
    @discardableResult
    static func present(_ key: HeldKey, above parent: WidgetHandle) -> ExportKeyDialog {
        let view = ExportKeyDialog(key, parent: parent)
        open.append(view)
        view.dialog.onResponse = { [weak view] _ in
            view?.work?.cancel()
            view?.looking?.cancel()
            view?.files.close()
            open.removeAll { $0 === view }
        }
        view.dialog.onTry = { [weak view] in
            switch $0 {
            case save: view?.chooseFile()
            case copy: view?.copyKey()
            default: return true
            }
            return false
        }
        view.dialog.present()
        view.looking = Task { [weak view] in await view?.findWhatIsAsked() }
        return view
    }

    private init(_ key: HeldKey, parent: WidgetHandle) {
        self.key = key
        dialog = Dialog(
            title: localized("Export a key"), parent: parent, width: 520,
            choices: [
                Dialog.Choice(text: localized("_Close"), response: 0),
                Dialog.Choice(text: localized("Co_py to the clipboard"), response: Self.copy),
                Dialog.Choice(text: localized("_Save to a file…"), response: Self.save, look: .destructive),
            ], byDefault: 0)
        dialog.append(key: key.publicKey, of: key.account)
        dialog.append(
            Label(
                localized(
                    "Whoever has this key can do with the account what you can. Nobody who helps you needs it, and no web page."
                )
            ).wrapping(at: 50).styled("near-connect-danger-text"))
        dialog.append(
            Label(
                localized(
                    "The file is near-cli’s, unencrypted, and only you can read it. The clipboard can be read by every program on your desktop, and some keep what was there; it is emptied after a minute."
                )
            ).wrapping(at: 50).styled("dim-label", "near-connect-small"))
        asking.append(
            Label(key.unaskedSentence).wrapping(at: 50))
        asking.append(
            Box(
                .down, spacing: 3,
                Label(mnemonic: localized("_Type the account’s name"), for: confirmation)
                    .styled("dim-label", "near-connect-small"), confirmation, problem))
        dialog.append(asking)
        dialog.append(note)
        confirmation.onChange { [weak self] in self?.object(nil) }
    }

    /// Asks for the account's name where nothing else is asked for.
    private func findWhatIsAsked() async {
        let asksItself: Bool
        note.isVisible = false
        do throws(KeyKeepingError) {
            asksItself = try await key.asksBeforeExport()
        } catch {
            return say(error.sentence, isProblem: true)
        }
        guard !Task.isCancelled else { return }
        self.asksItself = asksItself
        guard !asksItself else { return }
        asking.isVisible = true
        confirmation.focus()
    }

    /// True where the account's name has to be typed.
    var asksForName: Bool { asking.isVisible }

    /// Returns whether the user has typed what is asked for, and says what is wrong.
    private func isMeant() async -> Bool {
        await looking?.value
        // The vault is asked again where it could not say before: no key leaves it until that is known.
        if asksItself == nil, !Task.isCancelled { await findWhatIsAsked() }
        guard let asksItself, !Task.isCancelled else { return false }
        let typed = TypedText.trimmed(confirmation.text)
        guard !asksItself, !typed.hasSameBytes(as: key.account.text) else { return true }
        object(localized("Type %1$s here, as it stands above.", key.account.text))
        confirmation.focus()
        return false
    }

    private func object(_ text: String?) {
        FieldProblem(label: problem, fields: [confirmation]).say(text, about: confirmation)
    }

    private func say(_ text: String, isProblem: Bool = false) {
        note.text = text
        note.setStyle("near-connect-problem", isProblem)
        note.isVisible = true
    }

    private func setBusy(_ isBusy: Bool) {
        for response in [Self.save, Self.copy] { dialog.button(response)?.isSensitive = !isBusy }
    }

    /// Gets the secret part, and goes on with it.
    private func withSecret(_ then: @escaping @MainActor (ExportKeyDialog, SecretKey) throws -> Void) {
        guard work == nil else { return }
        setBusy(true)
        work = Task { [weak self, key] in
            do {
                if await self?.isMeant() == true {
                    let secret = try await key.secret()
                    if let self, !Task.isCancelled { try then(self, secret) }
                }
            } catch let error as KeyKeepingError {
                self?.say(error.sentence, isProblem: true)
            } catch {
                self?.say(localized("The key can’t be written: %1$s", DisplayText.words(error)), isProblem: true)
            }
            self?.work = nil
            self?.setBusy(false)
        }
    }

    private func copyKey() {
        withSecret { view, secret in
            ClipboardSecret.copy(Array(secret.exposedText().utf8), for: Self.clipboardTime)
            view.say(localized("The secret key is in the clipboard, for a minute."))
        }
    }

    private func chooseFile() {
        guard work == nil else { return }
        work = Task { [weak self] in
            let isMeant = await self?.isMeant() == true
            guard let self else { return }
            work = nil
            guard isMeant else { return }
            files.save(
                as: "\(key.account.text).json", title: localized("Export a key"), accept: localized("_Save"),
                above: dialog
            ) { [weak self] in self?.write(to: $0) }
        }
    }

    /// Writes the key to a file that only the user can read.
    func write(to file: URL) {
        withSecret { [key] view, secret in
            var bytes = Credential(accountId: key.account, secretKey: secret).exposedJSON()
            defer { bytes.wipe() }
            try AtomicFile(url: file).replace(with: Data(bytes))
            view.say(localized("The key is in %1$s.", DisplayText.line(file.path)))
        }
    }
}
