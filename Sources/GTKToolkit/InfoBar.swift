// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime
internal import SafeText

/// A message across the window, which the user can close.
@MainActor
package final class InfoBar: WidgetHandle {
    package enum Kind {
        case information, warning, error

        fileprivate var value: GtkMessageType {
            switch self {
            case .information: GTK_MESSAGE_INFO
            case .warning: GTK_MESSAGE_WARNING
            case .error: GTK_MESSAGE_ERROR
            }
        }
    }

    private let label: Label
    private let closing = Button(icon: "window-close-symbolic", name: localized("Close"))
    private var responded: SignalConnection?
    private var destroyed: SignalConnection?
    /// True once its window is gone; news that come afterwards are shown nowhere.
    private var isDestroyed = false

    /// The response of the action's button; closing has one below 0.
    private static let action: gint = 1

    /// - Parameters:
    ///   - kind: What kind of news it is.
    ///   - action: A button's text, and what it does; the bar stays. No letter presses it together with Alt: bars
    ///     stand above every page, whose widgets have these letters.
    ///   - closed: Called when the user has closed the bar; must hold its owner weakly.
    package init(
        _ kind: Kind, action: (text: String, run: @MainActor () -> Void)? = nil, closed: @escaping @MainActor () -> Void
    ) {
        label = Label().wrapping(at: 80).selectable()
        super.init(new: gtk_info_bar_new())
        gtk_info_bar_set_message_type(cast(), kind.value)
        gtk_container_add(gtk_info_bar_get_content_area(cast()).map(Self.container), label.widget)
        if let action { gtk_info_bar_add_button(cast(), action.text.replacing("_", with: "__"), Self.action) }
        // GTK's own close button has no name for screen readers.
        closing.styled("flat").isVisible = true
        gtk_info_bar_add_action_widget(cast(), closing.widget, GTK_RESPONSE_CLOSE.rawValue)
        if let area = gtk_info_bar_get_action_area(cast()) {
            let box = UnsafeMutableRawPointer(area).assumingMemoryBound(to: GtkButtonBox.self)
            gtk_button_box_set_child_non_homogeneous(box, closing.widget, 1)
        }
        styled("near-connect-news")
        hide()
        destroyed = connect("destroy") { [weak self] _ in self?.isDestroyed = true }
        responded = connect("response") { [weak self] emission in
            guard let self else { return }
            if emission.integer(0) == Int(Self.action) {
                action?.run()
                return
            }
            self.hide()
            closed()
        }
    }

    private static func container(_ widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkContainer> {
        UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkContainer.self)
    }

    /// Shows `text`.
    package func show(_ text: String) {
        guard !isDestroyed else { return }
        label.text = text
        setAccessibleName(text)
        isVisible = true
        gtk_info_bar_set_revealed(cast(), 1)
    }

    /// Presses the action's button as a user does.
    package func act() {
        gtk_info_bar_response(cast(), Self.action)
    }

    /// Closes the bar as a user does.
    package func close() {
        gtk_info_bar_response(cast(), GTK_RESPONSE_CLOSE.rawValue)
    }

    /// Hides the bar, for screen readers too: an empty one would be read out.
    package func hide() {
        guard !isDestroyed else { return }
        isVisible = false
        gtk_info_bar_set_revealed(cast(), 0)
    }

    /// The text that is shown, `nil` while none is.
    package var text: String? { isRevealed ? label.text : nil }

    package var isRevealed: Bool { !isDestroyed && gtk_info_bar_get_revealed(cast()) != 0 }
}
