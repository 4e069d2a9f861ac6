// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARPrimitives
internal import SafeText

/// The page that says what making a shared key takes, and asks for which account.
@MainActor
final class SharedKeyNewPane: SharedKeyPane {
    /// The amount that a new account gets unless the user says otherwise, in NEAR.
    private static let usualAmount = "0.1"

    let own = RadioButton(
        localized("A new account, which exists from its first deposit on"), group: nil
    ).wrapping(at: 56)
    /// The choice of the account that is connected; `nil` while none is.
    private(set) var connected: RadioButton?
    /// The choice of a new account below the connected one; `nil` where there can be none.
    private(set) var below: RadioButton?
    let name = Entry(placeholder: "shared")
    let amount = Entry(width: 16)
    /// The sentence with the new account's whole id.
    let preview = Label().wrapping(at: 56).styled("dim-label").hidden()
    let problem = Label().wrapping(at: 56).styled("near-connect-problem").hidden()
    let start = Button(localized("_Start")).styled("suggested-action")
    private let form = Box(.down, spacing: 9).hidden()
    private let account: AccountId?

    /// - Parameters:
    ///   - account: The account that is connected.
    ///   - begun: An account below it whose key was begun, and is gone on with; `nil` for a new key.
    ///   - onStart: Called with the account that gets the key; must hold its owner weakly.
    ///   - onBack: Called to go back.
    init(
        _ account: AccountId?, goingOnWith begun: AccountId? = nil,
        onStart: @escaping @MainActor (SharedKeyAccount) -> Void, onBack: @escaping @MainActor () -> Void
    ) {
        self.account = account
        super.init()
        head(localized("Make a shared key"), localized("Three steps, which you can leave and take up again:"))
        for text in [
            localized("1. You sign in, in your browser. The share service keeps the first share."),
            localized("2. This computer keeps the second share."),
        ] { column.append(Label(text).wrapping(at: 60)) }
        column.append(placeNote)
        column.append(
            Label(
                localized("3. You write down 24 words, the third share, and type them back. Have paper at hand.")
            ).wrapping(at: 60))
        makeChoices(begun)
        makeForm()
        foot(backButton(onBack), start)
        first = start
        start.onClick { [weak self] in
            guard let chosen = self?.chosen else { return }
            onStart(chosen)
        }
        if let account, let begun, let below {
            below.isChosen = true
            name.text = String(begun.text.dropLast(account.text.count + 1))
            // Another name would be another key.
            name.isSensitive = false
        }
        check()
    }

    private func makeChoices(_ begun: AccountId?) {
        let choices = Box(.down, spacing: 6)
        column.append(choices)
        if begun == nil { choices.append(own) }
        guard let account else { return }
        if begun == nil {
            let button = RadioButton(
                localized("%1$s, which is connected; its other keys stay", account.text), group: own
            ).wrapping(at: 56)
            connected = button
            choices.append(button)
        }
        // Below a long id, an implicit account's for one, there is no room for a name.
        guard account.text.utf8.count + 2 <= AccountId.maximumByteCount else { return }
        let button = RadioButton(
            localized("A new account below %1$s, which makes it", account.text), group: own
        ).wrapping(at: 56)
        button.onToggle { [weak self] in self?.check() }
        below = button
        choices.append(button)
    }

    private func makeForm() {
        amount.text = NumberStyle.current.text(Self.usualAmount)
        form.append(Self.field(localized("_Name"), name))
        form.append(preview)
        form.append(Self.field(localized("It _gets, in NEAR"), amount))
        form.append(problem)
        column.append(form)
        for entry in [name, amount] { entry.onChange { [weak self] in self?.check() } }
        Self.enter(in: [name, amount], presses: start)
    }

    /// The new account as typed; `nil` while another one is chosen.
    private var input: SharedKeyNameInput? {
        guard let account, below?.isChosen == true else { return nil }
        return SharedKeyNameInput(name.text, amount: amount.text, below: account, style: .current)
    }

    /// The account that is chosen; `nil` while its name or its amount isn't right.
    private var chosen: SharedKeyAccount? {
        if let input {
            guard let id = input.account, let deposit = input.deposit else { return nil }
            return .below(id, deposit)
        }
        guard let account, connected?.isChosen == true else { return .own }
        return .connected(account)
    }

    private func check() {
        let input = input
        form.isVisible = input != nil
        preview.text = input?.account.map { localized("The account will be %1$s.", $0.text) } ?? ""
        preview.isVisible = input?.account != nil
        problem.text = input?.problem ?? ""
        problem.isVisible = input?.problem != nil
        for (place, entry) in [(SharedKeyNameInput.Place.name, name), (.amount, amount)] {
            let isWrong = input?.problem != nil && input?.place == place
            entry.setStyle("near-connect-invalid", isWrong)
            entry.describe(by: isWrong ? problem : nil)
        }
        start.isSensitive = chosen != nil
    }
}
