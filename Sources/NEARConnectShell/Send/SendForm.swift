// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import Observation
internal import SafeText

/// A form that sends NEAR from the signed-in account.
///
/// The fields are checked at once without a network; nodes answer beside that.
@MainActor
final class SendForm: Container {
    /// Called after NEAR was sent.
    var onSent: (() -> Void)?
    /// The amount that the account can spend, if it is known.
    var available: NEARToken? {
        didSet {
            guard available != oldValue else { return }
            check()
            ask()
        }
    }
    /// The account that sends.
    var signer: AccountId? {
        didSet {
            guard signer != oldValue else { return }
            quote = nil
            receiver.signer = signer
        }
    }

    let receiver = ReceiverField(words: \.receiverText)
    let amount = Entry(placeholder: NumberStyle.current.text("1.5"))
    let send = Button(localized("_Send")).styled("suggested-action").aligned(.end)
    /// Writes the most that can be sent into the entry.
    let most = Button(localized("_Max")).accessible(localized("Send all but the fee"))
    let result = SentNotice()
    /// The reason why nothing was sent, where the window doesn't show it; hidden where there is none.
    let problem = Label().wrapping(at: 48).asStatus().styled("near-connect-problem").hidden()
    /// The sentence about the fee and what is left.
    let costs = Label().wrapping(at: 48).asStatus().styled("dim-label", "near-connect-small")

    private let manager: NEARWalletManager
    private let lookup: LatestQuestion<SendLookup, SendQuote>
    private let style = NumberStyle.current
    private let amountProblem = Label().wrapping(at: 48).styled("near-connect-problem").hidden()
    /// The last word of a node, and the receiver that it is about.
    private var quote: (receiver: AccountId, quote: SendQuote)?
    private var observer: StateObserver?

    init(manager: NEARWalletManager) {
        self.manager = manager
        lookup = LatestQuestion { [manager] question in await question.quote(manager) }
        let column = Box(.down, spacing: 12).styled("near-connect-card")
        super.init(shared: column.widget)
        keep(column)
        column.append(Label(localized("Send NEAR")).styled("near-connect-heading"))
        column.append(receiver)
        let label = Label(mnemonic: localized("_Amount in NEAR"), for: amount)
            .styled("dim-label", "near-connect-small")
        let row = Box(.across, spacing: 6)
        row.append(amount.filling(), expands: true)
        row.append(most)
        column.append(Box(.down, spacing: 3, label, row, amountProblem))
        column.append(costs)
        column.append(send)
        column.append(problem)
        column.append(result)
        connectActions()
        check()
        observer = StateObserver { [weak self] in
            guard let self else { return }
            _ = self.manager.isBusy
            self.check()
        }
    }

    isolated deinit {
        observer?.stop()
    }

    private func connectActions() {
        receiver.onType = { [weak self] in self?.typed($0) }
        receiver.onNext = { [weak self] in self?.amount.focus() }
        amount.onChange { [weak self] in self?.check() }
        receiver.entry.onActivate { [weak self] in self?.amount.focus() }
        amount.onActivate { [weak self] in self?.submit() }
        send.onClick { [weak self] in self?.submit() }
        most.onClick { [weak self] in self?.writeMost() }
        lookup.onAnswer = { [weak self] question, quote in
            // The account may have been changed meanwhile.
            guard let self, question.signer == signer else { return }
            self.quote = (question.receiver, quote)
            receiver.know(quote.receiver, of: question.receiver)
            check()
        }
    }

    // MARK: What is typed

    private func typed(_ account: AccountId?) {
        check()
        ask()
    }

    /// Asks nodes about the receiver in the form, the fee and what can be spent now.
    func ask() {
        if let account = receiver.account, let signer { lookup.ask(SendLookup(receiver: account, signer: signer)) }
    }

    /// The word of a node about what stands in the form.
    private func quote(of account: AccountId?) -> SendQuote? {
        guard let quote, quote.receiver == account else { return nil }
        return quote.quote
    }

    private func check() {
        let account = receiver.account
        let quote = quote(of: account)
        let input = AmountInput(amount.text, available: quote?.most ?? available, style: style)
        amountProblem.text = input.problem ?? ""
        amountProblem.isVisible = input.problem != nil
        amount.setStyle("near-connect-invalid", input.problem != nil)
        amount.describe(by: input.problem == nil ? nil : amountProblem)
        costs.text = quote?.costs(of: input.amount, style: style) ?? ""
        costs.isVisible = !costs.text.isEmpty
        most.isSensitive = quote?.most.map { $0 > .zero } ?? false
        send.isSensitive = account != nil && input.amount != nil && !manager.isBusy
    }

    private func writeMost() {
        guard let most = quote(of: receiver.account)?.most else { return }
        // Without groups, so that the text is read as it was written.
        amount.text = NumberStyle(decimal: style.decimal, group: "").text(most.formatted())
        amount.focus()
    }

    // MARK: Sending

    private func submit() {
        let account = receiver.account
        let input = AmountInput(amount.text, available: quote(of: account)?.most ?? available, style: style)
        guard !manager.isBusy, let account, let amount = input.amount else { return }
        result.isVisible = false
        say(nil)
        let done = localized("You sent %1$s to %2$s.", style.near(amount), account.text)
        Task { [weak self, manager] in
            do throws(NEARError) {
                let outcome = try await manager.signAndSendTransaction(
                    receiverId: account, actions: [.transfer(TransferAction(deposit: amount))])
                self?.succeed(done, outcome)
            } catch {
                // The manager puts the others into `lastError`, which the window shows.
                self?.say(error.unsaidSentence)
            }
        }
    }

    private func say(_ text: String?) {
        problem.text = text ?? ""
        problem.isVisible = text != nil
    }

    private func succeed(_ done: String, _ outcome: FinalExecutionOutcome) {
        result.show(done, outcome)
        receiver.reset()
        amount.text = ""
        quote = nil
        onSent?()
    }

    /// Empties the form, for another account.
    func reset() {
        receiver.reset()
        amount.text = ""
        quote = nil
        available = nil
        result.isVisible = false
        say(nil)
        check()
    }
}
