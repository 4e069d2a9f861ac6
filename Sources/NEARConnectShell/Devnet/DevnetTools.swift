// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// The tools for an embedded chain: to give NEAR, let time pass, keep a state and go back to it.
@MainActor
final class DevnetTools: Container {
    /// Called with an account that was made, and its key; must hold its owner weakly.
    var onNewAccount: ((AccountId, SecretKey) -> Void)?
    /// Called after the chain was changed; must hold its owner weakly.
    var onChange: (() -> Void)?

    /// The most blocks that are skipped at once: about a month of seconds.
    static let mostBlocks = 2_592_000

    let account = Entry(placeholder: "carol.test.near")
    let amount = Entry(placeholder: "100")
    let give = Button(localized("_Give"))
    let blocks = Entry(placeholder: "10")
    let skip = Button(localized("Ski_p"))
    let keepState = Button(localized("_Keep this state"))
    let states = DropDown([], name: localized("States that were kept"))
    let goBack = Button(localized("Go _back"))
    let height = Label().styled("near-connect-heading")
    /// The sentence about the last change, or why there was none.
    let note = Label().wrapping(at: 30).asStatus().styled("dim-label", "near-connect-small").hidden()
    /// The accounts with their balances, as shown.
    private(set) var rows: [String] = []

    private let calls: DevnetCalls
    private let list = Box(.down, spacing: 6)
    private let kept: KeptStates
    var snapshots: [DevnetCalls.Snapshot] { kept.snapshots }
    private var work: Task<Void, Never>?

    init(_ calls: DevnetCalls, _ kept: KeptStates) {
        (self.calls, self.kept) = (calls, kept)
        let column = Box(.down, spacing: 12).margins(12)
        let scrolled = ScrolledView(column)
        super.init(shared: scrolled.widget)
        keep(scrolled)
        column.append(height)
        column.append(note)
        column.append(
            Self.group(
                localized("Give NEAR"), Self.field(localized("_To"), account),
                Self.field(localized("_Amount in NEAR"), amount), give))
        column.append(Self.group(localized("Let time pass"), Self.field(localized("B_locks to skip"), blocks), skip))
        column.append(Self.group(localized("Keep and go back"), keepState, states, goBack))
        column.append(Self.group(localized("Accounts"), list))
        give.onClick { [weak self] in self?.giveNEAR() }
        skip.onClick { [weak self] in self?.skipBlocks() }
        keepState.onClick { [weak self] in self?.keepThis() }
        goBack.onClick { [weak self] in self?.goBackToChosen() }
        showStates()
        read()
    }

    isolated deinit {
        work?.cancel()
    }

    private static func group(_ title: String, _ widgets: WidgetHandle...) -> Box {
        let box = Box(.down, spacing: 6, Label(title).styled("near-connect-strong"))
        for widget in widgets { box.append(widget) }
        return box
    }

    private static func field(_ title: String, _ entry: Entry) -> Box {
        Box(.down, spacing: 3, Label(mnemonic: title, for: entry).styled("dim-label", "near-connect-small"), entry)
    }

    // MARK: What a user does

    private func giveNEAR() {
        let receiver = ReceiverInput(account.text)
        let typed = AmountInput(amount.text.isEmpty ? "100" : amount.text, available: nil, style: .current)
        guard let id = receiver.account else {
            return say(receiver.problem ?? localized("Enter an account."), about: account)
        }
        guard let amount = typed.amount else {
            return say(typed.problem ?? localized("Enter an amount."), about: self.amount)
        }
        run { tools in
            let key = try await tools.calls.give(amount, to: id)
            if let key { tools.onNewAccount?(id, key) }
            return key == nil
                ? localized("%1$s got %2$s.", id.text, NumberStyle.current.near(amount))
                : localized(
                    "%1$s is new and has %2$s. Its key is in this program’s memory only: nobody has it once the program ends.",
                    id.text, NumberStyle.current.near(amount))
        }
    }

    private func skipBlocks() {
        let text = TypedText.trimmed(blocks.text)
        guard let count = text.isEmpty ? 10 : Int(text), (1...Self.mostBlocks).contains(count) else {
            return say(localized("Enter a number of blocks from 1 to %1$s.", "\(Self.mostBlocks)"), about: blocks)
        }
        run { tools in
            try await tools.calls.skip(blocks: count)
            return localizedPlural(
                "%1$s block has passed.", "%1$s blocks have passed.", count: count, "\(count)")
        }
    }

    private func keepThis() {
        run { tools in
            let snapshot = try await tools.calls.keep()
            tools.kept.snapshots.append(snapshot)
            tools.showStates()
            return localized("The state at block %1$s is kept.", "\(snapshot.height)")
        }
    }

    private func goBackToChosen() {
        guard snapshots.indices.contains(states.chosen) else { return }
        let snapshot = snapshots[states.chosen]
        run { tools in
            try await tools.calls.goBack(to: snapshot)
            return localized(
                "The chain is at block %1$s again. What came later is undone on the chain; Activity still lists it.",
                "\(snapshot.height)")
        }
    }

    /// Runs one change after the other, and reads the chain after it.
    private func run(_ change: @escaping @MainActor (DevnetTools) async throws -> String) {
        guard work == nil else { return }
        setBusy(true)
        work = Task { [weak self] in
            guard let self else { return }
            do {
                say(try await change(self))
            } catch {
                say(localized("That didn’t work: %1$s", DisplayText.words(error)))
            }
            await readNow()
            work = nil
            setBusy(false)
            onChange?()
        }
    }

    // MARK: What is shown

    /// Reads accounts and height again.
    func read() {
        guard work == nil else { return }
        work = Task { [weak self] in
            await self?.readNow()
            self?.work = nil
        }
    }

    private func readNow() async {
        do {
            let (height, accounts) = (try await calls.height(), try await calls.accounts())
            self.height.text = localized("Block %1$s", "\(height)")
            show(accounts)
        } catch {
            say(localized("The chain can’t be read: %1$s", DisplayText.words(error)))
        }
    }

    private func show(_ accounts: [DevnetCalls.Account]) {
        let rows = accounts.map { "\($0.id.text): \(NumberStyle.current.near($0.balance, digits: 2))" }
        guard rows != self.rows else { return }
        self.rows = rows
        list.removeAll()
        for row in rows { list.append(Label(row).wrapping(at: 30).selectable().styled("near-connect-small")) }
    }

    private func showStates() {
        states.offer(
            snapshots.map { localized("Block %1$s", "\($0.height)") }, chosen: max(snapshots.count - 1, 0))
        states.isVisible = !snapshots.isEmpty
        goBack.isVisible = !snapshots.isEmpty
    }

    /// - Parameter field: The field that the text is about; `nil` for what isn't about one.
    private func say(_ text: String, about field: Entry? = nil) {
        FieldProblem(label: note, fields: [account, amount, blocks]).say(text, about: field)
    }

    private func setBusy(_ isBusy: Bool) {
        for button in [give, skip, keepState, goBack] { button.isSensitive = !isBusy }
    }
}
