// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import SafeText

/// A dialog that lists the window's keys.
@MainActor
enum ShortcutsDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [Dialog] = []

    /// Shows the dialog above the window of `parent`.
    static func present(above parent: WidgetHandle) {
        let dialog = Dialog(
            title: localized("Keyboard shortcuts"), parent: parent, width: 520,
            choices: [Dialog.Choice(text: localized("_Close"), response: 0)], byDefault: 0)
        let column = Box(.down, spacing: 18)
        // The room for the keys in pixels, the same in each group, and in letters of 7 pixels.
        let keysWidth = min(220, dialog.contentWidth * 45 / 100)
        for group in ShortcutList.groups {
            let grid = Grid(columnSpacing: 18, rowSpacing: 6)
            for (row, key) in group.keys.enumerated() {
                grid.attach(
                    Label(key.keys).wrapping(at: keysWidth / 7).aligned(.start, .start).styled("near-connect-strong")
                        .minimumSize(width: keysWidth), column: 0, row: Int32(row))
                grid.attach(Label(key.purpose).wrapping(at: 36), column: 1, row: Int32(row))
            }
            column.append(Box(.down, spacing: 6, Label(group.title).styled("near-connect-heading"), grid))
        }
        dialog.append(scrolling: column, maximumHeight: 520)
        open.append(dialog)
        dialog.onResponse = { [weak dialog] _ in open.removeAll { $0 === dialog } }
        dialog.present()
    }
}
