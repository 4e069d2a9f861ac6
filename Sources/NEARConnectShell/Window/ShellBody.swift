// SPDX-License-Identifier: MIT

internal import Foundation
internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import SafeText
internal import WebKitGTK

/// The shell's window below its header bar, for one manager: the list of pages, and the page that is shown.
@MainActor
final class ShellBody: Container {
    let manager: NEARWalletManager
    let pages: ShellPages
    let bridge: BridgeWidget
    let navigation = NavigationList()
    let waiting: WaitingPlace
    let errors: InfoBar
    /// The note that pages run without a sandbox, until the user closes it.
    let sandboxNote = InfoBar(.warning) {}

    /// The note that no list of wallets can be fetched.
    let listNote: WalletListNote
    /// Called to use an account with a shared key in this window; must hold its owner weakly.
    var onOpened: ((Keystore.Entry) -> Void)?
    /// The note about shared keys.
    let sharedKeys: SharedKeyWatch

    /// The note about new versions of wallets, until the user answers or closes it.
    private(set) var updatesNote: InfoBar?
    /// The offers for which the user closed the note.
    private var closedFor: [WalletUpdate] = []

    /// The names of the pages in the stack that are no ``ShellPage``.
    private enum Cover {
        static let start = "start"
        static let needed = "needed"
        static let wallets = "wallets"
    }

    /// The states of the chain of ``explorer`` that the user has kept.
    private var keptStates = KeptStates()

    /// The width below which the list of pages makes room for the page, in pixels.
    static let narrow: Int32 = 620

    /// The address of the chain's explorer; `nil` if there is none.
    var explorer: URL? {
        didSet {
            guard explorer != oldValue else { return }
            endExplorer()
            keptStates = KeptStates()
            pages.hasExplorer = explorer != nil
            navigation.offer(.devnet, explorer != nil)
            header?.offer(.devnet, explorer != nil)
            if page == .devnet { page = .wallet }
            refresh()
        }
    }
    /// Called when the user wants to try the window out; must hold its owner weakly.
    var onTryOut: (() -> Void)? {
        didSet { pages.start.onTryOut = onTryOut }
    }

    /// Called when the user wants the report of a window that wasn't closed; must hold its owner weakly.
    var onReport: (() -> Void)?

    /// Tells of a window that wasn't closed.
    private(set) var aborted: AbortedNote?

    /// True if the start page has a button to try the window out.
    var offersTrial: Bool {
        get { pages.start.offersTrial }
        set { pages.start.offersTrial = newValue }
    }

    /// The chain's page while it is shown.
    private(set) var devnetPage: DevnetPage?
    /// The explorer in it.
    var explorerPage: ExplorerPage? { devnetPage?.explorer }

    /// The browser for dApps, from its first use on.
    private(set) var apps: DAppBrowserWidget?
    /// The page that the user has chosen, also while a wallet covers it.
    private(set) var page = ShellPage.wallet
    /// The page to go back to from the browser.
    private var pageBefore = ShellPage.wallet
    private(set) var isNarrow = false

    /// Has the shown page read again what is old.
    private(set) lazy var freshness = PageFreshness { [weak self] in
        guard let self, !self.manager.isBusy else { return nil }
        return self.shownView
    }
    private var wasBusy = false
    private let stack = Stack()
    private weak var header: ShellHeader?
    private var observer: StateObserver?
    private var connections: [SignalConnection] = []

