// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import SafeText

/// The bar at the top of the shell's window: account, title, network, menus.
@MainActor
final class ShellHeader: Container {
    var onConnect: (() -> Void)?
    var onBack: (() -> Void)?
    var onDisconnect: (() -> Void)?
    var onForgetWallet: (() -> Void)?
    var onCopyAccount: (() -> Void)?
    var onOtherAccount: (() -> Void)?
    var onKeys: (() -> Void)?
    var onLock: (() -> Void)?
    var onProfiles: (() -> Void)?
    var onReload: (() -> Void)?
    /// Called when the user chooses a page in the bar, which a narrow window has in place of the list.
    var onPage: ((ShellPage) -> Void)?
    var onUpdates: (() -> Void)?
    var onLinks: (() -> Void)?
    var onPhones: (() -> Void)?
    var onSharedKeys: (() -> Void)?
    var onPreferences: (() -> Void)?
    var onHelp: (() -> Void)?
    var onShortcuts: (() -> Void)?
    var onDoctor: (() -> Void)?
    var onAbout: (() -> Void)?

    private let bar: HeaderBar
    private let titleLabel: Label
    private let back = Button(icon: "go-previous-symbolic", name: localized("Back: leave the wallet’s request"))
    /// The pages, where the window is too narrow for the list.
    let pages: MenuButton
    private let pageItems: [(page: ShellPage, item: Button)]
    let connectButton = Button(localized("Co_nnect"))
    let accountLabel = Label().shortening(to: 24, least: 5).styled("near-connect-account")
    private let fullAccount = Label().wrapping(at: 32).styled("near-connect-account")
    private let wallet = Label().styled("dim-label", "near-connect-small")
    private let other = Button(menuItem: localized("Another account…"))
    private let disconnect = Button(menuItem: localized("Disconnect"))
    private let forget = Button(menuItem: localized("Forget this wallet…"))
    private let copy = Button(menuItem: localized("Copy account ID"))
    private let reload = Button(menuItem: localized("Reload the wallets"))
    /// The menu entry of the keys that this computer has; hidden where the window keeps none.
    let keys = Button(menuItem: localized("Your keys…")).hidden()
    /// The menu entry that locks the vault; hidden where it has no keys.
    let lock = Button(menuItem: localized("Lock your keys")).hidden()
    /// The menu entry of profiles; hidden where the program doesn't open others.
    let profiles = Button(menuItem: localized("Profiles…")).hidden()
    private let updates = Button(menuItem: localized("Updates of wallets…"))
    /// The menu entry of phone wallets; hidden where none can be connected.
    let phones = Button(menuItem: localized("Phone wallets…")).hidden()
    private let sharedKeys = Button(menuItem: localized("Shared keys…"))
    private let links = Button(menuItem: localized("Links without asking…"))
    private let preferences = Button(menuItem: localized("Preferences"))
    private let help = Button(menuItem: localized("Help"))
    private let shortcuts = Button(menuItem: localized("Keyboard shortcuts"))
    private let doctor = Button(menuItem: localized("Check this computer…"))
    private let about = Button(menuItem: localized("About %1$s", ShellIdentity.name))
    let network = NetworkMenu()
    private let account: MenuButton
    private let menu: MenuButton

    init(title: String) {
        bar = HeaderBar(title: title)
        let owner = Box(.down, spacing: 3, fullAccount, wallet).margins(horizontal: 9, vertical: 9)
        account = MenuButton(
            label: accountLabel, name: localized("Account"),
            panel: Box(.down, owner, Separator(), copy, other, disconnect, forget))
        menu = MenuButton(
            icon: "open-menu-symbolic", name: localized("Menu"),
            panel: Box(
                .down, lock, keys, profiles, reload, updates, phones, sharedKeys, links, Separator(), preferences,
                shortcuts,
                doctor, help, about))
        pageItems = ShellPage.allCases.map { ($0, Button(menuItem: $0.title)) }
        let list = Box(.down)
        for (_, item) in pageItems { list.append(item) }
        pages = MenuButton(icon: "view-list-symbolic", name: localized("Pages"), panel: list)
        // The bar's own title doesn't shrink to a phone's width.
        titleLabel = Label(title).shortening().styled("title")
        super.init(shared: bar.widget)
        keep(bar)
        bar.setTitle(titleLabel)
        for button in [back, pages, connectButton] as [WidgetHandle] { bar.appendAtStart(button) }
        bar.appendAtStart(account)
        bar.appendAtEnd(menu)
        bar.appendAtEnd(network)
        connectActions()
    }

