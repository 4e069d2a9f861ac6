// SPDX-License-Identifier: MIT

internal import Foundation
internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect

/// Asks whether the connected wallet is to be forgotten, and has the manager forget it.
@MainActor
enum ForgetWalletDialog {
    /// The response that forgets.
    static let forget = 1
    private static let keep = 0

    /// - Parameter parent: The dialog stands above its window.
    /// - Returns: The dialog, which lives until it is answered.
    @discardableResult
    static func present(_ walletId: String, of manager: NEARWalletManager, above parent: WidgetHandle) -> Dialog {
        let name = WalletName.of(walletId, manager)
        let dialog = Dialog(
            title: "Forget a wallet", parent: parent, width: 460,
            choices: [
                Dialog.Choice(text: "_Cancel", response: keep),
                Dialog.Choice(text: "_Forget", response: forget, look: .destructive),
            ], byDefault: keep)
        dialog.append(
            Label("Forget \u{201C}\(name)\u{201D} on this computer?").wrapping(at: 40).styled("near-connect-heading"))
        dialog.append(
            Label(
                "You are signed out. What the wallet has stored here is removed, with the cookies of its sites and your answers "
                    + "about its links."
            ).wrapping(at: 52))
        dialog.append(
            Label("Access keys that it has added to your account stay on the chain until they are deleted there.")
                .wrapping(at: 52).styled("dim-label"))
        // The dialog holds itself until it is answered.
        dialog.onResponse = { [weak manager, dialog] response in
            withExtendedLifetime(dialog) {}
            guard response == forget, let manager else { return }
            Task {
                do {
                    _ = try await manager.forgetWallet(walletId)
                } catch {
                    manager.lastError = error.localizedDescription
                }
            }
        }
        dialog.present()
        return dialog
    }
}
