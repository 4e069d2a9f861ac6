// SPDX-License-Identifier: MIT

internal import Foundation
internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import SafeText
internal import WebKitGTK

/// The shell's window below its header bar, for one manager.
@MainActor
final class ShellBody: Container {
    let manager: NEARWalletManager
    let home: HomePage
    let bridge: BridgeWidget
    let strip = WaitingStrip()
    let errors: InfoBar
    /// The note that pages run without a sandbox, until the user closes it.
    let sandboxNote = InfoBar(.warning) {}

    /// The note about new versions of wallets, until the user answers or closes it.
    private(set) var updatesNote: InfoBar?
    /// The offers for which the user closed the note.
    private var closedFor: [WalletUpdate] = []

    private enum Page {
        static let home = "home"
        static let wallet = "wallet"
        static let explorer = "explorer"
        static let apps = "apps"
    }

    /// The address of the chain's explorer; `nil` if there is none.
    var explorer: URL? {
        didSet { if explorer != oldValue { hideExplorer() } }
    }
    /// The explorer's page while it is shown.
    private(set) var explorerPage: ExplorerPage?

    /// The browser for dApps, from its first use on.
    private(set) var apps: DAppBrowserWidget?
    /// True while the user is in the browser, also while a wallet covers it.
    private(set) var isInApps = false

    private var wasBusy = false
    private let stack = Stack()
    private let stripRevealer: Revealer
    private weak var header: ShellHeader?
    private var observer: StateObserver?

    /// Creates the body.
    ///
    /// - Parameters:
    ///   - manager: The manager that is shown and driven.
    ///   - header: The bar that shows the account and the network.
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
            .information, action: (localized("_Review…"), { [weak self] in self?.showUpdates() }),
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
            localized(
                "Web pages run without WebKit’s sandbox: %1$s Run “near-connect doctor” to see what you can do.",
                problem.reason))
    }

    /// The offers that the user hasn't answered yet.
    private var announcedUpdates: [WalletUpdate] { manager.walletUpdates.filter { !$0.isDeclined } }

    /// Shows the offers in a dialog above the window.
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

    /// Ends the window's operations when it closes or shows another manager.
    func end() {
        observer?.stop()
        hideExplorer()
        apps?.close()
        manager.cancelPendingOperation()
        manager.coordinator?.closePopups()
    }

    /// Cancels the wallet's request; Cancel and Back both do this.
    func leaveWallet() {
        manager.cancelPendingOperation()
        manager.showWalletUI = false
    }

    /// Leaves the page that covers the account.
    func goBack() {
        if manager.showWalletUI { return leaveWallet() }
        if explorerPage != nil { return hideExplorer() }
        isInApps = false
        refresh()
    }

    /// Shows the browser for dApps, which is made with the first call.
    @discardableResult
    func showApps() -> DAppBrowserWidget {
        let browser = apps ?? makeApps()
        hideExplorer()
        isInApps = true
        refresh()
        browser.focus()
        return browser
    }

    private func makeApps() -> DAppBrowserWidget {
        let browser = DAppBrowserWidget(configuration: DAppBrowserConfiguration(manager: manager))
        browser.onEmpty = { [weak self] in self?.goBack() }
        stack.add(browser.handle, name: Page.apps)
        apps = browser
        return browser
    }

    /// True if the browser is what the window shows.
    var showsApps: Bool { isInApps && explorerPage == nil && !manager.showWalletUI }

    /// Shows the chain's explorer until the user goes back or a wallet wants to be seen.
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

    /// True if no transition is running.
    var isSettled: Bool { !stack.isChanging && !stripRevealer.isChanging && apps?.isSettled != false }

    private func refresh() {
        let account = manager.currentAccount
        let (isBusy, showsWallet) = (manager.isBusy, manager.showWalletUI)
        header?.show(
            account: account, walletName: account.map { WalletName.of($0.walletId, manager) },
            network: NetworkLabel(manager.network.rawValue, manager.chain),
            isBusy: isBusy, showsWallet: showsWallet, showsExplorer: explorerPage != nil && !showsWallet,
            showsApps: showsApps)
        header?.phones.isVisible = manager.hasPhoneWallets
        home.show(account: account, isBusy: isBusy)
        let own = isInApps ? Page.apps : Page.home
        let wanted = showsWallet ? Page.wallet : explorerPage == nil ? own : Page.explorer
        let isNew = wanted != stack.visiblePage
        if isNew {
            stack.visiblePage = wanted
            // Keyboard users must get straight into the wallet list.
            if showsWallet { bridge.focus() }
        }
        if showsWallet { hideExplorer() }
        // The focused widget is disabled while a wallet works, or is hidden now.
        if wanted == Page.home, !isBusy, isNew || wasBusy { home.takeFocus() }
        wasBusy = isBusy
        if let text = manager.waitingText { strip.show(text) }
        strip.setWaiting(isBusy)
        stripRevealer.isRevealed = isBusy
        if let error = manager.lastError { errors.show(error) } else { errors.hide() }
        announceUpdates()
    }
}
