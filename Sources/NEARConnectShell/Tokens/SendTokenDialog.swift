// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A dialog that asks to whom, and how much of a token, to send.
@MainActor
final class SendTokenDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [SendTokenDialog] = []
    static let send = 1

    let dialog: Dialog
    let receiver: TokenReceiver
    let amount: Entry
    /// Writes all that there is into the entry.
    let most = Button(localized("_Max")).accessible(localized("Send all of it"))
    let problem = Label().wrapping(at: 48).styled("near-connect-problem")
    private let holding: TokenHolding

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - holding: The token.
    ///   - account: The account that sends it.
    ///   - manager: The manager whose nodes are asked about the receiver.
    ///   - parent: A widget of that window.
    ///   - onSend: Called with the amount and the receiver.
    @discardableResult
    static func present(
        _ holding: TokenHolding, from account: AccountId?, by manager: NEARWalletManager, above parent: WidgetHandle,
        onSend: @escaping @MainActor (TokenAmount, AccountId) -> Void
    ) -> SendTokenDialog {
        let receiver = TokenReceiver(manager: manager, signer: account) { receiver, client in
            // All of it: digits cost, too.
            let (actions, storage) = try await TokenReader(client: client).transfer(
                holding.amount, of: holding.place.contract, to: receiver)
            return (TransactionRequest(receiverId: holding.place.contract, actions: actions), storage)
        }
        let view = SendTokenDialog(holding, receiver, parent: parent)
        open.append(view)
        view.dialog.onResponse = { [weak view] response in
            let (amount, receiver) = (view?.typedAmount.amount, view?.receiver.account)
            open.removeAll { $0 === view }
            if response == send, let amount, let receiver { onSend(amount, receiver) }
        }
        view.dialog.present()
        view.receiver.field.entry.focus()
        return view
    }

    private init(_ holding: TokenHolding, _ receiver: TokenReceiver, parent: WidgetHandle) {
        (self.holding, self.receiver) = (holding, receiver)
        amount = Entry(placeholder: NumberStyle.current.text("1.5"))
        dialog = Dialog(
            title: localized("Send %1$s", holding.unit.symbol), parent: parent, width: 460,
            choices: [
                Dialog.Choice(text: localized("_Cancel"), response: 0),
                Dialog.Choice(text: localized("_Send…"), response: Self.send, look: .suggested),
            ], byDefault: Self.send)
        dialog.append(
            Label(localized("A token of %1$s", holding.place.contract.text)).wrapping(at: 44)
                .styled("dim-label", "near-connect-small"))
        dialog.append(receiver.field)
        let label = Label(mnemonic: localized("_Amount in %1$s", holding.unit.symbol), for: amount)
            .styled("dim-label", "near-connect-small")
        let row = Box(.across, spacing: 6)
        row.append(amount.filling(), expands: true)
        row.append(most)
        dialog.append(Box(.down, spacing: 3, label, row, problem))
        dialog.append(receiver.costs)
        amount.onChange { [weak self] in self?.check() }
        amount.activatesDefault()
        receiver.onChange = { [weak self] in self?.check() }
        receiver.field.onNext = { [weak self] in self?.amount.focus() }
        receiver.field.entry.activatesDefault()
        most.onClick { [weak self] in self?.writeMost() }
        check()
    }

    private var typedAmount: TokenAmountInput {
        TokenAmountInput(
            amount.text, unit: holding.unit, available: holding.amount, style: .current)
    }

    private func writeMost() {
        let style = NumberStyle.current
        // Without groups, so that the text is read as it was written.
        amount.text = NumberStyle(decimal: style.decimal, group: "").text(holding.unit.text(holding.amount.units))
        amount.focus()
    }

    private func check() {
        let value = typedAmount
        problem.text = value.problem ?? ""
        problem.isVisible = value.problem != nil
        amount.setStyle("near-connect-invalid", value.problem != nil)
        amount.describe(by: value.problem == nil ? nil : problem)
        dialog.button(Self.send)?.isSensitive = receiver.account != nil && value.amount != nil
    }
}
