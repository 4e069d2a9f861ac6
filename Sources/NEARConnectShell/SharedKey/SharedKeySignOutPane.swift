// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARPrimitives
internal import NEARSharedKeys
internal import SafeText

/// The form that ends the login of an account, and erases this computer's share where that is wanted.
@MainActor
final class SharedKeySignOutPane: SharedKeyPane {
    let erases = CheckButton(localized("_Erase this computer’s share, too"))
    let words = TextArea(height: 96, isCode: true)
    let go = Button(localized("Sign _out")).styled("destructive-action")
    let problem = Label().wrapping(at: 56).styled("near-connect-problem").hidden()
    private let wordsArea: Box

    /// - Parameters:
    ///   - account: The account.
    ///   - onGo: Called with the words where the share is to be erased, else with `nil`; returns what is wrong. Must
    ///     hold its owner weakly.
    ///   - onBack: Called to go back.
    init(
        _ account: AccountId, onGo: @escaping @MainActor (ShareWords?) -> String?,
        onBack: @escaping @MainActor () -> Void
    ) {
        wordsArea = Self.area(localized("The 24 recovery _words, which will be needed"), words)
        super.init()
        head(
            localized("Sign out"),
            localized(
                "The login of %1$s ends, on all computers: each needs a new one at its next start at the latest. Your browser may open for it once; signing out of that login ends all others. Daily keys go on.",
                account.text))
        column.append(
            Box(
                .down, spacing: 6, erases,
                Self.dim(
                    localized(
                        "For a computer that you give away: the account opens on it only with the words and the login. Remove its daily keys first, by “near-connect shares daily-key remove”. Was the computer stolen? Then replace the key."
                    ))))
        column.append(wordsArea)
        column.append(problem)
        foot(backButton(onBack), go)
        // Enter doesn't sign out at once.
        first = erases
        erases.onToggle { [weak self] in self?.refresh() }
        words.onChange { [weak self] in self?.refresh() }
        go.onClick { [weak self] in
            guard let self, let words = readWords() else { return }
            if let wrong = onGo(words.first) { say(wrong) }
        }
        refresh()
    }

    /// Reads the words: none where the share stays; `nil` for wrong ones, which are named.
    private func readWords() -> [ShareWords]? {
        guard erases.isChecked else { return [] }
        return Self.words(in: words, { say($0) }).map { [$0] }
    }

    private func refresh() {
        wordsArea.isVisible = erases.isChecked
        say(nil)
        go.isSensitive = !erases.isChecked || !TypedText.trimmed(words.text).isEmpty
    }

    private func say(_ text: String?) {
        FieldProblem(label: problem, fields: [words]).say(text, about: erases.isChecked ? words : nil)
    }
}
