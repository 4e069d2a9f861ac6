// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import SafeText

/// A dialog with what happened inside since the window was opened, to be copied.
@MainActor
final class LogDialog {
    static let copy = 1

    let dialog: Dialog
    /// The text that is shown.
    let text: String

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - log: The lines; those that come later aren't shown.
    ///   - parent: A widget of the window.
    ///   - onEnd: Called when the dialog was closed; must hold its owner weakly.
    @discardableResult
    static func present(_ log: RecentLog, above parent: WidgetHandle, onEnd: @escaping () -> Void) -> LogDialog {
        let view = LogDialog(log, parent: parent)
        view.dialog.onResponse = { [text = view.text] response in
            if response == copy { Clipboard.copy(text) }
            onEnd()
        }
        view.dialog.present()
        return view
    }

    private init(_ log: RecentLog, parent: WidgetHandle) {
        let lines = log.lines
        text = lines.map { "\($0)\n" }.joined()
        dialog = Dialog(
            title: localized("Log"), parent: parent, width: 640,
            choices: [
                Dialog.Choice(text: localized("_Close"), response: 0),
                Dialog.Choice(text: localized("C_opy"), response: Self.copy),
            ], byDefault: 0)
        dialog.append(
            Label(
                lines.isEmpty
                    ? localized("Nothing was written down since the window was opened.")
                    : localized(
                        "What happened inside since the window was opened. It names sites, accounts, files and transactions, and no secret keys: read it before you give it to anybody."
                    )
            ).wrapping(at: 62).styled("dim-label"))
        let area = TextArea(height: 320, isCode: true).readOnly().named(localized("Log"))
        area.text = text
        area.isVisible = !lines.isEmpty
        dialog.append(area)
        dialog.button(Self.copy)?.isSensitive = !lines.isEmpty
    }
}
