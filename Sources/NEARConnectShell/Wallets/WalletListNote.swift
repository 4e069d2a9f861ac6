// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnect
internal import SafeText

/// The note that no list of wallets can be fetched, with a button that tries again.
@MainActor
final class WalletListNote {
    let bar: InfoBar
    private let manager: NEARWalletManager
    /// True once the user has closed the note.
    private var isClosed = false

    init(_ manager: NEARWalletManager) {
        self.manager = manager
        var close: (@MainActor () -> Void)?
        bar = InfoBar(
            .warning, action: (localized("Retry"), { [weak manager] in manager?.fetchWalletLists() }),
            closed: { close?() })
        close = { [weak self] in self?.isClosed = true }
    }

    /// Shows the state of the lists.
    ///
    /// - Parameter isOfUse: True where the user may be about to choose a wallet.
    func refresh(isOfUse: Bool) {
        let (problem, isFetching) = (manager.walletLoader.lists.problem, manager.walletLoader.lists.isFetching)
        guard isOfUse, !isClosed, let problem else { return bar.hide() }
        bar.show(
            isFetching
                ? localized("Fetching the list of wallets…")
                : localized(
                    "The list of wallets can’t be fetched, so some wallets may be missing. Are you online?"))
        bar.setTooltip(problem)
    }
}
