// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import SafeText

/// The card about the wallet that is connected: its version, its permissions, and a new version that waits.
@MainActor
final class ConnectedWalletCard: Container {
    /// The facts that are shown; `nil` where nothing is known of the wallet's code.
    private(set) var facts: WalletFacts?
    /// The sentence about a new version.
    let update = Label().wrapping(at: 52).hidden()
    let updates = Button(localized("_Updates…")).aligned(.start)

    private let manager: NEARWalletManager
    private let heading = Label().wrapping(at: 40).styled("near-connect-heading")
    private let rows = Box(.down)
    private var walletId: String?
    private var observer: StateObserver?

    init(manager: NEARWalletManager) {
        self.manager = manager
        let column = Box(.down, spacing: 12).styled("near-connect-card")
        super.init(shared: column.widget)
        keep(column)
        column.append(heading)
        column.append(rows)
        column.append(update)
        column.append(updates)
        updates.onClick { [weak self] in
            guard let self else { return }
            _ = WalletUpdatesDialog.present(self.manager, above: self)
        }
        observer = StateObserver { [weak self] in self?.showUpdate() }
    }

    isolated deinit {
        observer?.stop()
    }

    /// Shows the wallet of an account.
    ///
    /// Nothing is shown of a wallet that this program speaks with by itself, on a phone: it runs no code of it.
    func show(_ walletId: String) {
        self.walletId = walletId
        let entry = manager.takesOver(walletId) ? nil : manager.walletLoader.entry(walletId)
        let facts = entry.map { WalletFacts($0.manifest, code: $0.code) }
        isVisible = facts != nil
        if case .pinned = entry?.code { updates.isVisible = true } else { updates.isVisible = false }
        if let facts, facts != self.facts { show(facts) }
        self.facts = facts
        heading.text = WalletName.of(walletId, manager)
        showUpdate()
    }

    private func show(_ facts: WalletFacts) {
        rows.removeAll()
        let grid = Grid(columnSpacing: 18, rowSpacing: 6)
        for (row, fact) in facts.rows.enumerated() {
            let value = Label(fact.value).wrapping(at: 34).selectable()
            value.setAccessibleName("\(fact.name): \(fact.value)")
            grid.attach(Label(fact.name).aligned(.start, .start).styled("dim-label"), column: 0, row: Int32(row))
            grid.attach(value, column: 1, row: Int32(row))
        }
        rows.append(grid)
    }

    private func showUpdate() {
        let waiting = manager.walletUpdates.filter { $0.id == walletId && !$0.isDeclined }
        update.text = WalletUpdateText.announcement(of: waiting)
        update.isVisible = !waiting.isEmpty
    }
}
