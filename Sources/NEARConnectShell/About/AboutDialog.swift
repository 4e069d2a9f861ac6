// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import GTKToolkit
internal import SafeText

/// A dialog about the program.
@MainActor
enum AboutDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [Dialog] = []

    /// The response that copies the details.
    static let copy = 1

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - version: The program's version, if it has said it.
    ///   - parent: A widget of that window.
    static func present(version: String?, above parent: WidgetHandle) {
        let dialog = Dialog(
            title: localized("About %1$s", ShellIdentity.name), parent: parent, width: 380,
            choices: [
                Dialog.Choice(text: localized("_Close"), response: 0),
                Dialog.Choice(text: localized("Copy _details for a report"), response: copy),
            ], byDefault: 0)
        dialog.append(LinkMark(size: 96).aligned(.center))
        dialog.append(Label(ShellIdentity.name).centered().styled("near-connect-title"))
        if let version { dialog.append(Label(localized("Version %1$s", version)).centered().selectable()) }
        dialog.append(
            Label(localized("Connects Linux programs to NEAR wallets. A wallet’s keys stay in the wallet."))
                .wrapping(at: 40).centered())
        let details = AboutText.details(version: version, environment: ProcessInfo.processInfo.environment)
        dialog.append(
            Label(details.split(separator: "\n").dropFirst().joined(separator: "\n")).wrapping(at: 44).centered()
                .selectable().styled("dim-label", "near-connect-small"))
        dialog.append(WebLink(localized("_NEAR’s documentation"), to: ShellIdentity.documentation))
        dialog.append(Label(localized("MIT License")).centered().styled("dim-label", "near-connect-small"))
        open.append(dialog)
        dialog.onResponse = { [weak dialog] response in
            if response == copy { Clipboard.copy(details) }
            open.removeAll { $0 === dialog }
        }
        dialog.present()
    }
}
