// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// The page that asks contracts and calls them.
@MainActor
final class ContractPage: Container {
    let form: CallForm
    let view = Button(localized("_View"))
    let call = Button(localized("Ca_ll…")).styled("suggested-action")
    /// The sentence about the last answer.
    let note = Label().wrapping(at: 70).asStatus().selectable().hidden()
    /// The rows of the last answer.
    private(set) var answer: [TreeRow] = []

    private let manager: NEARWalletManager
    private let style = NumberStyle.current
    private let tree = TreeTable(
        [
            TableColumn(localized("Name"), width: 180), TableColumn(localized("Value"), width: 260, expands: true),
        ], name: localized("Answer of the contract"), height: 200)
    private var account: NEARAccount?
    private var isBusy = false
    private var asking: Task<Void, Never>?

    init(manager: NEARWalletManager) {
        self.manager = manager
        form = CallForm(manager: manager, contract: localized("_Contract"))
        let column = Box(.down, spacing: 18)
        let scrolled = ScrolledView(column)
        super.init(shared: scrolled.widget)
        keep(scrolled)
        column.margins(horizontal: 18, vertical: 18)
        let card = Box(.down, spacing: 12).styled("near-connect-card")
        card.append(Label(localized("Call a contract")).wrapping(at: 40).styled("near-connect-heading"))
        card.append(form)
        card.append(Box(.across, spacing: 12, view, call).aligned(.end))
        card.append(note)
        column.append(card)
        column.append(tree, expands: true)
        tree.isVisible = false
        form.onChange = { [weak self] in self?.check() }
        view.onClick { [weak self] in self?.askContract() }
        call.onClick { [weak self] in self?.callContract() }
        check()
    }

    isolated deinit {
        asking?.cancel()
    }

    private func check() {
        let input = form.input
        view.isSensitive = input.canView
        call.isSensitive = input.call != nil && account != nil && !isBusy
        call.setTooltip(account == nil ? localized("Connect a wallet to call methods that change something.") : nil)
    }

    // MARK: Asking and calling

    private func askContract() {
        let input = form.input
        guard let contract = input.contract, let method = input.method, let arguments = input.arguments else { return }
        form.remember()
        asking?.cancel()
        show([], localized("Asking a node…"))
        asking = Task { [weak self, manager] in
            do {
                let result = try await manager.client().callFunction(method, of: contract, args: arguments)
                guard !Task.isCancelled else { return }
                self?.show(
                    ResultTree.rows(of: result.value.result, logs: result.value.logs),
                    localized("%1$s answered, at block %2$s.", contract.text, "\(result.blockHeight)"))
            } catch {
                guard !Task.isCancelled else { return }
                self?.show([], localized("%1$s gave no answer: %2$s", contract.text, DisplayText.words(error)))
            }
        }
    }

    private func callContract() {
        let input = form.input
        guard !manager.isBusy, let contract = input.contract, let call = input.call else { return }
        form.remember()
        show([], "")
        Task { [weak self, manager, style] in
            do {
                let outcome = try await manager.signAndSendTransaction(
                    receiverId: contract, actions: [.functionCall(call)])
                let text = localized(
                    "Called. The fee was %1$s. Transaction %2$s", style.near(outcome.tokensBurnt, digits: 8),
                    "\(outcome.transactionHash)")
                self?.show(ResultTree.rows(of: outcome), text)
            } catch NEARError.transactionFailed(let outcome) {
                let text = localized(
                    "The call failed. The fee was %1$s. Transaction %2$s", style.near(outcome.tokensBurnt, digits: 8),
                    "\(outcome.transactionHash)")
                self?.show(ResultTree.rows(of: outcome), text)
            } catch {
                // The manager puts the others into `lastError`, which the window shows.
                if let unsaid = (error as? NEARError)?.unsaidSentence { self?.show([], unsaid) }
            }
        }
    }

    private func show(_ rows: [TreeRow], _ text: String) {
        answer = rows
        tree.show(rows)
        tree.isVisible = !rows.isEmpty
        note.text = text
        note.isVisible = !text.isEmpty
    }
}

extension ContractPage: PageView {
    func show(_ account: NEARAccount?, isBusy: Bool) {
        (self.account, self.isBusy) = (account, isBusy)
        check()
    }

    func takeFocus() { form.contract.focus() }
}
