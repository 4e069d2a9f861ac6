// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import QRCode
internal import SafeText

/// A dialog that shows an account's address, as text and as a QR code.
@MainActor
enum ReceiveDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [Dialog] = []

    private static let copy = 1

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - network: The network's id.
    ///   - parent: A widget of that window.
    static func present(_ account: AccountId, network: String, above parent: WidgetHandle) {
        // One code at a time: two on one screen confuse a camera.
        for dialog in open { dialog.cancel() }
        let dialog = Dialog(
            title: localized("Receive"), parent: parent, width: 420,
            choices: [
                Dialog.Choice(text: localized("_Close"), response: 0),
                Dialog.Choice(text: localized("C_opy and close"), response: copy, look: .suggested),
            ], byDefault: copy)
        if let symbol = QRSymbol(account.text) {
            dialog.append(
                QRCodeView(size: symbol.size, side: 240, name: localized("QR code of %1$s", account.text)) {
                    symbol.isDark(x: $0, y: $1)
                }.aligned(.center))
        }
        dialog.append(
            Label(account.text).wrapping(at: 36).selectable().centered().styled("near-connect-account"))
        dialog.append(
            Label(localized("Send only NEAR and tokens of %1$s to this account.", network)).wrapping(at: 44).centered()
                .styled("dim-label", "near-connect-small"))
        open.append(dialog)
        dialog.onResponse = { [weak dialog] response in
            if response == copy { Clipboard.copy(account.text) }
            open.removeAll { $0 === dialog }
        }
        dialog.present()
    }
}
