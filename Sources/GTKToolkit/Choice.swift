// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime
internal import SafeText

/// One of several options of which exactly one is chosen.
@MainActor
package final class RadioButton: WidgetHandle {
    private var toggled: SignalConnection?

    /// An option whose text breaks its lines at about 60 characters, see ``wrapping(at:)``.
    ///
    /// - Parameter group: Another option of the same question; `nil` for the first, which is chosen at the start.
    package init(_ text: String, group: RadioButton?) {
        let other = group?.pointer.assumingMemoryBound(to: GtkRadioButton.self)
        super.init(new: gtk_radio_button_new_with_label_from_widget(other, DisplayText.line(text)))
        wrapping(at: 60)
    }

    /// Breaks the text's lines at about `width` characters, within words where it must.
    @discardableResult
    package func wrapping(at width: Int32) -> Self {
        wrapLabel(of: self, at: width)
        return self
    }

    /// Calls `handler` after the option was chosen, or another one; it must hold its owner weakly.
    @discardableResult
    package func onToggle(_ handler: @escaping @MainActor () -> Void) -> Self {
        toggled = connect("toggled") { _ in handler() }
        return self
    }

    package var isChosen: Bool {
        get { gtk_toggle_button_get_active(cast()) != 0 }
        set { gtk_toggle_button_set_active(cast(), newValue ? 1 : 0) }
    }
}

/// A check box.
@MainActor
package final class CheckButton: WidgetHandle {
    private var toggled: SignalConnection?

    /// A box whose text breaks its lines at about 60 characters, see ``wrapping(at:)``.
    ///
    /// - Parameter text: `_` stands before the letter that sets it together with Alt.
    package init(_ text: String) {
        super.init(new: gtk_check_button_new_with_mnemonic(text))
        wrapping(at: 60)
    }

    /// Breaks the text's lines at about `width` characters, within words where it must.
    @discardableResult
    package func wrapping(at width: Int32) -> Self {
        wrapLabel(of: self, at: width)
        return self
    }

    package var isChecked: Bool {
        get { gtk_toggle_button_get_active(cast()) != 0 }
        set { gtk_toggle_button_set_active(cast(), newValue ? 1 : 0) }
    }

    /// Calls `handler` after the box was set or emptied; it must hold its owner weakly.
    @discardableResult
    package func onToggle(_ handler: @escaping @MainActor () -> Void) -> Self {
        toggled = connect("toggled") { _ in handler() }
        return self
    }
}

/// Wraps a button's own label, at the start of its lines or in their middle.
@MainActor
func wrapLabel(of button: WidgetHandle, at width: Int32, isCentered: Bool = false) {
    guard let child = gtk_bin_get_child(button.cast()) else { return }
    let label = UnsafeMutableRawPointer(child).assumingMemoryBound(to: GtkLabel.self)
    gtk_label_set_line_wrap(label, 1)
    gtk_label_set_line_wrap_mode(label, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_max_width_chars(label, width)
    gtk_label_set_xalign(label, isCentered ? 0.5 : 0)
    gtk_label_set_justify(label, isCentered ? GTK_JUSTIFY_CENTER : GTK_JUSTIFY_LEFT)
}
