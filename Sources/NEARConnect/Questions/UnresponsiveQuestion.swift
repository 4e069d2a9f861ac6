// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import SafeText

/// The dialog that asks whether to wait longer for a page that doesn't answer.
@MainActor
final class UnresponsiveQuestion {
    static let wait = 0
    static let stop = 1

    let dialog: Dialog

    /// - Parameters:
    ///   - parent: The dialog stands above its window.
    ///   - answer: Gets `true` if the page is to be ended, `false` if it gets more time.
    init(parent: WidgetHandle, answer: @escaping (_ stops: Bool) -> Void) {
        dialog = Dialog(
            title: localized("The wallet doesn’t answer"), parent: parent, width: 420,
            choices: [
                Dialog.Choice(text: localized("_Wait"), response: Self.wait),
                Dialog.Choice(text: localized("_Stop it"), response: Self.stop, look: .destructive),
            ], byDefault: Self.wait)
        dialog.append(Label(localized("The wallet doesn’t answer")).wrapping(at: 40).styled("near-connect-heading"))
        dialog.append(
            Label(
                localized(
                    "Its page has been busy for a while. You can wait, or stop it: what you asked the wallet for then ends, and the wallets are loaded again. Your accounts stay as they are."
                )
            ).wrapping(at: 48))
        dialog.onResponse = { answer($0 == Self.stop) }
    }
}
