// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime
internal import SafeText

/// One of several options of which exactly one is chosen.
@MainActor
package final class RadioButton: WidgetHandle {
    private var toggled: SignalConnection?

    /// - Parameter group: Another option of the same question; `nil` for the first, which is chosen at the start.
    package init(_ text: String, group: RadioButton?) {
        let other = group?.pointer.assumingMemoryBound(to: GtkRadioButton.self)
        super.init(new: gtk_radio_button_new_with_label_from_widget(other, DisplayText.line(text)))
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

    /// - Parameter text: `_` stands before the letter that sets it together with Alt.
    package init(_ text: String) {
        super.init(new: gtk_check_button_new_with_mnemonic(text))
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
