// SPDX-License-Identifier: MIT

internal import Foundation
internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import SafeText

/// A dialog that asks whether to forget the connected wallet, and forgets it.
@MainActor
enum ForgetWalletDialog {
    /// The response that forgets the wallet.
    static let forget = 1
    private static let keep = 0

    /// Shows the dialog.
    ///
    /// - Parameters:
    ///   - walletId: The wallet to forget.
    ///   - manager: The manager that forgets it.
    ///   - parent: A widget of the window above which the dialog stands.
    /// - Returns: The dialog, which lives until it is answered.
    @discardableResult
    static func present(_ walletId: String, of manager: NEARWalletManager, above parent: WidgetHandle) -> Dialog {
        let name = WalletName.of(walletId, manager)
        let dialog = Dialog(
            title: localized("Forget a wallet"), parent: parent, width: 460,
            choices: [
                Dialog.Choice(text: localized("_Cancel"), response: keep),
                Dialog.Choice(text: localized("_Forget"), response: forget, look: .destructive),
            ], byDefault: keep)
        dialog.append(
            Label(localized("Forget “%1$s” on this computer?", name)).wrapping(at: 40)
                .styled("near-connect-heading"))
        dialog.append(
            Label(
                localized(
                    "This signs you out and removes what the wallet has stored here, the cookies of its sites and your answers about its links. A phone that is connected by it is told."
                )
            ).wrapping(at: 52))
        dialog.append(
            Label(
                localized(
                    "Access keys that the wallet added to your account stay on the chain until you delete them there.")
            ).wrapping(at: 52).styled("dim-label"))
        // The closure keeps the dialog alive until it is answered.
        dialog.onResponse = { [weak manager, dialog] response in
            withExtendedLifetime(dialog) {}
            guard response == forget, let manager else { return }
            Task {
                do {
                    let forgotten = try await manager.forgetWallet(walletId)
                    guard !forgotten.phonesAreTold else { return }
                    manager.lastError = localized(
                        "The relay can’t be reached, so “%1$s” still shows the connection: end it there, too.", name)
                } catch {
                    manager.lastError = error.localizedDescription
                }
            }
        }
        dialog.present()
        return dialog
    }
}
