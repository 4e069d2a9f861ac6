// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import WebKitGTK

/// The dialog that asks whether a page may see what the camera sees.
@MainActor
final class CameraQuestion: QuestionDialog {
    private let request: PermissionRequest

    init(_ request: PermissionRequest, asker: PageAsker, offersBlock: Bool, parent: WidgetHandle) {
        self.request = request
        super.init(
            title: "Camera", asker: asker, parent: parent, offersBlock: offersBlock,
            choices: [
                Dialog.Choice(text: "_Don\u{2019}t allow", response: Self.refuse),
                Dialog.Choice(text: "_Allow", response: Self.accept, look: .suggested),
            ], byDefault: Self.refuse)
        dialog.append(
            Label("\(asker.name) wants to use the camera").wrapping(at: 44).styled("near-connect-heading"))
        dialog.append(
            Label(
                "Wallets read QR codes with it. The page sees the picture until its window is closed; it gets no sound."
            ).wrapping(at: 52))
    }

    override func answer(isAccepted: Bool) {
        request.answer(isAllowed: isAccepted)
    }
}
