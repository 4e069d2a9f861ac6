// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// The page of the signed-in account: its balance, its address, its tokens, its NFTs, its access keys and its wallet.
@MainActor
final class WalletPage: Container {
    /// The amount that the account has, rounded.
    let balance = Label("").shortening().selectable().styled("near-connect-balance")
    /// The button that shows the address to receive NEAR.
    let receive = Button(localized("_Receive")).styled("suggested-action")
    /// The tokens.
    let tokens: TokensCard
    /// The NFTs.
    let nfts: NFTsCard
    /// The access keys.
    let keys: KeysCard
    /// The wallet that is connected.
    let wallet: ConnectedWalletCard
    let copy = Button(localized("Copy account _ID")).wrapping(at: 28)

    private let manager: NEARWalletManager
    private let model: AccountModel
    private let column = Box(.down, spacing: 18)
    private let name = Label().wrapping(at: 44).selectable().styled("near-connect-account", "near-connect-heading")
    private let details = Label().wrapping(at: 44).styled("dim-label", "near-connect-small")
    /// The reason why the wallet can't sign for the account, or why that isn't known; hidden where it can.
    let stale = Label().wrapping(at: 48).styled("near-connect-problem").hidden()
    /// The button that signs in again.
    let signIn = Button(localized("_Sign in again")).aligned(.start).hidden()
    /// The parts of the balance.
    let parts = Box(.down)
    let problem = Label().wrapping(at: 48).styled("near-connect-problem").hidden()
    /// The button that reads the balance again where that has failed.
    let retry = Button(localized("Read the _balance again")).aligned(.start).hidden()
    /// The button that compares the sign-in again where that has failed.
    let check = Button(localized("Check the sign-in again")).aligned(.start).hidden()
    private let refreshButton = Button(icon: "view-refresh-symbolic", name: localized("Read everything again"))
    private let spinner = Spinner().hidden()
    private var shown: NEARAccount?
    /// The width below which the names of the balance's parts stand above their amounts, in pixels.
    private static let narrow: Int32 = 480
    private var isNarrow = false
    /// True while the sign-in is compared at the user's word.
    private var isChecking = false
    /// The balance whose parts are shown.
    private var shownBalance: BalanceText?
    private var resized: SignalConnection?
    private var observer: StateObserver?

    init(manager: NEARWalletManager, model: AccountModel, tokens list: ContractList<TokenFile>) {
        (self.manager, self.model) = (manager, model)
        tokens = TokensCard(manager: manager, model: model, list: list)
        nfts = NFTsCard(manager: manager, model: model, list: ContractList(NFTFile.self, manager: manager))
        keys = KeysCard(manager: manager, model: model)
        wallet = ConnectedWalletCard(manager: manager)
        let scrolled = ScrolledView(column)
        super.init(shared: scrolled.widget)
        keep(scrolled)
        column.aligned(.center, .start).expanding(horizontally: true).margins(horizontal: 12, vertical: 24)
        column.append(card())
        column.append(tokens)
        column.append(nfts)
        column.append(keys)
        column.append(wallet)
        refreshButton.onClick { [weak self] in self?.appear() }
        retry.onClick { [weak self] in self?.appear() }
        signIn.onClick { [weak self] in
            guard let self, let shown = self.shown else { return }
            self.manager.connect(walletId: shown.walletId)
        }
        check.onClick { [weak self] in self?.checkSession() }
        receive.onClick { [weak self] in self?.showAddress() }
        copy.onClick { [weak model] in
            if let id = model?.id { Clipboard.copy(id.text) }
        }
        resized = scrolled.onResize { [weak self] in
            // A widget that is being given room may not ask for other room.
            Task { @MainActor in self?.fit() }
        }
        observer = StateObserver { [weak self] in self?.refresh() }
    }

    isolated deinit {
        observer?.stop()
    }

    private func card() -> WidgetHandle {
        let tools = Box(.across, spacing: 6, spinner.aligned(.center, .center), refreshButton)
            .aligned(.end, .start)
        refreshButton.styled("flat")
        let top = Box(.across, spacing: 12)
        top.append(Box(.down, spacing: 3, name, details), expands: true)
        top.appendAtEnd(tools)
        let buttons = Box(.across, spacing: 9, receive, copy)
        return Box(.down, spacing: 12, top, stale, signIn, check, balance, problem, retry, parts, buttons).styled(
            "near-connect-card")
    }

    private func showAddress() {
        if let id = model.id { ReceiveDialog.present(id, network: manager.network.rawValue, above: self) }
    }

