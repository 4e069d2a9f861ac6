// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import SafeText

/// A view of the window of shared keys, with what the keyboard needs first.
@MainActor
class SharedKeyPane: Container {
    let column = Box(.down, spacing: 18)
    /// The widget that gets the focus.
    var first: WidgetHandle?

    init() {
        let scrolled = ScrolledView(column)
        super.init(shared: scrolled.widget)
        keep(scrolled)
        column.margins(24)
    }

    /// Adds a heading and, below it, a text.
    func head(_ title: String, _ text: String? = nil) { column.append(Self.heading(title, text)) }

    /// Adds buttons side by side, the last one at the end.
    func foot(_ buttons: Button...) { column.append(Self.row(buttons)) }

    static func heading(_ title: String, _ text: String?) -> Box {
        let head = Box(.down, spacing: 6, Label(title).wrapping(at: 44).styled("near-connect-heading"))
        if let text { head.append(dim(text)) }
        return head
    }

    static func row(_ buttons: [Button]) -> Box {
        let row = Box(.across, spacing: 9)
        for button in buttons.dropLast() { row.append(button) }
        if let last = buttons.last { row.appendAtEnd(last) }
        return row
    }

    static func dim(_ text: String) -> Label { Label(text).wrapping(at: 62).styled("dim-label") }

    /// Returns a text area with its name above.
    static func area(_ title: String, _ area: TextArea) -> Box {
        Box(.down, spacing: 3, area.label(title).styled("dim-label", "near-connect-small"), area)
    }

    /// Returns a field with its name above.
    static func field(_ title: String, _ entry: Entry) -> Box {
        Box(
            .down, spacing: 3, Label(mnemonic: title, for: entry).styled("dim-label", "near-connect-small"),
            entry.filling())
    }
}
