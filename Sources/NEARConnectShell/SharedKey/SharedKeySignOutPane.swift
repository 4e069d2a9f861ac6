// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARPrimitives
internal import NEARSharedKeys
internal import SafeText

/// The form that ends the login of an account, and erases this computer's share where that is wanted.
@MainActor
final class SharedKeySignOutPane: SharedKeyPane {
    /// The things that are to end.
    struct Wish {
        /// The login, on all computers.
        let endsLogin: Bool
        /// This computer's share.
        let erasesShare: Bool
    }

    let everywhere = CheckButton(localized("End the _login, on all computers"))
    let erases = CheckButton(localized("_Erase this computer’s share"))
    let words = TextArea(height: 96, isCode: true)
    let go = Button(localized("Sign _out")).styled("destructive-action")
    let problem = Label().wrapping(at: 56).styled("near-connect-problem").hidden()
    private let wordsArea: Box

    /// - Parameters:
    ///   - account: The account.
    ///   - onGo: Called with what is to end, and with the words where the share is to be erased; returns what is wrong.
    ///     Must hold its owner weakly.
    ///   - onBack: Called to go back.
    init(
        _ account: AccountId, onGo: @escaping @MainActor (Wish, ShareWords?) -> String?,
        onBack: @escaping @MainActor () -> Void
    ) {
        wordsArea = Self.area(localized("The 24 recovery _words, which will be needed"), words)
        super.init()
        head(
            localized("Sign out"),
            localized(
                "%1$s keeps its key and its shares, and opens again with the next login. Daily keys go on.",
                account.text))
        column.append(
            Box(
                .down, spacing: 6, everywhere,
                Self.dim(
                    localized(
                        "What is signed in with it, here or elsewhere, doesn’t open the account any more. Your browser may open for it once: the end of that login is the end of all others."
                    ))))
        column.append(
            Box(
                .down, spacing: 6, erases,
                Self.dim(
                    localized(
                        "For a computer that you give away: the account opens on it only with the words and the login. Was the computer stolen? Then replace the key."
                    ))))
        column.append(wordsArea)
        column.append(problem)
        foot(backButton(onBack), go)
        everywhere.isChecked = true
        first = go
        words.describeText(by: problem)
        for box in [everywhere, erases] { box.onToggle { [weak self] in self?.refresh() } }
        words.onChange { [weak self] in self?.refresh() }
        go.onClick { [weak self] in
            guard let self, let words = readWords() else { return }
            let wish = Wish(endsLogin: everywhere.isChecked, erasesShare: erases.isChecked)
            if let wrong = onGo(wish, words.first) { say(wrong) }
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
        problem.isVisible = false
        let hasWords = !TypedText.trimmed(words.text).isEmpty
        go.isSensitive = erases.isChecked ? hasWords : everywhere.isChecked
    }

    private func say(_ text: String) {
        problem.text = text
        problem.isVisible = true
    }
}
