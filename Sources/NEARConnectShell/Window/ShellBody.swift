// SPDX-License-Identifier: MIT

internal import Foundation
internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import WebKitGTK

/// All of the shell's window below its header bar, for one manager.
@MainActor
final class ShellBody: Container {
    let manager: NEARWalletManager
    let home: HomePage
    let bridge: BridgeWidget
    let strip = WaitingStrip()
    let errors: InfoBar
    /// Says that pages aren't locked in, until the person closes it.
    let sandboxNote = InfoBar(.warning) {}

    /// Says that new versions of wallets wait, until they are answered or the person closes it.
    private(set) var updatesNote: InfoBar?
    /// The offers that the note was closed for.
    private var closedFor: [WalletUpdate] = []

    private enum Page {
        static let home = "home"
        static let wallet = "wallet"
        static let explorer = "explorer"
    }

    /// Where the chain's explorer is; without one there is none to be shown.
    var explorer: URL? {
        didSet { if explorer != oldValue { hideExplorer() } }
    }
    /// The explorer while it is shown.
    private(set) var explorerPage: ExplorerPage?

    private var wasBusy = false
    private let stack = Stack()
    private let stripRevealer: Revealer
    private weak var header: ShellHeader?
    private var observer: StateObserver?

    /// - Parameters:
    ///   - manager: What is shown and driven.
    ///   - header: The bar that shows who is connected.
    init(manager: NEARWalletManager, header: ShellHeader) {
        self.manager = manager
        self.header = header
        home = HomePage(manager: manager)
        bridge = BridgeWidget(manager: manager)
        stripRevealer = Revealer(strip)
        errors = InfoBar(.error) { [weak manager] in manager?.lastError = nil }
        let column = Box(.down)
        super.init(shared: column.widget)
        keep(column)
        minimumSize(width: 360, height: 360)
        stack.add(home, name: Page.home)
        stack.add(bridge.handle, name: Page.wallet)
        column.append(errors)
        column.append(sandboxNote)
        noteSandbox()
        let updatesNote = InfoBar(
            .information, action: ("_Review\u{2026}", { [weak self] in self?.showUpdates() }),
            closed: { [weak self] in self?.closedFor = self?.announcedUpdates ?? [] })
        self.updatesNote = updatesNote
        column.append(updatesNote)
        column.append(stack, expands: true)
        column.append(stripRevealer)
        strip.onCancel = { [weak self] in self?.leaveWallet() }
        observer = StateObserver { [weak self] in self?.refresh() }
    }

    isolated deinit {
        observer?.stop()
    }

    private func noteSandbox() {
        guard case .unavailable(let problem) = manager.sandbox else { return }
        sandboxNote.show(
            "Web pages run without WebKit\u{2019}s sandbox: \(problem.reason) \u{201C}near-connect doctor\u{201D} says what to do."
        )
    }

    /// What waits and wasn't answered yet.
    private var announcedUpdates: [WalletUpdate] { manager.walletUpdates.filter { !$0.isDeclined } }

    /// Shows what waits, in a dialog above the window.
    @discardableResult
    func showUpdates() -> WalletUpdatesDialog {
        WalletUpdatesDialog.present(manager, above: self)
    }

    private func announceUpdates() {
        let waiting = announcedUpdates
        guard !waiting.isEmpty, waiting != closedFor else {
            updatesNote?.hide()
            return
        }
        updatesNote?.show(WalletUpdateText.announcement(of: waiting))
    }

    /// Ends what the window waits for, when it goes or shows another manager.
    func end() {
        observer?.stop()
        hideExplorer()
        manager.cancelPendingOperation()
        manager.coordinator?.closePopups()
    }

    /// Cancel and Back mean the same: the person gives up what the wallet was asked for.
    func leaveWallet() {
        manager.cancelPendingOperation()
        manager.showWalletUI = false
    }

    /// Leaves what stands over the account.
    func goBack() {
        if explorerPage == nil { leaveWallet() } else { hideExplorer() }
    }

    /// Shows the chain's explorer until the person goes back, or a wallet wants to be seen.
    func showExplorer() {
        guard let explorer, !manager.showWalletUI else { return }
        hideExplorer()
        let page = ExplorerPage(explorer, isSandboxed: manager.sandbox.isWanted, logger: manager.logger)
        explorerPage = page
        stack.add(page, name: Page.explorer)
        refresh()
        page.view.focus()
    }

    private func hideExplorer() {
        guard let page = explorerPage else { return }
        explorerPage = nil
        refresh()
        stack.remove(page)
    }

    /// Whether nothing is on its way in or out.
    var isSettled: Bool { !stack.isChanging && !stripRevealer.isChanging }

    private func refresh() {
        let account = manager.currentAccount
        let (isBusy, showsWallet) = (manager.isBusy, manager.showWalletUI)
        header?.show(
            account: account, walletName: account.map { WalletName.of($0.walletId, manager) },
            network: NetworkLabel(manager.network.rawValue, manager.chain),
            isBusy: isBusy, showsWallet: showsWallet, showsExplorer: explorerPage != nil && !showsWallet)
        home.show(account: account, isBusy: isBusy)
        let wanted = showsWallet ? Page.wallet : explorerPage == nil ? Page.home : Page.explorer
        let isNew = wanted != stack.visiblePage
        if isNew {
            stack.visiblePage = wanted
            // Without a mouse, the wallet list must be the next thing that keys reach.
            if showsWallet { bridge.focus() }
        }
        if showsWallet { hideExplorer() }
        // What had the focus can't be used while a wallet is at work, or is hidden now.
        if wanted == Page.home, !isBusy, isNew || wasBusy { home.takeFocus() }
        wasBusy = isBusy
        if let text = manager.waitingText { strip.show(text) }
        strip.setWaiting(isBusy)
        stripRevealer.isRevealed = isBusy
        if let error = manager.lastError { errors.show(error) } else { errors.hide() }
        announceUpdates()
    }
}
