// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import SafeText

/// A dialog that asks before a sealed file, whose passphrase is forgotten, is moved aside.
@MainActor
final class ForgottenPassphraseDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [ForgottenPassphraseDialog] = []
    static let begin = 1

    let dialog: Dialog

    /// Asks, and returns whether the file is to be moved aside.
    ///
    /// - Parameters:
    ///   - path: The sealed file's path.
    ///   - parent: A widget of the window above which the dialog stands.
    static func ask(_ path: String, above parent: WidgetHandle) async -> Bool {
        let view = ForgottenPassphraseDialog(path, parent: parent)
        open.append(view)
        return await withCheckedContinuation { continuation in
            view.dialog.onResponse = { [weak view] response in
                open.removeAll { $0 === view }
                continuation.resume(returning: response == begin)
            }
            view.dialog.present()
        }
    }

    private init(_ path: String, parent: WidgetHandle) {
        dialog = Dialog(
            title: localized("A forgotten passphrase"), parent: parent, width: 480,
            choices: [
                Dialog.Choice(text: localized("_Cancel"), response: 0),
                Dialog.Choice(
                    text: localized("_Begin a new file"), response: Self.begin, look: .destructive),
            ], byDefault: 0)
        dialog.append(
            Label(
                localized(
                    "Nobody can open %1$s without its passphrase. It is kept under another name, and a new file with a new passphrase takes its place.",
                    DisplayText.quotation(path, limit: 200))
            ).wrapping(at: 46))
        dialog.append(
            Label(
                localized(
                    "The keys and shares in it can’t be used from then on. An account with a shared key still opens with its login and its recovery words: choose “Lost something?” and “This computer is new” in the window of shared keys. Another key comes back by its seed phrase or its file: import it again. Wallets on phones have to be connected again."
                )
            ).wrapping(at: 46))
    }
}
