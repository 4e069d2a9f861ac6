// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// One entry of the journal: its facts, what can be done with it, and its steps on the chain.
@MainActor
final class EntryDetails: Container {
    /// Called to show a part of the window's own explorer; must hold its owner weakly.
    var onOwnExplorer: ((_ fragment: String) -> Void)?
    /// True if the window has an explorer of its network.
    var hasOwnExplorer = false

    let copy = Button(localized("Copy _hash"))
    let open = Button(localized("Show in _explorer"))
    let part = DropDown([], name: localized("Transaction of the request"))
    /// The steps of the transaction that is shown, as rows.
    private(set) var steps: [TreeRow] = []
    /// The sentence about the steps: that they are read, or why they can't be.
    let note = Label().wrapping(at: 70).asStatus().styled("dim-label", "near-connect-small")

    private let manager: NEARWalletManager
    private let opener: LinkOpener
    private let title = Label().wrapping(at: 60).selectable().styled("near-connect-heading")
    private let state = Label().wrapping(at: 70).selectable()
    private let facts = Box(.down)
    private let tree = TreeTable(
        [
            TableColumn(localized("Step"), width: 220, expands: true), TableColumn(localized("Account"), width: 130),
            TableColumn(localized("Result"), width: 130), TableColumn(localized("Gas"), width: 150),
        ], name: localized("Steps of the transaction"), height: 150)
    private var entry: JournalEntry?
    private var reading: Task<Void, Never>?

    init(manager: NEARWalletManager, opener: LinkOpener = LinkOpener()) {
        (self.manager, self.opener) = (manager, opener)
        let column = Box(.down, spacing: 9).margins(horizontal: 12, vertical: 12)
        let scrolled = ScrolledView(column)
        super.init(shared: scrolled.widget)
        keep(scrolled)
        minimumSize(height: 240)
        let buttons = Box(.across, spacing: 9, copy, open)
        for child in [title, state, part, facts, buttons, note, tree] as [WidgetHandle] { column.append(child) }
        copy.onClick { [weak self] in
            if let hash = self?.shownPart?.hash { Clipboard.copy(hash.description) }
        }
        open.onClick { [weak self] in self?.openExplorer() }
        part.onChange { [weak self] in self?.showPart() }
    }

    isolated deinit {
        reading?.cancel()
    }

    /// Shows an entry.
    func show(_ entry: JournalEntry) {
        self.entry = entry
        let row = ActivityRow(entry)
        title.text = row.what
        part.isVisible = entry.parts.count > 1
        part.offer(
            entry.parts.indices.map {
                localized("Transaction %1$s of %2$s", "\($0 + 1)", "\(entry.parts.count)")
            }, chosen: 0)
        showPart()
    }

    private var shownPart: JournalEntry.Part? {
        guard let entry, entry.parts.indices.contains(part.chosen) else { return nil }
        return entry.parts[part.chosen]
    }

    private func showPart() {
        guard let entry, let shown = shownPart else { return }
        state.text = "\(ActivityRow.words(for: shown.state).word): \(ActivityRow.sentence(for: shown.state))"
        facts.removeAll()
        facts.append(FactGrid.make(Self.facts(of: entry, shown, manager)))
        copy.isVisible = shown.hash != nil
        open.isVisible = address != nil
        showSteps(of: shown, entry)
    }

    private static func facts(
        of entry: JournalEntry, _ part: JournalEntry.Part, _ manager: NEARWalletManager
    ) -> [ApprovalText.Fact] {
        var facts = [
            ApprovalText.Fact(name: localized("When"), value: TimeText.minute(entry.startedAt, .current)),
            .init(name: localized("Network"), value: entry.network),
            .init(name: localized("From"), value: entry.signerId.text, isCode: true),
            .init(name: localized("To"), value: part.receiverId.text, isCode: true),
            .init(name: localized("Wallet"), value: WalletName.of(entry.walletId, manager)),
        ]
        let tokenReceivers = Set(part.actions.compactMap(\.tokenReceiver)).map(\.text).sorted()
        if !tokenReceivers.isEmpty {
            facts.append(
                .init(name: localized("Tokens to"), value: tokenReceivers.joined(separator: ", "), isCode: true))
        }
        if let amounts = amounts(of: part.actions) {
            facts.append(.init(name: localized("In the token’s smallest units"), value: amounts))
        }
        if let asker = entry.asker, !asker.isOwn { facts += asker.facts }
        if let hash = part.hash {
            facts.append(.init(name: localized("Transaction"), value: hash.description, isCode: true))
        }
        return facts
    }

    /// Returns the amounts of tokens that actions move, in the tokens' smallest units; `nil` for none.
    ///
    /// Of several transfers the receivers stand with them.
    static func amounts(of actions: [JournalAction], style: NumberStyle = .current) -> String? {
        let transfers = actions.compactMap(\.tokenTransfer)
        let amounts = transfers.compactMap { transfer in
            transfer.amount.map { amount in
                let number = style.text("\(amount)")
                return transfers.count == 1 ? number : "\(transfer.receiver.text): \(number)"
            }
        }
        return amounts.isEmpty ? nil : amounts.joined(separator: "; ")
    }

    // MARK: Explorer

    private var address: ExplorerAddress? {
        guard let entry, let hash = shownPart?.hash else { return nil }
        return ExplorerAddress(
            of: hash, network: entry.network, shown: manager.network.rawValue, hasOwnPage: hasOwnExplorer)
    }

    private func openExplorer() {
        switch address {
        case .ownPage(let fragment)?: onOwnExplorer?(fragment)
        case .web(let address)?:
            Task { [weak self, opener] in
                do throws(ExternalLinkError) {
                    try await opener.open(try ExternalLink(address))
                } catch .noAnswer {
                    // Without a desktop xdg-open is the browser itself, and runs for as long.
                } catch {
                    self?.note.text = localized(
                        "No program opened %1$s (%2$s). Copy the hash and look it up in a browser.", address,
                        DisplayText.words(error))
                }
            }
        case nil: break
        }
    }

    // MARK: Steps

    private func showSteps(of part: JournalEntry.Part, _ entry: JournalEntry) {
        reading?.cancel()
        show([])
        guard let hash = part.hash else { return note.text = "" }
        guard entry.network.hasSameBytes(as: manager.network.rawValue) else {
            return note.text = localized(
                "Its steps are on %1$s; this window is on %2$s.", entry.network, manager.network.rawValue)
        }
        note.text = localized("Reading the steps from a node…")
        reading = Task { [weak self, manager] in
            let (rows, text) = await Self.steps(of: hash, signer: entry.signerId, manager)
            guard !Task.isCancelled, let self else { return }
            self.show(rows)
            self.note.text = text
        }
    }

    private func show(_ rows: [TreeRow]) {
        steps = rows
        tree.show(rows)
        tree.isVisible = !rows.isEmpty
    }

    private static func steps(
        of hash: CryptoHash, signer: AccountId, _ manager: NEARWalletManager
    ) async -> (rows: [TreeRow], text: String) {
        do {
            let result = try await manager.client().transactionWithReceipts(hash, signerId: signer, waitUntil: .none)
            guard let outcome = result.outcome else {
                return ([], localized("The node has the transaction, and nothing of it has run yet."))
            }
            let text = localized(
                "%1$s burnt, which cost %2$s.", NumberStyle.current.words(outcome.gasBurnt),
                NumberStyle.current.words(outcome.tokensBurnt))
            return (ReceiptTree.rows(of: outcome), text)
        } catch {
            return ([], localized("The steps can’t be read: %1$s", DisplayText.words(error)))
        }
    }
}
