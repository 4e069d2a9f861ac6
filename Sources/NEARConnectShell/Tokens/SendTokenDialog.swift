// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
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
    let receiver = Entry(placeholder: "alice.near")
    let amount: Entry
    let problem = Label().wrapping(at: 48).styled("near-connect-problem")
    private let holding: TokenHolding

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - holding: The token.
    ///   - parent: A widget of that window.
    ///   - onSend: Called with the amount and the receiver.
    @discardableResult
    static func present(
        _ holding: TokenHolding, above parent: WidgetHandle,
        onSend: @escaping @MainActor (TokenAmount, AccountId) -> Void
    ) -> SendTokenDialog {
        let view = SendTokenDialog(holding, parent: parent)
        open.append(view)
        view.dialog.onResponse = { [weak view] response in
            let (amount, receiver) = (view?.typedAmount.amount, view?.typedReceiver.account)
            open.removeAll { $0 === view }
            if response == send, let amount, let receiver { onSend(amount, receiver) }
        }
        view.dialog.present()
        view.receiver.focus()
        return view
    }

    private init(_ holding: TokenHolding, parent: WidgetHandle) {
        self.holding = holding
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
        for (title, entry) in [
            (localized("_To"), receiver), (localized("_Amount in %1$s", holding.unit.symbol), amount),
        ] {
            let label = Label(mnemonic: title, for: entry).styled("dim-label", "near-connect-small")
            dialog.append(Box(.down, spacing: 3, label, entry))
            entry.onChange { [weak self] in self?.check() }
            entry.activatesDefault()
        }
        dialog.append(problem)
        check()
    }

    private var typedReceiver: ReceiverInput { ReceiverInput(receiver.text) }

    private var typedAmount: TokenAmountInput {
        TokenAmountInput(
            amount.text, unit: holding.unit, available: holding.amount, style: .current)
    }

    private func check() {
        let (to, value) = (typedReceiver, typedAmount)
        let text = to.problem ?? value.problem
        problem.text = text ?? ""
        problem.isVisible = text != nil
        receiver.describe(by: to.problem == nil ? nil : problem)
        amount.describe(by: value.problem == nil ? nil : problem)
        dialog.button(Self.send)?.isSensitive = to.account != nil && value.amount != nil
    }
}
