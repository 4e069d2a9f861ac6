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
    private let title: String
    private let bar: HeaderBar
    private let body: Box
    private let width: Int32
    /// The pixels that buttons below one another take beyond those of a single row.
    private var stackedHeight: Int32 = 0
    private var buttons: [Int: WidgetHandle] = [:]
    private var endings: [SignalConnection] = []
    private var armed: (response: Int, arming: DialogArming)?
    /// The widget that may be long, its place, and the most pixels that it gets.
    private var scrolled: (child: WidgetHandle, place: Box, limit: Int32)?
    private var scrolling: ScrolledView?

    /// - Parameters:
    ///   - parent: The dialog stands above its window and blocks it.
    ///   - choices: The buttons from left to right.
    ///   - byDefault: The choice that has the focus and that Enter presses.
    package init(title: String, parent: WidgetHandle?, width: Int32 = 480, choices: [Choice], byDefault: Int) {
        self.title = title
        bar = HeaderBar(title: title)
        body = Box(.down, spacing: 12).margins(Self.margin)
        let room = WorkArea(around: parent).map { max($0.width - 24, 240) } ?? width
        self.width = min(width, room)
        super.init(window: gtk_dialog_new())
        setTitle(title)
        setTitleBar(bar)
        setTransient(for: parent, isModal: true)
        // As a minimum: GTK takes a text's height at its narrowest for the height of a window.
        body.minimumSize(width: contentWidth)
        if let area = gtk_dialog_get_content_area(cast()) {
            let box = UnsafeMutableRawPointer(area).assumingMemoryBound(to: GtkBox.self)
            gtk_box_pack_start(box, body.widget, 1, 1, 0)
        }
        styled("near-connect-dialog")
        for choice in choices { add(choice) }
        stackButtons(unlessWithin: room)
        if let button = buttons[byDefault] {
            setDefault(button)
            button.focus()
        }
        endings = [
            connect("response") { [weak self] emission in self?.press(emission.integer(0)) },
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

    /// The pixels from left to right for what is added: fewer than asked for on a small screen.
    package var contentWidth: Int32 { width - 2 * Self.margin }

    /// Puts the buttons below one another where a screen has no room for them in a row, as a phone's.
    private func stackButtons(unlessWithin room: Int32) {
        // GTK's row of buttons, and the box with its padding.
        guard let row = buttons.values.first.flatMap({ gtk_widget_get_parent($0.widget) }),
            let box = gtk_widget_get_parent(row)
        else { return }
        var (natural, before, after): (Int32, Int32, Int32) = (0, 0, 0)
        gtk_widget_get_preferred_width(box, nil, &natural)
        guard natural > room else { return }
        gtk_widget_get_preferred_height(row, nil, &before)
        gtk_orientable_set_orientation(OpaquePointer(row), GTK_ORIENTATION_VERTICAL)
        gtk_widget_get_preferred_height(row, nil, &after)
        stackedHeight = max(after - before, 0)
    }

    /// True if the buttons stand beside one another.
    package var hasRowOfButtons: Bool {
        buttons.values.first.flatMap { gtk_widget_get_parent($0.widget) }.map {
            gtk_orientable_get_orientation(OpaquePointer($0)) == GTK_ORIENTATION_HORIZONTAL
        } ?? true
    }

    /// The text below the title; its room is always there, so that no button moves when it comes.
    package private(set) var subtitle: String?

    /// Shows a text below the title, or none.
    package func setSubtitle(_ text: String?) {
        subtitle = text
        bar.setTitle(title, subtitle: text)
    }

    /// The button of a choice.
    package func button(_ response: Int) -> WidgetHandle? { buttons[response] }

    /// Adds a widget below those that are there.
    package func append(_ child: WidgetHandle) {
        body.append(child)
    }

    /// Adds a field with its title above it.
    ///
    /// - Parameters:
    ///   - entry: The field.
    ///   - title: The title, with `_` before the letter that leads to the field together with Alt.
    package func append(_ entry: Entry, titled title: String) {
        let label = Label(mnemonic: title, for: entry).styled("dim-label", "near-connect-small")
        body.append(Box(.down, spacing: 3, label, entry))
    }

    /// Adds a widget that may be long below those that are there; it is scrolled where it doesn't fit.
    ///
    /// - Parameter maximumHeight: Pixels; of a widget that is added later, the one before isn't fitted any more.
    package func append(scrolling child: WidgetHandle, maximumHeight: Int32) {
        // A dialog that is higher than the screen has its buttons where nobody can press them.
        let room = WorkArea(around: self).map { max($0.height - 280 - stackedHeight, 120) } ?? maximumHeight
        let place = Box(.down)
        scrolled = (child, place, min(maximumHeight, room))
        scrolling = nil
        place.append(child)
        body.append(place, expands: true)
        fit()
    }

    /// Gives what may be long the room that it needs now, and has it scrolled where there is less.
    ///
    /// A dialog that is shown grows no further than the screen's edge: its buttons stay where they can be pressed.
    package func fit() {
        guard let (child, place, most) = scrolled else { return }
        var limit = most
        if isMapped, let area = WorkArea(around: self) {
            limit = min(limit, max(place.givenHeight + area.roomBelow(self), 0))
        }
        // GTK by itself would ask a scrolled text for its height at its narrowest.
        let height = child.height(forWidth: contentWidth)
        if let scrolling { return scrolling.setHeight(min(height, limit)) }
        guard height > limit else { return }
        place.remove(child)
        let view = ScrolledView(child, height: limit)
        scrolling = view
        place.append(view, expands: true)
    }

    /// Scrolls to the end of what may be long, once it has its room.
    package func showEnd() { scrolling?.showEnd() }

    /// Adds a widget whose content may change, in room of one height that is scrolled.
    package func append(scrolled child: WidgetHandle, height: Int32) {
        let room = WorkArea(around: self).map { max($0.height - 320 - stackedHeight, 120) } ?? height
        body.append(ScrolledView(child, height: min(height, room)), expands: true)
    }

    /// Has a choice count only once the user can have seen what they choose, see ``DialogArming``.
    ///
    /// It is for the button as mouse, keys and assistive tools press it, and not for ``respond(_:)``.
    ///
    /// - Parameter hint: The sentence for a state, which stands below what has been added so far.
    package func arm(_ response: Int, hint: @escaping @MainActor (DialogArming.State) -> String) {
        let arming = DialogArming(self)
        let line = Label().wrapping(at: 60).asStatus().styled("dim-label", "near-connect-small")
        var height: Int32 = 0
        for state in DialogArming.State.allCases {
            line.text = hint(state)
            height = max(height, line.height(forWidth: contentWidth))
        }
        // A line that comes and goes would move the buttons.
        line.minimumSize(height: height)
        body.append(line)
        let button = buttons[response]
        button?.describe(by: line)
        let show: (DialogArming.State) -> Void = { [weak line, weak button] state in
            line?.text = hint(state)
            button?.setStyle("near-connect-unarmed", state != .armed)
        }
        arming.onChange = show
        show(arming.state)
        armed = (response, arming)
    }

    /// The state of the choice of ``arm(_:hint:)``; `nil` for a dialog without one.
    package var armingState: DialogArming.State? { armed?.arming.state }

    /// Has the user look again before the armed choice counts, since what is shown has changed.
    package func rearm() { armed?.arming.restart() }

    /// Ends the dialog by a button, unless that doesn't count yet.
    private func press(_ response: Int) {
        if let armed, armed.response == response, !armed.arming.takesPress() { return }
        respond(response)
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

    /// Presses the button of a choice as assistive tools do, which press no key.
    package func pressButton(_ response: Int) {
        guard let button = buttons[response] else { return }
        gtk_button_clicked(button.cast())
    }

    /// Closes the dialog as if the user had closed it.
    package func cancel() {
        respond(-1)
    }
}
