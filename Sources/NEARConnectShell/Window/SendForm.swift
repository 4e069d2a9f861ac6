// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARPrimitives
internal import Observation
internal import SafeText

/// A form that sends NEAR from the signed-in account.
@MainActor
final class SendForm: Container {
    /// Called after NEAR was sent.
    var onSent: (() -> Void)?
    /// The account's balance, if it is known; more can't be sent.
    var available: NEARToken? {
        didSet { check() }
    }

    let receiver = Entry(placeholder: "alice.near")
    let amount = Entry(placeholder: "1.5")
    let send = Button(localized("_Send")).styled("suggested-action").aligned(.end)
    let result = SentNotice()

    private let manager: NEARWalletManager
    private let receiverProblem = Label().wrapping(at: 48).styled("near-connect-problem").hidden()
    private let amountProblem = Label().wrapping(at: 48).styled("near-connect-problem").hidden()
    private var observer: StateObserver?

    init(manager: NEARWalletManager) {
        self.manager = manager
        let column = Box(.down, spacing: 12).styled("near-connect-card")
        super.init(shared: column.widget)
        keep(column)
        column.append(Label(localized("Send NEAR")).styled("near-connect-heading"))
        column.append(field(localized("_To"), entry: receiver, problem: receiverProblem))
        column.append(field(localized("_Amount in NEAR"), entry: amount, problem: amountProblem))
        column.append(send)
        column.append(result)
        receiver.onChange { [weak self] in self?.check() }
        amount.onChange { [weak self] in self?.check() }
        receiver.onActivate { [weak self] in self?.amount.focus() }
        amount.onActivate { [weak self] in self?.submit() }
        send.onClick { [weak self] in self?.submit() }
        observer = StateObserver { [weak self] in
            guard let self else { return }
            _ = self.manager.isBusy
            self.check()
        }
    }

    isolated deinit {
        observer?.stop()
    }

    private func field(_ title: String, entry: Entry, problem: Label) -> WidgetHandle {
        let label = Label(mnemonic: title, for: entry).styled("dim-label", "near-connect-small")
        return Box(.down, spacing: 3, label, entry, problem)
    }

    private var input: SendInput {
        SendInput(receiver: receiver.text, amount: amount.text, available: available)
    }

    private func check() {
        let input = input
        show(input.receiverProblem, in: receiverProblem, of: receiver)
        show(input.amountProblem, in: amountProblem, of: amount)
        send.isSensitive = input.isComplete && !manager.isBusy
    }

    private func show(_ problem: String?, in label: Label, of entry: Entry) {
        label.text = problem ?? ""
        label.isVisible = problem != nil
        entry.setStyle("near-connect-invalid", problem != nil)
    }

    private func submit() {
        guard !manager.isBusy, let receiver = input.receiver, let amount = input.amount else { return }
        result.isVisible = false
        let actions = [Action.transfer(amount)]
        let done = localized("You sent %1$s to %2$s.", amount.description, receiver.text)
        Task { [weak self, manager] in
            do {
                let outcome = try await manager.signAndSendTransaction(receiverId: receiver, actions: actions)
                self?.succeed(outcome.transactionHash.description, done)
            } catch {
                // The manager puts the error into `lastError`, which the window shows.
            }
        }
    }

    private func succeed(_ hash: String, _ done: String) {
        result.show(done, hash: hash)
        receiver.text = ""
        amount.text = ""
        onSent?()
    }

    /// Empties the form, for another account.
    func reset() {
        receiver.text = ""
        amount.text = ""
        available = nil
        result.isVisible = false
        check()
    }
}
