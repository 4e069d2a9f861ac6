// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit

/// What the program is, in a dialog.
@MainActor
enum AboutDialog {
    /// Dialogs that are open; each takes itself away.
    private(set) static var open: [Dialog] = []

    /// Shows the dialog above the window of `parent`.
    static func present(above parent: WidgetHandle) {
        let dialog = Dialog(
            title: "About \(ShellIdentity.name)", parent: parent, width: 380,
            choices: [Dialog.Choice(text: "_Close", response: 0)], byDefault: 0)
        dialog.append(LinkMark(size: 96).aligned(.center))
        dialog.append(Label(ShellIdentity.name).centered().styled("near-connect-title"))
        dialog.append(
            Label("Connects Linux programs to NEAR wallets. Keys stay where they are: in the wallet.")
                .wrapping(at: 40).centered())
        dialog.append(Label("MIT License").centered().styled("dim-label", "near-connect-small"))
        open.append(dialog)
        dialog.onResponse = { [weak dialog] _ in open.removeAll { $0 === dialog } }
        dialog.present()
    }
}
