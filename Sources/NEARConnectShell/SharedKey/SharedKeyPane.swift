// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARSharedKeys
internal import SafeText

/// A view of the window of shared keys, with what the keyboard needs first.
@MainActor
class SharedKeyPane: Container {
    let column = Box(.down, spacing: 18)
    /// The widget that gets the focus.
    var first: WidgetHandle?
    /// The button that Escape presses; `nil` where Escape closes the window.
    private(set) var escape: Button?
    /// The sentence that says where this computer's share goes, hidden until that is known; some panes show it.
    let placeNote = Label().wrapping(at: 60).styled("dim-label").hidden()

    init() {
        let scrolled = ScrolledView(column)
        super.init(shared: scrolled.widget)
        keep(scrolled)
        column.margins(24)
    }

    /// Tells screen readers what the view is about, once it is shown.
    func announce() {}

    /// Adds a heading and, below it, a text.
    func head(_ title: String, _ text: String? = nil) { column.append(Self.heading(title, text)) }

    /// Says where this computer's share goes.
    ///
    /// - Parameter sentence: The sentence about the place of the profile's secrets; `nil` while it isn't known.
    func say(place sentence: String?) {
        placeNote.text =
            sentence.map { localized("This computer’s share goes where your secrets are. %1$s", $0) } ?? ""
        placeNote.isVisible = sentence != nil
    }

    /// Returns a button that goes back, as Escape does from then on.
    func backButton(_ onBack: @escaping @MainActor () -> Void) -> Button {
        let button = Button(localized("_Back"))
        button.onClick(onBack)
        escape = button
        return button
    }

    /// Adds buttons side by side, the last one at the end.
    func foot(_ buttons: Button...) { column.append(Self.row(buttons)) }

    /// Has Enter in these fields press a button, while it can be pressed.
    static func enter(in entries: [Entry], presses button: Button) {
        for entry in entries {
            entry.onActivate { [weak button] in
                guard let button, button.isSensitive else { return }
                button.press()
            }
        }
    }

    /// Reads words that were typed; `nil` for wrong ones, which are named.
    static func words(in area: TextArea, _ say: (String) -> Void) -> ShareWords? {
        do throws(ShareWordsError) {
            return try ShareWords(area.text)
        } catch {
            say(error.exposedText)
            return nil
        }
    }

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
