// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import SafeText

/// A dialog with the window's help.
@MainActor
enum HelpDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [Dialog] = []

    /// Shows the dialog above the window of `parent`.
    static func present(above parent: WidgetHandle) {
        let dialog = Dialog(
            title: localized("Help"), parent: parent, width: 560,
            choices: [Dialog.Choice(text: localized("_Close"), response: 0)], byDefault: 0)
        let column = Box(.down, spacing: 15)
        for topic in HelpText.topics {
            column.append(
                Box(
                    .down, spacing: 3, Label(topic.title).styled("near-connect-heading"),
                    Label(topic.text).wrapping(at: 60).selectable()))
        }
        dialog.append(scrolled: column, height: 440)
        open.append(dialog)
        dialog.onResponse = { [weak dialog] _ in open.removeAll { $0 === dialog } }
        dialog.present()
    }
}
