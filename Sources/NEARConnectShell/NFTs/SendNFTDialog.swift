// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
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
    let receiver: TokenReceiver

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - place: Its contract.
    ///   - account: The account that sends it.
    ///   - manager: The manager whose nodes are asked about the receiver.
    ///   - parent: A widget of that window.
    ///   - onSend: Called with the receiver.
    static func present(
        _ token: NFT, of place: ContractPlace, from account: AccountId?, by manager: NEARWalletManager,
        above parent: WidgetHandle,
        onSend: @escaping @MainActor (AccountId) -> Void
    ) {
        let receiver = TokenReceiver(manager: manager, signer: account) { receiver, _ in
            let actions = [NFTReader.transfer(token, to: receiver)]
            return (TransactionRequest(receiverId: place.contract, actions: actions), .zero)
        }
        let view = SendNFTDialog(token, of: place, receiver, parent: parent)
        open.append(view)
        view.dialog.onResponse = { [weak view] response in
            let receiver = view?.receiver.account
            open.removeAll { $0 === view }
            if response == send, let receiver { onSend(receiver) }
        }
        view.dialog.present()
        view.receiver.field.entry.focus()
    }

    private init(_ token: NFT, of place: ContractPlace, _ receiver: TokenReceiver, parent: WidgetHandle) {
        self.receiver = receiver
        dialog = Dialog(
            title: localized("Send %1$s", token.name), parent: parent, width: 460,
            choices: [
                Dialog.Choice(text: localized("_Cancel"), response: 0),
                Dialog.Choice(text: localized("_Send…"), response: Self.send, look: .suggested),
            ], byDefault: Self.send)
        dialog.append(
            Label(localized("The NFT %1$s of %2$s", DisplayText.quotation(token.id, limit: 60), place.contract.text))
                .wrapping(at: 44).styled("dim-label", "near-connect-small"))
        dialog.append(receiver.field)
        dialog.append(receiver.costs)
        receiver.onChange = { [weak self] in self?.check() }
        receiver.field.entry.activatesDefault()
        check()
    }

    private func check() {
        dialog.button(Self.send)?.isSensitive = receiver.account != nil
    }
}
