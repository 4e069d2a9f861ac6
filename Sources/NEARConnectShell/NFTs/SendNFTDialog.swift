// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A dialog that asks to whom a non-fungible token goes.
@MainActor
final class SendNFTDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [SendNFTDialog] = []
    static let send = 1

    let dialog: Dialog
    let receiver = Entry(placeholder: "alice.near")
    let problem = Label().wrapping(at: 48).styled("near-connect-problem")

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - place: Its contract.
    ///   - parent: A widget of that window.
    ///   - onSend: Called with the receiver.
    static func present(
        _ token: NFT, of place: ContractPlace, above parent: WidgetHandle,
        onSend: @escaping @MainActor (AccountId) -> Void
    ) {
        let view = SendNFTDialog(token, of: place, parent: parent)
        open.append(view)
        view.dialog.onResponse = { [weak view] response in
            let receiver = view?.typed.account
            open.removeAll { $0 === view }
            if response == send, let receiver { onSend(receiver) }
        }
        view.dialog.present()
        view.receiver.focus()
    }

    private init(_ token: NFT, of place: ContractPlace, parent: WidgetHandle) {
        dialog = Dialog(
            title: localized("Send %1$s", token.name), parent: parent, width: 460,
            choices: [
                Dialog.Choice(text: localized("_Cancel"), response: 0),
                Dialog.Choice(text: localized("_Send…"), response: Self.send, look: .suggested),
            ], byDefault: Self.send)
        dialog.append(
            Label(localized("The NFT %1$s of %2$s", DisplayText.quotation(token.id, limit: 60), place.contract.text))
                .wrapping(at: 44).styled("dim-label", "near-connect-small"))
        let label = Label(mnemonic: localized("_To"), for: receiver).styled("dim-label", "near-connect-small")
        dialog.append(Box(.down, spacing: 3, label, receiver))
        receiver.onChange { [weak self] in self?.check() }
        receiver.activatesDefault()
        dialog.append(problem)
        check()
    }

    private var typed: ReceiverInput { ReceiverInput(receiver.text) }

    private func check() {
        let input = typed
        problem.text = input.problem ?? ""
        problem.isVisible = input.problem != nil
        receiver.describe(by: input.problem == nil ? nil : problem)
        dialog.button(Self.send)?.isSensitive = input.account != nil
    }
}
