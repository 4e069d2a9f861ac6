// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import SafeText

/// A dialog about the program.
@MainActor
enum AboutDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [Dialog] = []

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - version: The program's version, if it has said it.
    ///   - parent: A widget of that window.
    static func present(version: String?, above parent: WidgetHandle) {
        let dialog = Dialog(
            title: localized("About %1$s", ShellIdentity.name), parent: parent, width: 380,
            choices: [Dialog.Choice(text: localized("_Close"), response: 0)], byDefault: 0)
        dialog.append(LinkMark(size: 96).aligned(.center))
        dialog.append(Label(ShellIdentity.name).centered().styled("near-connect-title"))
        if let version { dialog.append(Label(localized("Version %1$s", version)).centered().selectable()) }
        dialog.append(
            Label(localized("Connects Linux programs to NEAR wallets. Your keys never leave your wallet."))
                .wrapping(at: 40).centered())
        dialog.append(Label(localized("MIT License")).centered().styled("dim-label", "near-connect-small"))
        open.append(dialog)
        dialog.onResponse = { [weak dialog] _ in open.removeAll { $0 === dialog } }
        dialog.present()
    }
}
