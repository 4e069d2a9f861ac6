// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import GuardedMemory
internal import NEARPrimitives
internal import NEARSharedKeys
internal import NEARVault
internal import SafeText

/// The page of work that is going on: what is being done, and the passphrase where one is wanted.
@MainActor
final class SharedKeyStepsPane: SharedKeyPane {
    /// The label that says what the user can do, and to screen readers also which step is being taken.
    let status = Label().wrapping(at: 56).asStatus()
    let passphrase = Entry()
    let again = Entry()
    let open = Button(localized("_Open")).styled("suggested-action")
    let leave = Button(localized("_Leave"))
    let forgotten = Button(localized("_Forgotten…"))
    let problem = Label().wrapping(at: 56).styled("near-connect-problem").hidden()
    private let spinner = Spinner()
    private let isNew: Bool
    private let step: String

    /// - Parameters:
    ///   - step: The step that is being taken.
    ///   - question: The passphrase that is wanted, and what was wrong with the last one.
    ///   - onPassphrase: Called with it; must hold its owner weakly.
    ///   - onForgotten: Called with the sealed file's path by a user who doesn't know its passphrase any more.
    ///   - onLeave: Called to leave the work as it is.
    init(
        _ step: EmbeddedStep?, _ question: (PassphraseQuestion, problem: String?)? = nil,
        onPassphrase: @escaping @MainActor (SecretBytes) -> Void = { _ in },
        onForgotten: @escaping @MainActor (_ path: String) -> Void = { _ in },
        onLeave: @escaping @MainActor () -> Void
    ) {
        if case .new? = question?.0 { isNew = true } else { isNew = false }
        let (title, text) = Self.text(step, question?.0)
        self.step = title
        super.init()
        head(title, text)
        leave.onClick(onLeave)
        if question != nil || Self.storesHere(step) { column.append(placeNote) }
        guard let question else {
            column.append(Box(.across, spacing: 9, spinner, status))
            status.text = localized("You can leave at any time: what was done stays, and it is gone on with later.")
            foot(leave)
            return
        }
        column.append(Self.field(localized("_Passphrase"), passphrase))
        passphrase.hidesText()
        again.hidesText()
        if isNew { column.append(Self.field(localized("The same _again"), again)) }
        column.append(problem)
        if case .existing(let path) = question.0 {
            forgotten.onClick { onForgotten(path) }
            foot(leave, forgotten, open)
        } else {
            foot(leave, open)
        }
        first = passphrase
        for entry in [passphrase, again] { entry.onChange { [weak self] in self?.check() } }
        Self.enter(in: [passphrase, again], presses: open)
        open.onClick { [weak self] in
            guard let self else { return }
            var bytes = passphrase.bytes
            passphrase.wipe()
            again.wipe()
            onPassphrase(SecretBytes(moving: &bytes))
        }
        check()
        if let said = question.problem { say(said, about: passphrase) }
    }

    /// Tells screen readers the step once they can hear it: what they follow is the change of a status' name.
    override func announce() {
        status.setAccessibleName("\(step). \(status.text)")
    }

    private func check() {
        var (one, other) = (passphrase.bytes, again.bytes)
        defer {
            one.wipe()
            other.wipe()
        }
        let differs = isNew && one != other
        open.isSensitive = !one.isEmpty && !differs
        say(differs && !other.isEmpty ? localized("The two differ.") : nil, about: again)
    }

    private func say(_ text: String?, about field: Entry) {
        FieldProblem(label: problem, fields: [passphrase, again]).say(text, about: field)
    }

    /// True for the step in which this computer gets its share.
    private static func storesHere(_ step: EmbeddedStep?) -> Bool {
        guard case .share(let holder)? = step else { return false }
        return holder.isComputer
    }

    private static func text(_ step: EmbeddedStep?, _ question: PassphraseQuestion?) -> (String, String) {
        switch (question, step) {
        case (.new?, _):
            (
                localized("This computer: a passphrase"),
                localized(
                    "Choose a passphrase, which seals the file for this computer’s share. Nobody can reset it; forgotten, the login and the words open the account."
                )
            )
        case (.existing?, _):
            (
                localized("This computer: your passphrase"),
                localized(
                    "Your passphrase opens the sealed file for this computer’s share. Forgotten? The login and the words still open the account."
                )
            )
        case (nil, .login?):
            (
                localized("Step 1 of 3: sign in"),
                localized("Your browser shows the login. Come back here when it says that you can.")
            )
        case (nil, .share(.login)?):
            (
                localized("Step 1 of 3: sign in"),
                localized("The share service gets the first share and shows that it has it.")
            )
        case (nil, .share(.recovery)?):
            (localized("Step 3 of 3: recovery words"), localized("The words are about to be shown."))
        case (nil, .share?):
            (localized("Step 2 of 3: this computer"), localized("This computer stores its share and reads it back."))
        case (nil, .key(let account)?):
            (
                localized("The account gets the key"),
                localized("%1$s gets the key on the chain. You may be asked to approve it.", account.text)
            )
        case (nil, .deposit(let account)?):
            (localized("All shares are in their places"), account.text)
        case (nil, nil): (localized("A moment…"), localized("If your browser opens, sign in there."))
        }
    }
}