    private func connectActions() {
        back.onClick { [weak self] in self?.onBack?() }
        for (page, item) in pageItems {
            item.onClick { [weak self] in
                self?.pages.closePanel()
                self?.onPage?(page)
            }
        }
        connectButton.onClick { [weak self] in self?.onConnect?() }
        forget.onClick { [weak self] in self?.choose(\.onForgetWallet) }
        copy.onClick { [weak self] in self?.choose(\.onCopyAccount) }
        disconnect.onClick { [weak self] in self?.choose(\.onDisconnect) }
        other.onClick { [weak self] in self?.choose(\.onOtherAccount) }
        keys.onClick { [weak self] in self?.choose(\.onKeys) }
        lock.onClick { [weak self] in self?.choose(\.onLock) }
        profiles.onClick { [weak self] in self?.choose(\.onProfiles) }
        reload.onClick { [weak self] in self?.choose(\.onReload) }
        updates.onClick { [weak self] in self?.choose(\.onUpdates) }
        links.onClick { [weak self] in self?.choose(\.onLinks) }
        sharedKeys.onClick { [weak self] in self?.choose(\.onSharedKeys) }
        phones.onClick { [weak self] in self?.choose(\.onPhones) }
        preferences.onClick { [weak self] in self?.choose(\.onPreferences) }
        help.onClick { [weak self] in self?.choose(\.onHelp) }
        shortcuts.onClick { [weak self] in self?.choose(\.onShortcuts) }
        doctor.onClick { [weak self] in self?.choose(\.onDoctor) }
        about.onClick { [weak self] in self?.choose(\.onAbout) }
    }

    private func choose(_ action: KeyPath<ShellHeader, (() -> Void)?>) {
        account.closePanel()
        menu.closePanel()
        self[keyPath: action]?()
    }

    /// Offers a page in the bar, or hides it.
    func offer(_ page: ShellPage, _ isOffered: Bool) {
        pageItems.first { $0.page == page }?.item.isVisible = isOffered
    }

    /// Shows the current state.
    ///
    /// - Parameters:
    ///   - owner: The account that is signed in.
    ///   - walletName: Its wallet's name.
    ///   - isBusy: True while a wallet works.
    ///   - showsWallet: True while a wallet covers the pages.
    ///   - isNarrow: True where the window has no room for the list of pages.
    ///   - offersConnecting: True if the page that is shown has no such button itself.
    ///   - connectingIsFirst: True if it has no other button that stands out.
    func show(
        account owner: NEARAccount?, walletName: String?, isBusy: Bool, showsWallet: Bool, isNarrow: Bool,
        offersConnecting: Bool, connectingIsFirst: Bool
    ) {
        back.isVisible = showsWallet
        pages.isVisible = isNarrow && !showsWallet
        // A narrow bar has no room for what the desktop says, too.
        titleLabel.isVisible = !isNarrow
        // Nor for this button: the wallet's page has it, too.
        connectButton.isVisible = owner == nil && !showsWallet && offersConnecting && !isNarrow
        connectButton.isSensitive = !isBusy
        connectButton.setStyle("suggested-action", connectingIsFirst)
        account.isVisible = owner != nil && !showsWallet
        disconnect.isSensitive = !isBusy
        other.isSensitive = !isBusy
        profiles.isSensitive = !isBusy
        forget.isSensitive = !isBusy
        if let owner {
            accountLabel.text = owner.shortDisplayName
            fullAccount.text = owner.accountId
            wallet.text = walletName ?? owner.walletId
            account.setAccessibleName(localized("Account %1$s", owner.accountId))
        }
    }

    /// The network's label in the bar.
    var networkText: String { network.text }
}
