// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// The page that signs delegate actions (NEP-366), and sends signed ones.
@MainActor
final class DelegatePage: Container {
    let form: CallForm
    let sign = Button(localized("_Sign…")).styled("suggested-action").aligned(.end)
    /// The sentence about an action that nobody was asked to sign.
    let problem = Label().wrapping(at: 62).asStatus().styled("near-connect-problem").hidden()
    let copy = Button(localized("Cop_y"))
    let save = Button(localized("Sa_ve…"))
    /// The action that was signed last, in Base64.
    private(set) var signed: String?
    /// The sentence about it.
    let note = Label().wrapping(at: 62).asStatus().selectable()
    let relay: RelayCard

    private let manager: NEARWalletManager
    private let shown = TextArea(height: 96, isCode: true).readOnly()
        .named(localized("Signed delegate action"))
    private let result = Box(.down, spacing: 9).hidden()
    private var account: NEARAccount?
    private var isBusy = false
    private let files = FilePicker()

    /// - Parameters:
    ///   - manager: The wallet that signs, and the keys that pay.
    ///   - model: The account, which is read again after something was sent.
    init(manager: NEARWalletManager, model: AccountModel) {
        self.manager = manager
        form = CallForm(manager: manager, contract: localized("_Receiver"))
        relay = RelayCard(manager: manager)
        let column = Box(.down, spacing: 18)
        let scrolled = ScrolledView(column)
        super.init(shared: scrolled.widget)
        keep(scrolled)
        column.margins(horizontal: 18, vertical: 18)
        column.append(signingCard())
        column.append(relay)
        form.onChange = { [weak self] in self?.refresh() }
        relay.onSent = { [weak model] in model?.read() }
        sign.onClick { [weak self] in self?.signAction() }
        copy.onClick { [weak self] in
            if let signed = self?.signed { Clipboard.copy(signed) }
        }
        save.onClick { [weak self] in self?.askForFile() }
        refresh()
    }

    private func signingCard() -> WidgetHandle {
        let card = Box(.down, spacing: 12).styled("near-connect-card")
        card.append(
            Label(localized("Sign for another account to send")).wrapping(at: 40).styled("near-connect-heading"))
        card.append(
            Label(
                localized(
                    "Another account sends a signed delegate action, and pays its gas and its deposit. Whoever has it can send it, once, for about two minutes. Without a method it is a transfer."
                )
            ).wrapping(at: 62).styled("dim-label", "near-connect-small"))
        card.append(form)
        card.append(sign)
        card.append(problem)
        result.append(note)
        result.append(shown)
        result.append(Box(.across, spacing: 12, copy, save).aligned(.end))
        card.append(result)
        return card
    }

    private func refresh() {
        sign.isSensitive = form.input.request != nil && account != nil && !isBusy
        sign.setTooltip(account == nil ? localized("Connect a wallet to sign with your account.") : nil)
    }

    // MARK: Signing

    private func signAction() {
        guard !manager.isBusy, let request = form.input.request else { return }
        form.remember()
        forget()
        Task { [weak self, manager] in
            do throws(NEARError) {
                if let signed = try await manager.signDelegateActions([request]).first { self?.show(signed) }
            } catch {
                // The manager puts all others into `lastError`, which the window shows.
                guard error.isUnsaid else { return }
                self?.problem.text = DisplayText.words(error)
                self?.problem.isVisible = true
            }
        }
    }

    private func forget() {
        signed = nil
        result.isVisible = false
        problem.isVisible = false
    }

    private func show(_ action: SignedDelegateAction) {
        let text = action.base64
        signed = text
        shown.text = text
        note.text = localized(
            "Signed by %1$s, valid up to block %2$s.", action.delegateAction.senderId.text,
            "\(action.delegateAction.maxBlockHeight)")
        result.isVisible = true
        copy.focus()
    }

    // MARK: Saving

    private func askForFile() {
        files.save(
            as: "delegate.txt", title: localized("Save the signed action"), accept: localized("_Save"), above: self
        ) { [weak self] in self?.write(to: $0) }
    }

    /// Writes the action that was signed last to a file.
    func write(to file: URL) {
        guard let signed else { return }
        do {
            try AtomicFile(url: file).replace(with: Data("\(signed)\n".utf8))
            note.text = localized("Written to %1$s.", DisplayText.line(file.path))
        } catch {
            note.text = localized("%1$s can’t be written: %2$s", DisplayText.line(file.path), DisplayText.words(error))
        }
    }
}

extension DelegatePage: PageView {
    func show(_ account: NEARAccount?, isBusy: Bool) {
        (self.account, self.isBusy) = (account, isBusy)
        relay.show(isBusy: isBusy)
        refresh()
    }

    func takeFocus() { form.contract.focus() }
}
