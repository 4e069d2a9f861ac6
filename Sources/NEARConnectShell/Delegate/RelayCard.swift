// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// The card that sends what another account has signed, and has a key of this window pay for it.
@MainActor
final class RelayCard: Container {
    let pasted = TextArea(height: 96, isCode: true)
    let open = Button(localized("_Open…"))
    let send = Button(localized("Send and _pay…")).wrapping(at: 30)
    /// The account that pays.
    let payer = DropDown([], name: localized("Paid by"))
    /// The action in words.
    let summary = Label().wrapping(at: 62).selectable().hidden()
    /// The sentence about what came of it, or about what is wrong.
    let note = Label().wrapping(at: 62).asStatus().selectable().hidden()
    private(set) var isSending = false
    /// Called after something was sent; must hold its owner weakly.
    var onSent: (() -> Void)?

    private let manager: NEARWalletManager
    private let style = NumberStyle.current
    private let paying = Box(.down, spacing: 3)
    private let needsKey = Label(
        localized("A key in this window has to pay, and there is none on this network. Import or create one.")
    ).wrapping(at: 62).styled("dim-label", "near-connect-small")
    private var payers: [AccountId] = []
    private var input = RelayInput("")
    private let files = FilePicker()
    private var isBusy = false

    init(manager: NEARWalletManager) {
        self.manager = manager
        let card = Box(.down, spacing: 12).styled("near-connect-card")
        super.init(shared: card.widget)
        keep(card)
        card.append(
            Label(localized("Send what another account has signed")).wrapping(at: 40).styled("near-connect-heading"))
        card.append(
            Label(
                localized(
                    "What is signed happens in the signer’s name. The account that sends it pays the gas and every deposit; what fails is paid back to the signer."
                )
            ).wrapping(at: 62).styled("dim-label", "near-connect-small"))
        let label = pasted.label(localized("Signed action, in _Base64")).styled("dim-label", "near-connect-small")
        card.append(Box(.down, spacing: 3, label, pasted))
        card.append(summary)
        paying.append(Label(mnemonic: localized("Pa_id by"), for: payer).styled("dim-label", "near-connect-small"))
        paying.append(payer.aligned(.start))
        card.append(paying)
        card.append(needsKey)
        card.append(Box(.across, spacing: 12, open, send).aligned(.end))
        card.append(note)
        pasted.onChange { [weak self] in self?.read() }
        open.onClick { [weak self] in self?.askForFile() }
        send.onClick { [weak self] in self?.relay() }
        showPayers()
    }

    /// Shows whether something can be sent now.
    ///
    /// - Parameter isBusy: True while a wallet works.
    func show(isBusy: Bool) {
        self.isBusy = isBusy
        showPayers()
    }

    private func showPayers() {
        let accounts = manager.keystoreAccounts
        if accounts != payers {
            let before = payers.isEmpty ? nil : payers[payer.chosen]
            payers = accounts
            payer.offer(accounts.map(\.text), chosen: before.flatMap { accounts.firstIndex(of: $0) } ?? 0)
            avoidSigner()
        }
        paying.isVisible = !accounts.isEmpty
        needsKey.isVisible = accounts.isEmpty
        refresh()
    }

    private func refresh() {
        send.isSensitive = input.action != nil && !payers.isEmpty && !isBusy && !isSending
        pasted.isSensitive = !isSending
        open.isSensitive = !isSending
        payer.isSensitive = !isSending
    }

    private func say(_ text: String, isWrong: Bool) {
        note.text = text
        note.isVisible = !text.isEmpty
        note.setStyle("near-connect-problem", isWrong)
        pasted.describeText(by: isWrong && !text.isEmpty ? note : nil)
    }

    // MARK: What is signed

    private func read() {
        input = RelayInput(pasted.text)
        summary.text = input.summary
        summary.isVisible = input.action != nil
        pasted.setStyle("near-connect-invalid", input.problem != nil)
        say(input.problem ?? "", isWrong: true)
        avoidSigner()
        refresh()
    }

    /// Chooses another payer than the signer: with one key for both, sending uses up the nonce of what was signed.
    private func avoidSigner() {
        guard let signer = input.action?.delegateAction.senderId, payers.indices.contains(payer.chosen),
            payers[payer.chosen] == signer, let other = payers.firstIndex(where: { $0 != signer })
        else { return }
        payer.chosen = other
    }

    private func askForFile() {
        files.open(title: localized("Choose a signed delegate action"), above: self) { [weak self] in self?.take($0) }
    }

    /// Takes a file's text.
    func take(_ file: URL) {
        let content = RelayInput.read(file)
        pasted.text = content.text ?? ""
        if let problem = content.problem { say(problem, isWrong: true) }
    }

    // MARK: Sending

    private func relay() {
        guard let action = input.action, !isSending, payers.indices.contains(payer.chosen) else { return }
        let account = payers[payer.chosen]
        isSending = true
        refresh()
        say(localized("Sending…"), isWrong: false)
        Task { [weak self, manager] in
            var (outcome, unsaid): (FinalExecutionOutcome?, String?)
            do throws(NEARError) {
                outcome = try await manager.relay(action, paidBy: account)
            } catch {
                // The manager puts the others into `lastError`, which the window shows.
                unsaid = error.unsaidSentence
            }
            guard let self else { return }
            self.isSending = false
            self.refresh()
            self.say(unsaid ?? "", isWrong: unsaid != nil)
            if let outcome { self.show(outcome, paidBy: account) }
            self.onSent?()
        }
    }

    /// Says what came of it: the transaction succeeds also where a receipt of what was signed fails.
    private func show(_ outcome: FinalExecutionOutcome, paidBy account: AccountId) {
        let hash = "\(outcome.transactionHash)"
        for failed in outcome.failedReceipts {
            guard case .failure(let error) = failed.outcome.status else { continue }
            return say(
                localized("Sent, but what was signed has failed: %1$s Transaction %2$s", error.description, hash),
                isWrong: true)
        }
        let fee = style.near(outcome.tokensBurnt, digits: 8)
        say(localized("Sent. %1$s has paid %2$s for gas. Transaction %3$s", account.text, fee, hash), isWrong: false)
    }
}
