// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import SafeText

/// The bar at the top of the shell's window: account, title, network, menu.
@MainActor
final class ShellHeader: Container {
    var onConnect: (() -> Void)?
    var onBack: (() -> Void)?
    var onDisconnect: (() -> Void)?
    var onForgetWallet: (() -> Void)?
    var onCopyAccount: (() -> Void)?
    var onReload: (() -> Void)?
    var onExplorer: (() -> Void)?
    var onApps: (() -> Void)?
    var onUpdates: (() -> Void)?
    var onLinks: (() -> Void)?
    var onPhones: (() -> Void)?
    var onAbout: (() -> Void)?

    private let bar: HeaderBar
    private let back = Button(icon: "go-previous-symbolic", name: localized("Back to your account"))
    /// Shows the browser for dApps; hidden while that is shown.
    let apps = Button(localized("_Apps")).accessible(localized("Apps: open sites that use your wallet"))
    let connectButton = Button(localized("_Connect")).styled("suggested-action")
    let accountLabel = Label().shortening(to: 24, least: 5).styled("near-connect-account")
    private let fullAccount = Label().wrapping(at: 32).styled("near-connect-account")
    private let wallet = Label().styled("dim-label", "near-connect-small")
    private let disconnect = Button(menuItem: localized("Disconnect"))
    private let forget = Button(menuItem: localized("Forget this wallet…"))
    private let copy = Button(menuItem: localized("Copy account ID"))
    private let reload = Button(menuItem: localized("Reload the wallets"))
    /// The menu entry of the explorer; hidden if there is none.
    let explorer = Button(menuItem: localized("Explorer of the chain")).hidden()
    private let updates = Button(menuItem: localized("Updates of wallets…"))
    /// The menu entry of phone wallets; hidden where none can be connected.
    let phones = Button(menuItem: localized("Phone wallets…")).hidden()
    private let links = Button(menuItem: localized("Links without asking…"))
    private let about = Button(menuItem: localized("About %1$s", ShellIdentity.name))
    private let network = Label().styled("near-connect-chip").aligned(.center, .center)
    private let account: MenuButton
    private let menu: MenuButton
    private var shownNetwork: NetworkLabel?

    init(title: String) {
        bar = HeaderBar(title: title)
        let owner = Box(.down, spacing: 3, fullAccount, wallet).margins(horizontal: 9, vertical: 9)
        account = MenuButton(
            label: accountLabel, name: localized("Account"),
            panel: Box(.down, owner, Separator(), copy, disconnect, forget))
        menu = MenuButton(
            icon: "open-menu-symbolic", name: localized("Menu"),
            panel: Box(.down, explorer, reload, updates, phones, links, about))
        super.init(shared: bar.widget)
        keep(bar)
        // The bar's own title doesn't shrink to a phone's width.
        bar.setTitle(Label(title).shortening().styled("title"))
        for button in [back, connectButton] as [WidgetHandle] { bar.appendAtStart(button) }
        bar.appendAtStart(account)
        bar.appendAtEnd(menu)
        bar.appendAtEnd(network)
        bar.appendAtEnd(apps)
        connectActions()
    }

    private func connectActions() {
        back.onClick { [weak self] in self?.onBack?() }
        apps.onClick { [weak self] in self?.onApps?() }
        connectButton.onClick { [weak self] in self?.onConnect?() }
        forget.onClick { [weak self] in self?.choose(\.onForgetWallet) }
        copy.onClick { [weak self] in self?.choose(\.onCopyAccount) }
        disconnect.onClick { [weak self] in self?.choose(\.onDisconnect) }
        reload.onClick { [weak self] in self?.choose(\.onReload) }
        explorer.onClick { [weak self] in self?.choose(\.onExplorer) }
        updates.onClick { [weak self] in self?.choose(\.onUpdates) }
        links.onClick { [weak self] in self?.choose(\.onLinks) }
        phones.onClick { [weak self] in self?.choose(\.onPhones) }
        about.onClick { [weak self] in self?.choose(\.onAbout) }
    }

    private func choose(_ action: KeyPath<ShellHeader, (() -> Void)?>) {
        account.closePanel()
        menu.closePanel()
        self[keyPath: action]?()
    }

    /// Shows the current state.
    func show(
        account owner: NEARAccount?, walletName: String?, network label: NetworkLabel, isBusy: Bool,
        showsWallet: Bool, showsExplorer: Bool, showsApps: Bool
    ) {
        back.isVisible = showsWallet || showsExplorer || showsApps
        apps.isVisible = !showsWallet && !showsApps
        connectButton.isVisible = owner == nil && !showsWallet && !showsApps
        connectButton.isSensitive = !isBusy
        account.isVisible = owner != nil && !showsWallet && !showsApps
        disconnect.isSensitive = !isBusy
        forget.isSensitive = !isBusy
        if let owner {
            accountLabel.text = owner.shortDisplayName
            fullAccount.text = owner.accountId
            wallet.text = walletName ?? owner.walletId
            account.setAccessibleName(localized("Account %1$s", owner.accountId))
        }
        show(label)
    }

    private func show(_ label: NetworkLabel) {
        guard label != shownNetwork else { return }
        shownNetwork = label
        for style in NetworkLabel.Style.allCases { network.setStyle(style.rawValue, style == label.style) }
        network.text = label.text
        network.setAccessibleName(localized("Network %1$s", label.text))
        network.setTooltip(label.meaning)
    }

    /// The network's label in the bar.
    var networkText: String { network.text }
}

/// A wallet's name as users see it.
@MainActor
enum WalletName {
    /// The longest name that is shown; manifests have at most 64 characters.
    private static let limit = 40

    /// Returns the name that the wallet's manifest gives it, or its id without one, safe to stand in other text.
    static func of(_ walletId: String, _ manager: NEARWalletManager) -> String {
        shown(manager.walletLoader.name(of: walletId) ?? walletId)
    }

    /// Returns a name from outside in a bounded, safe form.
    ///
    /// Nothing in it is invisible, and its writing direction can't reorder the text around it.
    static func shown(_ name: String) -> String {
        let whole = DisplayText.line(name).replacing("\n", with: " ")
        let short = whole.count > limit ? "\(whole.prefix(limit - 1))…" : whole
        // ASCII names need no direction marks, and so screen readers and tests read them unchanged.
        guard short.unicodeScalars.contains(where: { !$0.isASCII }) else { return short }
        return "\u{2068}\(short)\u{2069}"
    }
}
