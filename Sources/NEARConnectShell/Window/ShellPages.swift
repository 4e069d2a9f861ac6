// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives

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

    /// True if the window keeps keys in a vault, too.
    var hasVault = false {
        didSet { showKeys() }
    }
    /// The folder in which the window keeps keys; `nil` where it keeps none.
    var keyFolder: CredentialFolder? {
        didSet { showKeys() }
    }

    private let manager: NEARWalletManager
    private let tokens: ContractList<TokenFile>
    private var made: [ShellPage: any PageView] = [:]

    init(manager: NEARWalletManager) {
        self.manager = manager
        tokens = ContractList(TokenFile.self, manager: manager)
        model = AccountModel(manager: manager)
        start = StartPage(offersPhones: manager.hasPhoneWallets)
        start.onConnect = { [weak manager] in manager?.connect() }
        start.onPhone = { [weak manager] in manager?.connect(walletId: "wallet-connect") }
        start.onKeys = { [weak manager] in manager?.connect(walletId: KeystoreService.walletId) }
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

    /// The page of delegate actions.
    var delegate: DelegatePage? { made[.delegate] as? DelegatePage }

    /// The page of what was done.
    var activity: ActivityPage? { made[.activity] as? ActivityPage }

    /// The page that sends.
    var send: SendPage? { made[.send] as? SendPage }

    /// Returns a page's view, and whether it has just been made; `nil` for pages that are none of these.
    func view(of page: ShellPage) -> (view: any PageView, isNew: Bool)? {
        if let view = made[page] { return (view, false) }
        let view: any PageView
        switch page {
        case .wallet: view = WalletPage(manager: manager, model: model, tokens: tokens)
        case .send: view = SendPage(manager: manager, model: model, tokens: tokens)
        case .activity:
            let activity = ActivityPage(manager: manager)
            activity.details.hasOwnExplorer = hasExplorer
            activity.details.onOwnExplorer = { [weak self] in self?.onExplorer?($0) }
            view = activity
        case .contract: view = ContractPage(manager: manager)
        case .message: view = MessagePage(manager: manager)
        case .delegate: view = DelegatePage(manager: manager, model: model)
        case .apps, .devnet: return nil
        }
        made[page] = view
        return (view, true)
    }

    /// The place where a key of the network that is set is kept; `nil` where the window keeps none.
    var keyHome: KeyHome? { keyFolder.map { KeyHome(folder: $0, network: manager.network.rawValue) } }

    private func showKeys() {
        start.showKeys(manager.keystoreAccounts, in: keyHome?.path, hasVault: hasVault)
    }

    /// Forgets the pages that were made, which show what is on one network.
    ///
    /// - Returns: The pages, to be taken out of the window.
    func forgetMade() -> [any PageView] {
        let all = Array(made.values)
        made = [:]
        model.follow(nil)
        return all
    }

    /// Has every page show the account.
    func show(_ account: NEARAccount?, isBusy: Bool) {
        model.follow(account)
        showKeys()
        for page in all { page.show(account, isBusy: isBusy) }
    }
}
