// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// A window with a question.
///
/// It never runs a loop of its own: the answer comes through ``onResponse``.
@MainActor
package final class Dialog: Window {
    /// A button of the dialog.
    package struct Choice {
        package enum Look {
            case plain, suggested, destructive
        }

        /// The button's text, with `_` before the letter that presses it together with Alt.
        package let text: String
        /// The number that ``Dialog/onResponse`` gets; 0 and above.
        package let response: Int
        package var look: Look

        package init(text: String, response: Int, look: Look = .plain) {
            self.text = text
            self.response = response
            self.look = look
        }
    }

    /// Called once: with a choice's number, or with `nil` when the dialog was closed (Escape, the window's own button).
    package var onResponse: ((Int?) -> Void)?

    /// Called with a choice before it ends the dialog; false keeps the dialog open.
    ///
    /// It must hold its owner weakly.
    package var onTry: ((Int) -> Bool)?

    private static let margin: Int32 = 24
    private let body: Box
    private let width: Int32
    private var buttons: [Int: WidgetHandle] = [:]
    private var endings: [SignalConnection] = []

    /// - Parameters:
    ///   - parent: The dialog stands above its window and blocks it.
    ///   - choices: The buttons from left to right.
    ///   - byDefault: The choice that has the focus and that Enter presses.
    package init(title: String, parent: WidgetHandle?, width: Int32 = 480, choices: [Choice], byDefault: Int) {
        body = Box(.down, spacing: 12).margins(Self.margin)
        let room = WorkArea(around: parent).map { max($0.width - 24, 240) } ?? width
        self.width = min(width, room)
        super.init(window: gtk_dialog_new())
        setTitle(title)
        setTitleBar(HeaderBar(title: title))
        setTransient(for: parent, isModal: true)
        // As a minimum: GTK takes a text's height at its narrowest for the height of a window.
        body.minimumSize(width: self.width - 2 * Self.margin)
        if let area = gtk_dialog_get_content_area(cast()) {
            let box = UnsafeMutableRawPointer(area).assumingMemoryBound(to: GtkBox.self)
            gtk_box_pack_start(box, body.widget, 1, 1, 0)
        }
        styled("near-connect-dialog")
        for choice in choices { add(choice) }
        if let button = buttons[byDefault] {
            setDefault(button)
            button.focus()
        }
        endings = [
            connect("response") { [weak self] emission in self?.respond(emission.integer(0)) },
            connect("destroy") { [weak self] _ in self?.respond(-1) },
        ]
        // A dialog answers its own close button with a response; the window must not deal with it first.
        onCloseRequest = { [weak self] in self?.respond(-1) }
    }

    private func add(_ choice: Choice) {
        guard let button = gtk_dialog_add_button(cast(), choice.text, gint(choice.response)) else { return }
        let handle = WidgetHandle(shared: button)
        switch choice.look {
        case .plain: break
        case .suggested: handle.styled("suggested-action")
        case .destructive: handle.styled("destructive-action")
        }
        buttons[choice.response] = handle
    }

    /// The button of a choice.
    package func button(_ response: Int) -> WidgetHandle? { buttons[response] }

    /// Adds a widget below those that are there.
    package func append(_ child: WidgetHandle) {
        body.append(child)
    }

    /// Adds a widget that may be long below those that are there; it is scrolled where it doesn't fit.
    package func append(scrolling child: WidgetHandle, maximumHeight: Int32) {
        // A dialog that is higher than the screen has its buttons where nobody can press them.
        let room = WorkArea(around: self).map { max($0.height - 240, 120) } ?? maximumHeight
        let limit = min(maximumHeight, room)
        // GTK by itself would ask a scrolled text for its height at its narrowest.
        if child.height(forWidth: width - 2 * Self.margin) <= limit {
            body.append(child)
        } else {
            body.append(ScrolledView(child, height: limit), expands: true)
        }
    }

    /// Adds a widget whose content may change, in room of one height that is scrolled.
    package func append(scrolled child: WidgetHandle, height: Int32) {
        let room = WorkArea(around: self).map { max($0.height - 320, 120) } ?? height
        body.append(ScrolledView(child, height: min(height, room)), expands: true)
    }

    /// Ends the dialog with a choice; below 0 for none.
    package func respond(_ response: Int) {
        if response >= 0, onResponse != nil, let onTry, !onTry(response) { return }
        end(response)
    }

    /// Ends the dialog with a choice that needs no more trial; below 0 for none.
    package func end(_ response: Int) {
        let answer = onResponse
        onResponse = nil
        // What was written in the dialog is gone with its widgets; so it is heard first and destroyed last, unseen.
        if !isDestroyed { gtk_widget_hide(widget) }
        answer?(response >= 0 ? response : nil)
        destroy()
    }

    /// Presses Enter as a user does: what has the focus and can be pressed, or else the default.
    package func pressEnter() {
        gtk_window_activate_default(cast())
    }

    /// Presses the button or field that has the focus, as the space bar does.
    package func pressFocused() {
        gtk_window_activate_focus(cast())
    }

    /// Closes the dialog as if the user had closed it.
    package func cancel() {
        respond(-1)
    }
}
