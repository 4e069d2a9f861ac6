// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import SafeText
internal import WebKitGTK

/// The dialog that asks whether a page may use the camera.
@MainActor
final class CameraQuestion: QuestionDialog {
    private let request: PermissionRequest

    init(_ request: PermissionRequest, asker: PageAsker, offersBlock: Bool, parent: WidgetHandle) {
        self.request = request
        super.init(
            title: localized("Camera"), asker: asker, parent: parent, offersBlock: offersBlock,
            choices: [
                Dialog.Choice(text: localized("_Don’t allow"), response: Self.refuse),
                Dialog.Choice(text: localized("_Allow"), response: Self.accept, look: .suggested),
            ], byDefault: Self.refuse)
        dialog.append(
            Label(localized("%1$s wants to use the camera", asker.name)).wrapping(at: 44).styled("near-connect-heading")
        )
        dialog.append(
            Label(
                localized(
                    "Wallets read QR codes with it. The page sees the picture until its window is closed; it gets no sound."
                )
            ).wrapping(at: 52))
        // A page chooses when it asks: a click that was meant for it must not allow the camera.
        dialog.arm(Self.accept, hint: ArmingText.hint)
    }

    override func answer(isAccepted: Bool) {
        request.answer(isAllowed: isAccepted)
    }
}
