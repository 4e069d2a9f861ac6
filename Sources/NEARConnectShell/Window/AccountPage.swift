// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// The page of the signed-in account: its balance, and a form to send NEAR.
@MainActor
final class AccountPage: Container {
    let form: SendForm
    let balance = Label("").shortening().styled("near-connect-balance")

    private let manager: NEARWalletManager
    private let name = Label().wrapping(at: 44).styled("near-connect-account", "near-connect-heading")
    private let details = Label().wrapping(at: 44).styled("dim-label", "near-connect-small")
    private let problem = Label().wrapping(at: 48).styled("near-connect-problem").hidden()
    private let refreshButton = Button(icon: "view-refresh-symbolic", name: localized("Read the balance again"))
    private let spinner = Spinner().hidden()
    private var shown: NEARAccount?
    private var loading: Task<Void, Never>?

    init(manager: NEARWalletManager) {
        self.manager = manager
        form = SendForm(manager: manager)
        let column = Box(.down, spacing: 18)
        super.init(shared: column.widget)
        keep(column)
        aligned(.center, .start).expanding(horizontally: true).margins(horizontal: 12, vertical: 24)
        column.append(card())
        column.append(form)
        refreshButton.onClick { [weak self] in self?.loadBalance() }
        form.onSent = { [weak self] in self?.loadBalance() }
    }

    isolated deinit {
        loading?.cancel()
    }

    private func card() -> WidgetHandle {
        let tools = Box(.across, spacing: 6, spinner.aligned(.center, .center), refreshButton)
            .aligned(.end, .start)
        refreshButton.styled("flat")
        let top = Box(.across, spacing: 12)
        top.append(Box(.down, spacing: 3, name, details), expands: true)
        top.appendAtEnd(tools)
        return Box(.down, spacing: 12, top, balance, problem).styled("near-connect-card")
    }

    /// Shows an account, and reads its balance if it is another account than before.
    func show(_ account: NEARAccount) {
        details.text = localized(
            "%1$s on %2$s", WalletName.of(account.walletId, manager), manager.network.rawValue)
        guard account != shown else { return }
        shown = account
        name.text = account.accountId
        balance.text = "…"
        form.reset()
        loadBalance()
    }

    /// Clears the page after a sign-out.
    func forget() {
        guard shown != nil else { return }
        shown = nil
        loading?.cancel()
        form.reset()
    }

    private func loadBalance() {
        guard let shown else { return }
        loading?.cancel()
        setLoading(true)
        loading = Task { [weak self, manager] in
            do {
                let account = try AccountId(shown.accountId)
                let amount = try await manager.client().viewAccount(account).value.amount
                guard !Task.isCancelled else { return }
                self?.finishLoading(amount)
            } catch {
                guard !Task.isCancelled else { return }
                self?.failLoading(error)
            }
        }
    }

    private func setLoading(_ isLoading: Bool) {
        spinner.isVisible = isLoading
        spinner.isSpinning = isLoading
        refreshButton.isSensitive = !isLoading
    }

    private func finishLoading(_ amount: NEARToken) {
        setLoading(false)
        problem.isVisible = false
        balance.text = localized("%1$s NEAR", amount.formatted(maximumFractionDigits: 5))
        balance.setTooltip(amount.description)
        form.available = amount
    }

    private func failLoading(_ error: any Error) {
        setLoading(false)
        balance.text = localized("— NEAR")
        problem.text = localized(
            "Your balance can’t be read: %1$s. Try again in a moment, or check the network.", "\(error)")
        problem.isVisible = true
        form.available = nil
    }
}
