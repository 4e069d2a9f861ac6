// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARPrimitives
internal import NEARSharedKeys
internal import SafeText

/// The form of a way: the account, and the words where they are needed.
@MainActor
final class SharedKeyFormPane: SharedKeyPane {
    let account = Entry(placeholder: "alice.near")
    let words = TextArea(height: 96, isCode: true)
    let go: Button
    let problem = Label().wrapping(at: 56).styled("near-connect-problem").hidden()
    private let needsWords: Bool

    /// - Parameters:
    ///   - title: What is about to be done.
    ///   - text: What it takes.
    ///   - action: The button's text.
    ///   - known: The account, where it is known.
    ///   - needsWords: True to ask for the words.
    ///   - givesShare: True where this computer gets a share, whose place is said then.
    ///   - onGo: Called with the account and the words; returns what is wrong, or came of it, and whether that is
    ///     good. Must hold its owner weakly.
    ///   - onBack: Called to go back.
    init(
        title: String, text: String, action: String, known: AccountId?, needsWords: Bool, givesShare: Bool = false,
        onGo: @escaping @MainActor (AccountId, ShareWords?) -> (text: String, isGood: Bool)?,
        onBack: @escaping @MainActor () -> Void
    ) {
        go = Button(action).styled("suggested-action")
        self.needsWords = needsWords
        super.init()
        head(title, text)
        account.text = known?.text ?? ""
        column.append(Self.field(localized("_Account"), account))
        if needsWords {
            column.append(Self.area(localized("The 24 recovery _words"), words))
        }
        if givesShare { column.append(placeNote) }
        column.append(problem)
        foot(backButton(onBack), go)
        go.onClick { [weak self] in
            guard let self, let (account, words) = read(), let said = onGo(account, words) else { return }
            say(said.text, isGood: said.isGood, about: needsWords ? self.words : self.account)
        }
        account.onChange { [weak self] in self?.refresh() }
        words.onChange { [weak self] in self?.refresh() }
        refresh()
        if known == nil || !needsWords { first = known == nil ? account : go } else { first = words }
    }

    private func read() -> (AccountId, ShareWords?)? {
        let id: AccountId
        do {
            id = try AccountId(TypedText.trimmed(account.text))
        } catch {
            say(localized("This is no account: %1$s.", "\(error)"), isGood: false, about: account)
            return nil
        }
        guard needsWords else { return (id, nil) }
        do throws(ShareWordsError) {
            return (id, try ShareWords(words.text))
        } catch {
            say(error.exposedText, isGood: false, about: words)
            return nil
        }
    }

    private func refresh() {
        tied.say(nil)
        go.isSensitive =
            !TypedText.trimmed(account.text).isEmpty && (!needsWords || !TypedText.trimmed(words.text).isEmpty)
    }

    /// The sentence and the fields that it may be about.
    private var tied: FieldProblem { FieldProblem(label: problem, fields: [account, words]) }

    private func say(_ text: String, isGood: Bool, about field: any DescribedField) {
        problem.setStyle("near-connect-problem", !isGood)
        tied.say(text, about: isGood ? nil : field)
    }
}
