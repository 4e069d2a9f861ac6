// SPDX-License-Identifier: MIT

internal import Foundation
internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import SafeText

/// A dialog with the new versions of wallets and their differences, for the user to accept or decline.
@MainActor
final class WalletUpdatesDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [WalletUpdatesDialog] = []

    /// One offer as shown.
    struct Card {
        let update: WalletUpdate
        let lines: [Label]
        let accept: Button
        let keep: Button
    }

    let dialog: Dialog
    /// The offers in the order of the wallet list.
    private(set) var cards: [Card] = []
    let look = Button(localized("_Look for updates")).aligned(.start)
    let note = Label().wrapping(at: 56).asStatus()
    private let manager: NEARWalletManager
    private let list = Box(.down, spacing: 12)
    private let spinner = Spinner().hidden()
    private var observer: StateObserver?
    private var work: Task<Void, Never>?

    /// Shows the dialog above the window of `parent`.
    static func present(_ manager: NEARWalletManager, above parent: WidgetHandle) -> WalletUpdatesDialog {
        let view = WalletUpdatesDialog(manager, parent: parent)
        open.append(view)
        view.dialog.onResponse = { [weak view] _ in
            view?.end()
            open.removeAll { $0 === view }
        }
        view.dialog.present()
        return view
    }

    private init(_ manager: NEARWalletManager, parent: WidgetHandle) {
        self.manager = manager
        dialog = Dialog(
            title: localized("Updates of wallets"), parent: parent, width: 560,
            choices: [Dialog.Choice(text: localized("_Close"), response: 0)], byDefault: 0)
        dialog.append(
            Label(
                localized(
                    "A wallet runs the version that you accepted, whatever its server has now. A new version runs once you accept it."
                )
            ).wrapping(at: 56).styled("dim-label"))
        dialog.append(scrolled: list, height: 300)
        dialog.append(note.hidden())
        dialog.append(Box(.across, spacing: 9, look, spinner))
        look.setTooltip(localized("Asks the servers of the wallets that you use"))
        look.onClick { [weak self] in self?.lookForUpdates() }
        observer = StateObserver { [weak self] in self?.refresh() }
    }

    private func end() {
        observer?.stop()
        work?.cancel()
    }

    private func refresh() {
        let updates = manager.walletUpdates
        guard updates != cards.map(\.update) || updates.isEmpty else { return }
        list.removeAll()
        cards = []
        for update in updates { append(update) }
        if updates.isEmpty { list.append(Label(localized("There are no new versions."))) }
    }

    private func append(_ update: WalletUpdate) {
        let (difference, text) = (update.difference, WalletUpdateText.heading(of: update))
        let lines = difference.items.map { item in
            let line = Label(item.text).wrapping(at: 52).selectable().styled("near-connect-small")
            return item.kind.isWarning ? line.styled("near-connect-danger-text") : line
        }
        let hash = Label("sha256 \(update.offered.executor.sha256)").wrapping(at: 52).selectable()
            .styled("near-connect-account", "near-connect-small", "dim-label")
        let accept = Button(difference.isDowngrade ? localized("_Accept the older version") : localized("_Accept"))
            .styled(difference.isDowngrade ? "destructive-action" : "suggested-action")
            .accessible(localized("Accept %1$s", text))
        let keep = Button(update.isDeclined ? localized("Declined") : localized("_Decline"))
            .accessible(localized("Decline the new version of %1$s", WalletName.shown(update.name)))
        keep.isSensitive = !update.isDeclined
        accept.onClick { [weak self] in
            self?.run { try await $0.accept(update, allowsDowngrade: difference.isDowngrade) }
        }
        keep.onClick { [weak self] in self?.run { try await $0.decline(update) } }
        let card = Box(.down, spacing: 6, Label(text).wrapping(at: 52).styled("near-connect-heading"))
        for line in lines { card.append(line) }
        card.append(hash)
        card.append(Box(.across, spacing: 9, keep, accept).aligned(.end))
        list.append(card.styled("near-connect-call"))
        cards.append(Card(update: update, lines: lines, accept: accept, keep: keep))
    }

    private func lookForUpdates() {
        run { [weak self] in
            let found = try await $0.compareWallets()
            self?.say(WalletUpdateText.result(of: found))
        }
    }

    /// Runs one operation at a time; the dialog shows its error.
    private func run(_ body: @escaping @MainActor (NEARWalletManager) async throws -> Void) {
        setWorking(true)
        say("")
        work = Task { [weak self, manager] in
            do {
                try await body(manager)
            } catch {
                if !Task.isCancelled { self?.say(error.localizedDescription) }
            }
            self?.setWorking(false)
        }
    }

    private func setWorking(_ isWorking: Bool) {
        look.isSensitive = !isWorking
        list.isSensitive = !isWorking
        spinner.isVisible = isWorking
        spinner.isSpinning = isWorking
    }

    private func say(_ text: String) {
        note.text = text
        note.isVisible = !text.isEmpty
    }
}
