// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime
internal import SafeText

/// A button.
@MainActor
package final class Button: WidgetHandle {
    private var clicked: SignalConnection?
    private var isMarkedItem = false
    private var radioRole: Int32 { Int32(bitPattern: GTK_BUTTON_ROLE_RADIO.rawValue) }

    /// A button with a text; `_` stands before the letter that presses it together with Alt.
    package init(_ text: String) {
        super.init(new: gtk_button_new_with_mnemonic(text))
    }

    /// A button with a text from outside, whose `_` are part of it.
    package init(literal text: String) {
        super.init(new: gtk_button_new_with_label(DisplayText.line(text)))
    }

    /// A button with an icon of the theme's, and its name for screen readers and as a tooltip.
    package init(icon: String, name: String) {
        super.init(new: gtk_button_new_from_icon_name(icon, GTK_ICON_SIZE_BUTTON))
        setTooltip(name)
        setAccessibleName(name)
    }

    /// A line of a menu.
    package init(menuItem text: String) {
        super.init(new: gtk_model_button_new())
        ObjectProperty.set("text", of: self, to: .string(text))
        setAccessibleName(text)
    }

    /// Wraps the text where it has no room in one line of so many characters.
    @discardableResult
    package func wrapping(at width: Int32) -> Self {
        wrapLabel(of: self, at: width, isCentered: true)
        return self
    }

    /// Calls `handler` when the button is pressed; it must hold its owner weakly.
    @discardableResult
    package func onClick(_ handler: @escaping @MainActor () -> Void) -> Self {
        clicked = connect("clicked") { _ in handler() }
        return self
    }

    /// The text, with `_` before the letter that presses the button together with Alt.
    package func setText(_ text: String) { gtk_button_set_label(cast(), text) }

    /// Changes the text of a line of a menu.
    package func setText(menuItem text: String) {
        ObjectProperty.set("text", of: self, to: .string(text))
        setAccessibleName(text)
    }

    /// True if an item of a menu is the one of several that holds.
    package var isMarked: Bool {
        get { isMarkedItem }
        set {
            isMarkedItem = newValue
            ObjectProperty.set("role", of: self, to: .enumeration("GtkButtonRole", newValue ? radioRole : 0))
            ObjectProperty.set("active", of: self, to: .boolean(newValue))
        }
    }

    /// Presses the button as a user does.
    package func press() {
        gtk_button_clicked(cast())
    }
}

/// A button that shows a small panel below itself.
@MainActor
package final class MenuButton: WidgetHandle {
    private let popover: WidgetHandle
    private let panel: Box
    private let label: Label?

    /// - Parameters:
    ///   - icon: An icon of the theme's.
    ///   - name: For screen readers and as a tooltip.
    ///   - panel: What the panel shows.
    package init(icon: String, name: String, panel: Box) {
        label = nil
        self.panel = panel
        let button: UnsafeMutablePointer<GtkWidget> = gtk_menu_button_new()
        popover = WidgetHandle(new: gtk_popover_new(button))
        super.init(new: button)
        gtk_button_set_image(cast(), gtk_image_new_from_icon_name(icon, GTK_ICON_SIZE_BUTTON))
        setTooltip(name)
        setAccessibleName(name)
        setUp()
    }

    /// - Parameters:
    ///   - label: What the button shows.
    ///   - name: For screen readers and as a tooltip.
    ///   - panel: What the panel shows.
    package init(label: Label, name: String, panel: Box) {
        self.label = label
        self.panel = panel
        let button: UnsafeMutablePointer<GtkWidget> = gtk_menu_button_new()
        popover = WidgetHandle(new: gtk_popover_new(button))
        super.init(new: button)
        gtk_container_add(cast(), label.widget)
        setTooltip(name)
        setAccessibleName(name)
        setUp()
    }

    private func setUp() {
        panel.margins(6)
        gtk_container_add(popover.cast(), panel.widget)
        popover.isVisible = false
        gtk_menu_button_set_popover(cast(), popover.widget)
    }

    /// Closes the panel.
    package func closePanel() {
        gtk_popover_popdown(popover.cast())
    }
}
