// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARPrimitives
internal import NEARVault
internal import SafeText

/// A dialog that asks for the passphrase of a sealed file, or for a new one.
///
/// A passphrase that is typed lies in memory of GTK's until its entry is emptied, which happens as the dialog ends.
@MainActor
final class PassphraseDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [PassphraseDialog] = []
    static let unlock = 1
    static let forgotten = 2

    let dialog: Dialog
    let passphrase = Entry(width: 40)
    let again = Entry(width: 40)
    let problem = Label().wrapping(at: 46).styled("near-connect-problem").hidden()
    private let isNew: Bool

    /// Asks, and returns the answer.
    ///
    /// - Parameters:
    ///   - question: The passphrase that is asked for.
    ///   - said: A sentence about the last answer; `nil` the first time.
    ///   - parent: A widget of the window above which the dialog stands.
    static func ask(
        _ question: PassphraseQuestion, after said: String?, above parent: WidgetHandle
    ) async -> VaultOpening.Answer {
        let view = PassphraseDialog(question, after: said, parent: parent)
        open.append(view)
        let answer: VaultOpening.Answer = await withCheckedContinuation { continuation in
            view.dialog.onResponse = { [weak view] response in
                var bytes = response == unlock ? view?.passphrase.bytes ?? [] : []
                view?.passphrase.wipe()
                view?.again.wipe()
                open.removeAll { $0 === view }
                let given: VaultOpening.Answer = bytes.isEmpty ? .none : .given(SecretBytes(moving: &bytes))
                continuation.resume(returning: response == forgotten ? .forgotten : given)
            }
            view.dialog.onTry = { [weak view] in $0 != unlock || view?.isUsable == true }
            view.dialog.present()
            view.passphrase.focus()
        }
        guard case .forgotten = answer, case .existing(let path) = question else { return answer }
        if await ForgottenPassphraseDialog.ask(path, above: parent) { return answer }
        return await ask(question, after: said, above: parent)
    }

    private init(_ question: PassphraseQuestion, after said: String?, parent: WidgetHandle) {
        let (path, isNew) =
            switch question {
            case .existing(let path): (path, false)
            case .new(let path): (path, true)
            }
        self.isNew = isNew
        dialog = Dialog(
            title: isNew ? localized("A new passphrase") : localized("Unlock your keys"), parent: parent, width: 480,
            choices: [Dialog.Choice(text: localized("_Cancel"), response: 0)]
                + (isNew ? [] : [Dialog.Choice(text: localized("_Forgotten…"), response: Self.forgotten)]) + [
                    Dialog.Choice(
                        text: isNew ? localized("_Set passphrase") : localized("_Unlock"), response: Self.unlock,
                        look: .suggested)
                ], byDefault: Self.unlock)
        let file = DisplayText.quotation(path, limit: 200)
        dialog.append(
            Label(
                isNew
                    ? localized(
                        "It encrypts your keys in %1$s. Nobody can open them without it: choose one that nobody guesses, and write it down.",
                        file)
                    : localized("Your keys are in %1$s, encrypted by a passphrase.", file)
            ).wrapping(at: 46))
        field(localized("_Passphrase"), passphrase)
        if isNew { field(localized("The same once _more"), again) }
        dialog.append(problem)
        if let said { say(said, about: passphrase) }
    }

    private func field(_ title: String, _ entry: Entry) {
        entry.hidesText()
        entry.activatesDefault()
        entry.onChange { [weak self] in self?.say(nil) }
        dialog.append(entry, titled: title)
    }

    private var isUsable: Bool {
        var (one, other) = (passphrase.bytes, again.bytes)
        defer {
            one.wipe()
            other.wipe()
        }
        if one.isEmpty {
            say(localized("Enter a passphrase."), about: passphrase)
            passphrase.focus()
        } else if isNew, one != other {
            say(localized("The two passphrases differ."), about: again)
            again.focus()
        } else {
            return true
        }
        return false
    }

    /// - Parameter field: The field that the sentence is about; `nil` for what is no problem of one.
    private func say(_ text: String?, about field: Entry? = nil) {
        FieldProblem(label: problem, fields: [passphrase, again]).say(text, about: field)
    }
}
