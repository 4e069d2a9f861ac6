// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import SafeText

/// The shell's page while no wallet wants to be seen: an invitation, or the account.
@MainActor
final class HomePage: Container {
    private enum Page {
        static let welcome = "welcome"
        static let account = "account"
    }

    let welcome: WelcomePage
    let account: AccountPage
    private let stack = Stack(isHomogeneous: false)

    init(manager: NEARWalletManager) {
        welcome = WelcomePage(offersPhones: manager.hasPhoneWallets)
        account = AccountPage(manager: manager)
        let scrolled = ScrolledView(stack)
        super.init(shared: scrolled.widget)
        keep(scrolled)
        stack.add(welcome, name: Page.welcome)
        stack.add(account, name: Page.account)
        welcome.onConnect = { [weak manager] in manager?.connect() }
        welcome.onPhone = { [weak manager] in manager?.connect(walletId: "wallet-connect") }
    }

    /// Shows the account, or the invitation if there is none.
    func show(account owner: NEARAccount?, isBusy: Bool) {
        welcome.button.isSensitive = !isBusy
        welcome.phone.isSensitive = !isBusy
        if let owner { account.show(owner) } else { account.forget() }
        stack.visiblePage = owner == nil ? Page.welcome : Page.account
    }

    /// Focuses the widget that a user needs next.
    func takeFocus() {
        if stack.visiblePage == Page.welcome { welcome.button.focus() } else { account.form.receiver.focus() }
    }
}

/// The invitation to connect a wallet.
@MainActor
final class WelcomePage: Container {
    /// Called when the user wants to connect.
    var onConnect: (() -> Void)?
    /// Called when the user wants to connect a wallet on a phone.
    var onPhone: (() -> Void)?

    let button = Button(localized("Connect _wallet")).styled("suggested-action").aligned(.center)
    /// The button for wallets on phones; hidden where none can be connected.
    let phone = Button(localized("Connect a _phone wallet")).aligned(.center)

    /// - Parameter offersPhones: True if wallets on phones can be connected.
    init(offersPhones: Bool) {
        let title = Label(localized("Connect your NEAR wallet")).wrapping(at: 28).centered().styled(
            "near-connect-title")
        let text = Label(localized("This program asks, your wallet signs. Your keys never leave your wallet."))
            .wrapping(at: 40).centered().styled("dim-label")
        let words = Box(.down, spacing: 6, title, text)
        let buttons = Box(.down, spacing: 9, button, phone)
        phone.isVisible = offersPhones
        let column = Box(.down, spacing: 24, LinkMark(size: 96).aligned(.center), words, buttons)
        super.init(shared: column.widget)
        keep(column)
        aligned(.center, .center).expanding(horizontally: true, vertically: true).margins(24)
        button.onClick { [weak self] in self?.onConnect?() }
        phone.onClick { [weak self] in self?.onPhone?() }
    }
}
