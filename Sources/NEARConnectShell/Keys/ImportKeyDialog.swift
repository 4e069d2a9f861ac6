// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// A dialog that takes over a key of the user's: a secret key, a seed phrase, or a credential file.
///
/// A text that is typed lies in memory of GTK's; it is read as bytes, once for each try, which are wiped, and the entry
/// is emptied as the dialog ends. Reading the key makes texts of it, which nobody can wipe.
@MainActor
final class ImportKeyDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [ImportKeyDialog] = []
    static let keep = 1
    /// The most bytes of a file; credential files are far smaller.
    private static let limit = 64 << 10

    let dialog: Dialog
    let secret = Entry(placeholder: localized("ed25519:… or twelve words"), width: 60)
    let choose = Button(localized("Choose a _file…")).aligned(.start)
    /// Takes the file back, so that a key can be typed.
    let letGo = Button(localized("Use _no file")).aligned(.start).hidden()
    let account = Entry(placeholder: "alice.near", width: 60)
    let unchecked = CheckButton(localized("Keep it _unchecked")).hidden()
    let problem = Label().wrapping(at: 52).styled("near-connect-problem").hidden()
    /// The label that says what is being done, which screen readers hear.
    let progress = Label().wrapping(at: 52).asStatus().styled("dim-label", "near-connect-small").hidden()
    /// Asks which file to read.
    private let files = FilePicker()

    /// The places to choose from; without a choice there are no options.
    let places: KeyPlaceChoice
    private let network: String
    private let client: @MainActor () throws -> NEARRPCClient
    private let onKept: @MainActor ([Keystore.Entry]) -> Void
    private let onLeft: @MainActor (String) -> Void
    private let fileName = Label().wrapping(at: 52).selectable().hidden()
    private var file: URL?
    private var work: Task<Void, Never>?

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - network: The network, by its id.
    ///   - places: The places where the key may be kept.
    ///   - problem: The reason why the vault is none of them, as a sentence; `nil` where there is none.
    ///   - client: The client of the nodes that are asked about the key.
    ///   - parent: A widget of the window.
    ///   - onKept: Called with the keystore's entries for a key that is kept now.
    ///   - onLeft: Called with a sentence where the key was kept before the user's Cancel came.
    @discardableResult
    static func present(
        for network: String, in places: [KeyPlace], problem: String? = nil,
        client: @escaping @MainActor () throws -> NEARRPCClient, above parent: WidgetHandle,
        onKept: @escaping @MainActor ([Keystore.Entry]) -> Void, onLeft: @escaping @MainActor (String) -> Void
    ) -> ImportKeyDialog {
        let view = ImportKeyDialog(
            network, in: places, problem: problem, client: client, parent: parent, onKept: onKept, onLeft: onLeft)
        open.append(view)
        view.dialog.onResponse = { [weak view] _ in
            view?.end()
            open.removeAll { $0 === view }
        }
        view.dialog.onTry = { [weak view] in
            if $0 == keep { view?.startKeeping() }
            return $0 != keep
        }
        view.dialog.present()
        view.secret.focus()
        return view
    }

    private init(
        _ network: String, in places: [KeyPlace], problem reason: String?,
        client: @escaping @MainActor () throws -> NEARRPCClient, parent: WidgetHandle,
        onKept: @escaping @MainActor ([Keystore.Entry]) -> Void, onLeft: @escaping @MainActor (String) -> Void
    ) {
        (self.network, self.client) = (network, client)
        (self.onKept, self.onLeft) = (onKept, onLeft)
        self.places = KeyPlaceChoice(places, problem: reason)
        dialog = Dialog(
            title: localized("Use a key of yours"), parent: parent, width: 520,
            choices: [
                Dialog.Choice(text: localized("_Cancel"), response: 0),
                Dialog.Choice(text: localized("_Keep key"), response: Self.keep, look: .suggested),
            ], byDefault: Self.keep)
        secret.hidesText()
        field(localized("Secret key or _seed phrase"), secret)
        dialog.append(Box(.across, spacing: 9, choose, letGo))
        dialog.append(fileName)
        field(localized("_Account on %1$s", DisplayText.name(network)), account)
        dialog.append(self.places)
        dialog.append(unchecked)
        dialog.append(problem)
        dialog.append(progress)
        account.setTooltip(localized("Without one, the file’s account or the key’s own is taken."))
        for entry in [secret, account] { entry.activatesDefault() }
        secret.onChange { [weak self] in self?.say(nil) }
        account.onChange { [weak self] in self?.say(nil) }
        choose.onClick { [weak self] in self?.askForFile() }
        letGo.onClick { [weak self] in self?.letFileGo() }
    }

    private func field(_ title: String, _ entry: Entry) {
        dialog.append(entry, titled: title)
    }

    private func end() {
        work?.cancel()
        secret.wipe()
        files.close()
    }

    /// - Parameter field: The field that the sentence is about; `nil` for what is no problem of one.
    private func say(_ text: String?, about field: Entry? = nil) {
        FieldProblem(label: problem, fields: [secret, account]).say(text, about: field)
    }

    /// Says what is wrong with what was typed or chosen, and moves the focus to the field.
    private func say(_ error: KeyDraftError) {
        let field = error.isAboutAccount ? account : secret
        say(error.sentence, about: field)
        (field === secret && file != nil ? choose as WidgetHandle : field).focus()
    }

    private func setBusy(_ text: String?) {
        progress.text = text ?? ""
        progress.isVisible = text != nil
        for widget in [secret, choose, letGo, account, unchecked, places] as [WidgetHandle] {
            widget.isSensitive = text == nil
        }
        dialog.button(Self.keep)?.isSensitive = text == nil
        if file != nil { secret.isSensitive = false }
    }

    // MARK: A file

    private func askForFile() {
        files.open(title: localized("Choose a key file"), above: dialog) { [weak self] in self?.take($0) }
    }

    /// Takes a file, and the account that it names.
    func take(_ file: URL) {
        self.file = file
        secret.wipe()
        secret.isSensitive = false
        fileName.text = DisplayText.line(file.path)
        fileName.isVisible = true
        letGo.isVisible = true
        do throws(KeyDraftError) {
            let draft = try draft()
            say(nil)
            if account.text.isEmpty { account.text = draft.account.text }
        } catch {
            say(error.sentence, about: error.isAboutAccount ? account : secret)
        }
    }

    private func letFileGo() {
        file = nil
        fileName.isVisible = false
        letGo.isVisible = false
        secret.isSensitive = true
        say(nil)
        secret.focus()
    }

    /// Reads the key, and wipes the bytes that it was read from.
    private func draft() throws(KeyDraftError) -> KeyDraft {
        var bytes = try bytes()
        defer { bytes.wipe() }
        return try KeyDraft(bytes, account: account.text)
    }

    /// Returns the file's content, or the text that is typed.
    private func bytes() throws(KeyDraftError) -> [UInt8] {
        guard let file else { return secret.bytes }
        do {
            guard let bytes = try RegularFile.read(file, limit: Self.limit, followsLinks: true) else {
                throw KeyDraftError.key(.unreadable(reason: localized("there is no such file")))
            }
            return bytes
        } catch let error as KeyDraftError {
            throw error
        } catch {
            throw .key(.unreadable(reason: DisplayText.words(error)))
        }
    }

    // MARK: Keeping

    private func startKeeping() {
        guard work == nil else { return }
        let draft: KeyDraft
        do throws(KeyDraftError) {
            draft = try self.draft()
        } catch {
            return say(error)
        }
        say(nil)
        setBusy(
            unchecked.isVisible && unchecked.isChecked ? localized("Keeping the key…") : localized("Asking a node…"))
        work = Task { [weak self] in
            await self?.keep(draft)
            self?.work = nil
        }
    }

    private func keep(_ draft: KeyDraft) async {
        if let (problem, field) = await problem(of: draft) {
            guard !Task.isCancelled else { return }
            setBusy(nil)
            return say(problem, about: field)
        }
        guard !Task.isCancelled else { return }
        let place = places.chosen
        let kept: [Keystore.Entry]
        do throws(KeyKeepingError) {
            kept = try await place.keep(draft, on: network)
        } catch {
            guard !Task.isCancelled else { return }
            setBusy(nil)
            return say(error.sentence)
        }
        // A user who has cancelled isn't signed in, and has to know that the key is there.
        guard !Task.isCancelled else { return onLeft(place.sentence(afterCancelling: draft.account)) }
        dialog.end(Self.keep)
        onKept(kept)
    }

    /// Asks a node about the key, unless the user doesn't want that.
    private func problem(of draft: KeyDraft) async -> (String, about: Entry?)? {
        if unchecked.isVisible, unchecked.isChecked { return nil }
        let check: KeyCheck
        do {
            check = await KeyCheck.ask(try client(), about: draft)
        } catch {
            check = .unasked(DisplayText.words(error))
        }
        if check.mayBeKeptUnchecked { unchecked.isVisible = true }
        let field: Entry? =
            switch check {
            case .otherKeys, .noAccount: account
            case .limited, .gasKey, .unknownPermission: secret
            case .fullAccess, .newAccount, .unasked: nil
            }
        return check.problem(draft.account, on: network).map { ($0, field) }
    }
}