    /// Says that the wallet has to be asked again, such as on another computer on which the profile was restored.
    private func showSession() {
        var reason: String?
        if case .stale(let found) = manager.session { reason = found }
        let mayPass = manager.isSessionUncompared
        stale.text = reason.map { Self.text(of: $0, mayPass: mayPass) } ?? ""
        stale.isVisible = reason != nil
        let isFocusLost = signIn.isFocus && (reason == nil || mayPass) || check.isFocus && (reason == nil || !mayPass)
        if isFocusLost { takeFocus() }
        signIn.isVisible = reason != nil && !mayPass
        check.isVisible = reason != nil && mayPass
        signIn.isSensitive = !manager.isBusy
    }

    /// Returns the sentence about a session that is stale.
    ///
    /// - Parameters:
    ///   - reason: The reason, with or without a full stop.
    ///   - mayPass: True where the account couldn't be compared.
    static func text(of reason: String, mayPass: Bool) -> String {
        let words = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
        return mayPass
            ? localized("Your sign-in can’t be checked now: %1$s.", words)
            : localized("Nothing can be signed here before you sign in again: %1$s.", words)
    }

    private func checkSession() {
        guard !isChecking else { return }
        isChecking = true
        Task { [weak self, manager] in
            do throws(NEARError) {
                try await manager.checkSession()
            } catch {
                // The manager has said so, and the button stays.
            }
            self?.isChecking = false
        }
    }

    private func refresh() {
        showSession()
        spinner.isVisible = model.isReading
        spinner.isSpinning = model.isReading
        // A button that can't be pressed any more would leave the keyboard's focus nowhere.
        let isFocusLost = retry.isFocus && (model.isReading || model.failure == nil)
        if isFocusLost || refreshButton.isFocus && model.isReading { takeFocus() }
        refreshButton.isSensitive = !model.isReading
        problem.isVisible = false
        var text: BalanceText?
        switch model.state {
        case .none, .loading: balance.text = "…"
        case .loaded(let account):
            let exact = BalanceText(account, style: .current)
            balance.text = exact.rounded
            balance.setTooltip(exact.exact)
            text = exact
        case .missing:
            balance.text = NumberStyle.current.near(.zero)
            problem.text = localized(
                "This account isn’t on the chain yet. It comes to life with the first NEAR that it receives.")
            problem.isVisible = true
        case .failed: balance.text = localized("— NEAR")
        }
        if let failure = model.failure {
            problem.text = failure
            problem.isVisible = true
        }
        retry.isVisible = model.failure != nil
        retry.isSensitive = !model.isReading
        // Labels that are made anew would lose what is selected in them.
        guard text != shownBalance else { return }
        shownBalance = text
        showParts()
    }

    private func fit() {
        guard givenWidth > 1, isNarrow != (givenWidth < Self.narrow) else { return }
        isNarrow.toggle()
        showParts()
    }

    /// Shows the parts of the balance so that no amount is broken.
    private func showParts() {
        parts.removeAll()
        guard let text = shownBalance else { return }
        let grid = Grid(columnSpacing: 18, rowSpacing: isNarrow ? 3 : 6)
        for (row, line) in text.lines.enumerated() {
            let value = Label(line.value).wrapping(at: 34).selectable()
            value.setTooltip(line.meaning)
            value.setAccessibleName("\(line.name): \(line.value)", description: line.meaning)
            let name = Label(line.name).aligned(.start, .start).styled("dim-label")
            let place = Int32(row)
            grid.attach(name, column: 0, row: isNarrow ? 2 * place : place)
            grid.attach(value, column: isNarrow ? 0 : 1, row: isNarrow ? 2 * place + 1 : place)
        }
        parts.append(grid)
    }
}

extension WalletPage: PageView {
    func show(_ account: NEARAccount?, isBusy: Bool) {
        guard let account else { return }
        name.text = account.accountId
        details.text = localized(
            "%1$s on %2$s", WalletName.of(account.walletId, manager), manager.network.rawValue)
        wallet.show(account.walletId)
        keys.setBusy(isBusy)
        tokens.setBusy(isBusy)
        nfts.setBusy(isBusy)
        if account != shown {
            shown = account
            tokens.read()
            nfts.read()
            keys.read()
        }
    }

    func appear() {
        model.read()
        tokens.read()
        nfts.read()
        keys.read()
    }

    func stayFresh() { model.stayFresh() }

    func takeFocus() { receive.focus() }
}
