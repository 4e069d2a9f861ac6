// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARPrimitives
internal import NEARSharedKeys
internal import SafeText

/// The form that gives an account an ordinary key in place of its shared one.
@MainActor
final class SharedKeyLeavePane: SharedKeyPane {
    let key = Entry(placeholder: "ed25519:…", width: 60)
    let words = TextArea(height: 96, isCode: true)
    let go = Button(localized("_Give it this key…")).styled("destructive-action")
    let problem = Label().wrapping(at: 56).styled("near-connect-problem").hidden()
    private let refusal: @MainActor (PublicKey) -> String?

    /// - Parameters:
    ///   - account: The account.
    ///   - refusal: Returns the reason why the account can't get this key; must hold its owner weakly.
    ///   - onGo: Called with the key and the words, `nil` to sign in; must hold its owner weakly.
    ///   - onBack: Called to go back.
    init(
        _ account: AccountId, refusal: @escaping @MainActor (PublicKey) -> String?,
        onGo: @escaping @MainActor (PublicKey, ShareWords?) -> Void, onBack: @escaping @MainActor () -> Void
    ) {
        self.refusal = refusal
        super.init()
        head(
            localized("Leave the shared key"),
            localized(
                "%1$s gets an ordinary key in place of the shared one. From then on the three shares open nothing: whoever has the secret half of the new key has the account.",
                account.text))
        column.append(
            Label(
                localized(
                    "Be sure that you have that secret half, and a copy of it. Nobody can bring the account back without it."
                )
            ).wrapping(at: 56).styled("near-connect-danger-text"))
        column.append(Self.field(localized("Public _key"), key))
        column.append(
            Box(
                .down, spacing: 6, Self.area(localized("The 24 recovery _words, if the login is gone"), words),
                Self.dim(
                    localized(
                        "With the words this computer signs, and no login is needed. Leave them out to sign in with your browser."
                    ))))
        column.append(problem)
        foot(backButton(onBack), go)
        first = key
        key.onChange { [weak self] in self?.refresh() }
        words.onChange { [weak self] in self?.refresh() }
        key.onActivate { [weak self] in
            guard let self, go.isSensitive else { return }
            go.press()
        }
        go.onClick { [weak self] in
            guard let self, let key = input.key, let given = readWords() else { return }
            onGo(key, given.first)
        }
        refresh()
    }

    /// The key, where the account can get it, or what is wrong with it.
    private var input: (key: PublicKey?, problem: String?) {
        let input = KeyInput(key.text, limits: nil, style: .current)
        guard input.problem == nil, let key = input.key else { return (nil, input.problem) }
        let refused = refusal(key)
        return (refused == nil ? key : nil, refused)
    }

    /// Reads the words: none where none are typed; `nil` for wrong ones, which are named.
    private func readWords() -> [ShareWords]? {
        guard !TypedText.trimmed(words.text).isEmpty else { return [] }
        return Self.words(in: words, { say($0, about: words) }).map { [$0] }
    }

    private func refresh() {
        let input = input
        say(input.problem, about: key)
        go.isSensitive = input.key != nil
    }

    private func say(_ text: String?, about field: any DescribedField) {
        FieldProblem(label: problem, fields: [key, words]).say(text, about: field)
    }
}