    /// Creates the body.
    ///
    /// - Parameters:
    ///   - manager: The manager that is shown and driven.
    ///   - header: The bar that shows the account and the network.
    init(manager: NEARWalletManager, header: ShellHeader) {
        self.manager = manager
        self.header = header
        pages = ShellPages(manager: manager)
        bridge = BridgeWidget(manager: manager)
        listNote = WalletListNote(manager)
        waiting = WaitingPlace(manager)
        sharedKeys = SharedKeyWatch(manager)
        errors = InfoBar(.error) { [weak manager] in manager?.lastError = nil }
        let column = Box(.down)
        super.init(shared: column.widget)
        keep(column)
        minimumSize(width: 360, height: 360)
        stack.add(pages.start, name: Cover.start)
        stack.add(pages.needed, name: Cover.needed)
        stack.add(bridge.handle, name: Cover.wallets)
        column.append(errors)
        column.append(sandboxNote)
        column.append(listNote.bar)
        let aborted = AbortedNote(manager) { [weak self] in self?.onReport?() }
        self.aborted = aborted
        column.append(aborted.bar)
        column.append(sharedKeys.bar)
        sharedKeys.onShow = { [weak self] in self?.showSharedKeys() }
        pages.start.onSharedKeys = { [weak self] in self?.showSharedKeys() }
        noteSandbox()
        let updatesNote = InfoBar(
            .information, action: (localized("Review…"), { [weak self] in self?.showUpdates() }),
            closed: { [weak self] in self?.closedFor = self?.announcedUpdates ?? [] })
        self.updatesNote = updatesNote
        column.append(updatesNote)
        let middle = Box(.across)
        middle.append(navigation)
        middle.append(stack, expands: true)
        column.append(middle, expands: true)
        column.append(waiting)
        waiting.strip.onCancel = { [weak self] in self?.leaveWallet() }
        navigation.offer(.devnet, false)
        header.offer(.devnet, false)
        navigation.onChoose = { [weak self] in self?.show($0, focuses: false) }
        pages.onExplorer = { [weak self] fragment in
            self?.show(.devnet)
            self?.explorerPage?.show(fragment: fragment)
        }
        navigation.onEnter = { [weak self] in self?.takeFocus() }
        connections = [
            column.onResize { [weak self] in
                // A widget that is being given room may not ask for other room.
                Task { @MainActor in self?.fit() }
            },
            stack.onKey { [weak self] in self?.press($0) ?? false },
        ]
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

    /// Notes that the window is open, until ``end()``.
    func noteOpen() { aborted?.open() }

    /// Ends the window's operations when it closes or shows another manager.
    func end() {
        aborted?.close()
        freshness.isWatched = false
        observer?.stop()
        endExplorer()
        apps?.close()
        closeSharedKeys()
        manager.cancelPendingOperation()
        manager.coordinator?.closePopups()
    }

    /// Cancels the wallet's request; Cancel and Back both do this.
    func leaveWallet() {
        manager.cancelPendingOperation()
        manager.showWalletUI = false
    }

    // MARK: Pages

    /// The pages that there are, in the order of the list.
    var offered: [ShellPage] { ShellPage.allCases.filter { $0 != .devnet || explorer != nil } }

    /// Shows a page; a wallet that covers the pages goes on doing so.
    ///
    /// - Parameters:
    ///   - wanted: The page; one that there isn't is not shown.
    ///   - focuses: True if the keyboard's focus goes into it.
    func show(_ wanted: ShellPage, focuses: Bool = true) {
        guard offered.contains(wanted), !manager.showWalletUI else { return }
        if page != .apps { pageBefore = page }
        if wanted != page || wanted == .devnet { endExplorer() }
        page = wanted
        refresh()
        if let view = shownView {
            freshness.noteReading()
            view.appear()
        }
        if focuses { takeFocus() }
    }

    /// Makes all pages but the browser again, for another network.
    func startAnew() {
        for view in pages.forgetMade() { stack.remove(view) }
        closeSharedKeys()
        // The note is about the other network's keys.
        sharedKeys.look()
        refresh()
    }

    /// Leaves what covers the page: a wallet, or the browser when its last tab was closed.
    func goBack() {
        if manager.showWalletUI { return leaveWallet() }
        if page == .apps { show(pageBefore) }
    }

    /// Shows the browser for dApps, which is made with the first call.
    @discardableResult
    func showApps() -> DAppBrowserWidget {
        let browser = browser()
        if page != .apps { pageBefore = page }
        endExplorer()
        page = .apps
        refresh()
        browser.focus()
        return browser
    }

    private func browser() -> DAppBrowserWidget {
        if let apps { return apps }
        let browser = DAppBrowserWidget(configuration: DAppBrowserConfiguration(manager: manager))
        browser.onEmpty = { [weak self] in self?.goBack() }
        stack.add(browser.handle, name: ShellPage.apps.rawValue)
        apps = browser
        return browser
    }

    /// True if the browser is what the window shows.
    var showsApps: Bool { page == .apps && !manager.showWalletUI }

    private func endExplorer() {
        guard let page = devnetPage else { return }
        devnetPage = nil
        stack.remove(page)
    }

    /// The page in the stack that stands for the one the user has chosen, made where there is none yet.
    private func nameOfChosen() -> String {
        if manager.currentAccount == nil {
            if page == .wallet { return Cover.start }
            if let need = page.needOfAccount {
                pages.needed.explain(need, icon: page.icon)
                return Cover.needed
            }
        }
        switch page {
        case .apps: _ = browser()
        case .devnet:
            guard explorerPage == nil, let explorer else { break }
            let view = DevnetPage(
                ExplorerPage(explorer, isSandboxed: manager.sandbox.isWanted, logger: manager.logger), keptStates,
                manager: manager)
            devnetPage = view
            stack.add(view, name: page.rawValue)
        default:
            guard let (view, isNew) = pages.view(of: page) else { return Cover.start }
            if isNew {
                stack.add(view, name: page.rawValue)
                view.show(manager.currentAccount, isBusy: manager.isBusy)
            }
        }
        return page.rawValue
    }

    /// The page that is shown, where it is one of ours.
    private var shownView: (any PageView)? {
        switch stack.visiblePage {
        case Cover.start?: pages.start
        case Cover.needed?: pages.needed
        case page.rawValue?: pages.view(of: page)?.view
        default: nil
        }
    }

    /// Moves the keyboard's focus into the page that is shown.
    func takeFocus() {
        if let view = shownView { return view.takeFocus() }
        if let explorerPage { explorerPage.view.focus() } else if page == .apps { apps?.focus() }
    }

    /// Moves the keyboard's focus from the page to the list of pages, or to its button, or back.
    func moveFocus() {
        if let header, header.pages.isVisible {
            header.pages.isFocus ? takeFocus() : header.pages.focus()
            return
        }
        guard navigation.isVisible, !navigation.hasFocus else { return takeFocus() }
        navigation.takeFocus()
    }

    /// True if no transition is running.
    var isSettled: Bool { !stack.isChanging && waiting.isSettled && apps?.isSettled != false }

    // MARK: Keys and room

    /// Escape, which nothing in a page has used, goes to the list of pages, or to its button.
    private func press(_ key: KeyPress) -> Bool {
        guard key.name == "Escape", !manager.showWalletUI else { return false }
        if isNarrow { header?.pages.focus() } else { navigation.takeFocus() }
        return true
    }

    private func fit() {
        if givenWidth > 1 { fit(to: givenWidth) }
    }

    /// Makes the list of pages give way where a window of this width, in pixels, has no room for it.
    func fit(to width: Int32) {
        guard isNarrow != (width < Self.narrow) else { return }
        isNarrow.toggle()
        refresh()
    }

    private func refresh() {
        let account = manager.currentAccount
        let (isBusy, showsWallet) = (manager.isBusy, manager.showWalletUI)
        if showsWallet { endExplorer() }
        pages.show(account, isBusy: isBusy)
        let wanted = showsWallet ? Cover.wallets : nameOfChosen()
        header?.show(
            account: account, walletName: account.map { WalletName.of($0.walletId, manager) },
            isBusy: isBusy, showsWallet: showsWallet, isNarrow: isNarrow,
            offersConnecting: wanted != Cover.start && wanted != Cover.needed, connectingIsFirst: !page.hasMainButton)
        header?.network.show(
            NetworkLabel(manager.network.rawValue, manager.chain), of: manager.network, isBusy: isBusy)
        header?.phones.isVisible = manager.hasPhoneWallets
        navigation.mark(page)
        navigation.isVisible = !isNarrow && !showsWallet
        let isNew = wanted != stack.visiblePage
        if isNew {
            stack.visiblePage = wanted
            // Keyboard users must get straight into the wallet list.
            if showsWallet { bridge.focus() }
        }
        // The focused widget is disabled while a wallet works, or is hidden now.
        if !showsWallet, !isBusy, isNew && !navigation.hasFocus || wasBusy { takeFocus() }
        wasBusy = isBusy
        waiting.refresh()
        if let error = manager.lastError { errors.show(error) } else { errors.hide() }
        announceUpdates()
        listNote.refresh(isOfUse: account == nil || showsWallet)
    }
}
