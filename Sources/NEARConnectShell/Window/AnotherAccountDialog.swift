// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARPrimitives
internal import SafeText

/// A dialog that asks where another account comes from: a key of this computer, or a wallet.
@MainActor
enum AnotherAccountDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [Dialog] = []
    static let wallet = 1
    static let key = 2
    /// The most accounts that are named.
    private static let limit = 3

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - accounts: The accounts of which this computer has keys, at least one.
    ///   - parent: A widget of the window.
    ///   - onChoose: Called with whether a key is to be used.
    static func present(
        _ accounts: [AccountId], above parent: WidgetHandle, onChoose: @escaping @MainActor (_ usesKey: Bool) -> Void
    ) {
        let dialog = Dialog(
            title: localized("Another account"), parent: parent, width: 480,
            choices: [
                Dialog.Choice(text: localized("_Cancel"), response: 0),
                Dialog.Choice(text: localized("Another _wallet…"), response: wallet),
                Dialog.Choice(text: localized("A _key of mine…"), response: key, look: .suggested),
            ], byDefault: key)
        let names = accounts.prefix(limit).map(\.text).joined(separator: ", ")
        let more = accounts.count > limit ? ", …" : ""
        dialog.append(
            Label(localized("This computer has keys of %1$s.", names + more)).wrapping(at: 46).selectable())
        dialog.append(
            Label(localized("The account that is connected now is disconnected once another one is."))
                .wrapping(at: 46).styled("dim-label", "near-connect-small"))
        open.append(dialog)
        dialog.onResponse = { [weak dialog] response in
            open.removeAll { $0 === dialog }
            if let response, response > 0 { onChoose(response == key) }
        }
        dialog.present()
    }
}
