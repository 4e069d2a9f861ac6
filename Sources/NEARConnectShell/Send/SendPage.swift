// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARRPC

/// The page that sends from the signed-in account.
@MainActor
final class SendPage: Container {
    let form: SendForm
    /// The tokens beside NEAR, each with a button that sends it.
    let tokens: TokensCard
    private let model: AccountModel
    private var shown: NEARAccount?
    private let manager: NEARWalletManager
    private var observer: StateObserver?

    init(manager: NEARWalletManager, model: AccountModel, tokens list: ContractList<TokenFile>) {
        (self.manager, self.model) = (manager, model)
        form = SendForm(manager: manager)
        tokens = TokensCard(manager: manager, model: model, list: list)
        let column = Box(.down, spacing: 18)
        let scrolled = ScrolledView(column)
        super.init(shared: scrolled.widget)
        keep(scrolled)
        column.aligned(.center, .start).expanding(horizontally: true).margins(horizontal: 12, vertical: 24)
        column.append(form)
        column.append(tokens)
        form.onSent = { [weak self] in self?.noteSent() }
        observer = StateObserver { [weak self] in
            guard let self else { return }
            self.form.signer = self.model.id
            self.form.available = self.model.view?.spendable()
        }
    }

    isolated deinit {
        observer?.stop()
    }

    /// Reads again what a payment has changed: the balance, and the accounts that were sent to.
    private func noteSent() {
        model.read()
        form.receiver.offerContacts(of: manager)
    }
}

extension SendPage: PageView {
    func show(_ account: NEARAccount?, isBusy: Bool) {
        tokens.setBusy(isBusy)
        guard account != shown else { return }
        shown = account
        form.reset()
        tokens.read()
    }

    func appear() {
        model.read()
        tokens.read()
        form.ask()
        form.receiver.offerContacts(of: manager)
    }

    func stayFresh() { model.stayFresh() }

    func takeFocus() { form.receiver.entry.focus() }
}
