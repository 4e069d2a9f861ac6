// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore

/// The pages of one manager's window, each made when it is first shown.
@MainActor
final class ShellPages {
    /// The account that pages show.
    let model: AccountModel
    /// The page of a window without an account.
    let start: StartPage
    /// The page in the place of one that needs an account.
    let needed = AccountNeededPage()

    /// Called to show a part of the window's explorer; must hold its owner weakly.
    var onExplorer: ((_ fragment: String) -> Void)?
    /// True if the window has an explorer of its network.
    var hasExplorer = false {
        didSet { activity?.details.hasOwnExplorer = hasExplorer }
    }

    private let manager: NEARWalletManager
    private var made: [ShellPage: any PageView] = [:]

    init(manager: NEARWalletManager) {
        self.manager = manager
        model = AccountModel(manager: manager)
        start = StartPage(offersPhones: manager.hasPhoneWallets)
        start.onConnect = { [weak manager] in manager?.connect() }
        start.onPhone = { [weak manager] in manager?.connect(walletId: "wallet-connect") }
        needed.onConnect = { [weak manager] in manager?.connect() }
    }

    /// The pages that exist.
    var all: [any PageView] { [start, needed] + made.values }

    /// The wallet's page.
    var wallet: WalletPage? { made[.wallet] as? WalletPage }

    /// The page of contracts.
    var contract: ContractPage? { made[.contract] as? ContractPage }

    /// The page of messages.
    var message: MessagePage? { made[.message] as? MessagePage }

    /// The page of what was done.
    var activity: ActivityPage? { made[.activity] as? ActivityPage }

    /// The page that sends.
    var send: SendPage? { made[.send] as? SendPage }

    /// Returns a page's view, and whether it has just been made; `nil` for pages that are none of these.
    func view(of page: ShellPage) -> (view: any PageView, isNew: Bool)? {
        if let view = made[page] { return (view, false) }
        let view: any PageView
        switch page {
        case .wallet: view = WalletPage(manager: manager, model: model)
        case .send: view = SendPage(manager: manager, model: model)
        case .activity:
            let activity = ActivityPage(manager: manager)
            activity.details.hasOwnExplorer = hasExplorer
            activity.details.onOwnExplorer = { [weak self] in self?.onExplorer?($0) }
            view = activity
        case .contract: view = ContractPage(manager: manager)
        case .message: view = MessagePage(manager: manager)
        case .apps, .devnet: return nil
        }
        made[page] = view
        return (view, true)
    }

    /// Has every page show the account.
    func show(_ account: NEARAccount?, isBusy: Bool) {
        model.follow(account)
        for page in all { page.show(account, isBusy: isBusy) }
    }
}
