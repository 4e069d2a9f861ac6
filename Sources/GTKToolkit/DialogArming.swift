// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// Has one choice of a dialog count only once the user can have seen what they choose.
///
/// A dialog comes up while its user types or clicks elsewhere. Its choice is armed after a calm: a while in which the
/// window had the keyboard, was seen whole, neither moved nor changed its size, and no key or button was pressed. Each
/// of these starts the calm anew. The button stays sensitive meanwhile and does nothing: GTK swallows presses on an
/// insensitive one, and clicks where it will be would start nothing anew.
@MainActor
package final class DialogArming {
    /// The reason why the choice doesn't count, or that it does.
    package enum State: CaseIterable {
        /// The calm lasts.
        case waiting
        /// Another window has the keyboard.
        case unfocused
        /// Another window hides a part of this one, or the screen's edge does.
        case covered
        case armed
    }

    /// The time that a calm takes.
    package static let calm = Duration.milliseconds(800)

    package private(set) var state = State.waiting
    /// Called after each change of the state; must hold its owner weakly.
    package var onChange: ((State) -> Void)?

    private weak var window: Window?
    private var connections: [SignalConnection] = []
    private let presses: GObjectOwner?
    private var place: [Int32] = []
    private var isWhole = true
    /// True if the choice was armed when the last key or button was pressed, and nothing has happened since.
    private var wasArmedAtPress = false
    private var wait: Task<Void, Never>?

    /// - Parameter window: The dialog, before it is shown.
    init(_ window: Window) {
        self.window = window
        let gesture = gtk_gesture_multi_press_new(window.widget)
        gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE)
        gtk_gesture_single_set_button(gesture, 0)
        presses = gesture.map { GObjectOwner(UnsafeMutableRawPointer($0), .full) }
        gtk_widget_add_events(window.widget, gint(GDK_VISIBILITY_NOTIFY_MASK.rawValue))
        connections = [
            window.connect("key-press-event") { [weak self] emission in
                guard let event = emission.boxed(0), !KeyPress(event).isModifier else { return }
                self?.press()
            },
            window.connect("notify::is-active") { [weak self] _ in self?.restart() },
            window.connect("map-event") { [weak self] _ in self?.restart() },
            window.connect("visibility-notify-event") { [weak self] emission in
                guard let event = emission.boxed(0)?.assumingMemoryBound(to: GdkEvent.self) else { return }
                self?.seen(isWhole: event.pointee.visibility.state == GDK_VISIBILITY_UNOBSCURED)
            },
            window.connect("configure-event") { [weak self] emission in
                guard let event = emission.boxed(0)?.assumingMemoryBound(to: GdkEvent.self) else { return }
                let now = event.pointee.configure
                self?.moved(to: [now.x, now.y, now.width, now.height])
            },
        ]
        if let presses { connections.append(presses.connect("pressed") { [weak self] _ in self?.press() }) }
    }

    isolated deinit {
        wait?.cancel()
    }

    /// Starts the calm anew, after what is shown has changed.
    package func restart() {
        wait?.cancel()
        wait = nil
        wasArmedAtPress = false
        guard let window, !window.isDestroyed else { return }
        guard window.isActive else { return change(to: .unfocused) }
        guard isWhole else { return change(to: .covered) }
        change(to: .waiting)
        wait = Task { [weak self] in
            do {
                try await Task.sleep(for: Self.calm)
            } catch {
                return  // Something has started it anew.
            }
            if !Task.isCancelled { self?.change(to: .armed) }
        }
    }

    /// Returns whether the choice counts, when its button says that it was pressed.
    ///
    /// A button says so when the mouse's is let go, so what counts is what was when it was pressed.
    func takesPress() -> Bool {
        if wasArmedAtPress || (state == .armed && !Self.isLettingGo) { return true }
        // Without a window manager nobody else gives the window the keyboard.
        if state == .unfocused { window?.present() }
        restart()
        return false
    }

    /// True while a button of the mouse's, or a finger, is being let go.
    private static var isLettingGo: Bool {
        guard let event = gtk_get_current_event() else { return false }
        defer { gdk_event_free(event) }
        let type = gdk_event_get_event_type(event)
        return type == GDK_BUTTON_RELEASE || type == GDK_TOUCH_END
    }

    private func press() {
        let wasArmed = state == .armed
        if state == .unfocused { window?.present() }
        restart()
        wasArmedAtPress = wasArmed
    }

    private func seen(isWhole: Bool) {
        guard isWhole != self.isWhole else { return }
        self.isWhole = isWhole
        restart()
    }

    private func moved(to place: [Int32]) {
        guard place != self.place else { return }
        self.place = place
        restart()
    }

    private func change(to state: State) {
        guard state != self.state else { return }
        self.state = state
        onChange?(state)
    }
}
