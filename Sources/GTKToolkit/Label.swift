// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime
internal import SafeText

/// A text that can't be edited.
///
/// It is never read as markup: much of what we show comes from web pages.
@MainActor
package final class Label: WidgetHandle {
    package init(_ text: String = "") {
        super.init(new: gtk_label_new(DisplayText.line(text)))
        gtk_label_set_xalign(cast(), 0)
    }

    /// A label that names `target`: the underscored letter with Alt moves the focus there.
    package init(mnemonic text: String, for target: WidgetHandle) {
        super.init(new: gtk_label_new_with_mnemonic(text))
        gtk_label_set_xalign(cast(), 0)
        gtk_label_set_mnemonic_widget(cast(), target.widget)
    }

    package var text: String {
        get { gtk_label_get_text(cast()).map { String(cString: $0) } ?? "" }
        set { gtk_label_set_text(cast(), DisplayText.line(newValue)) }
    }

    /// Breaks lines at about `width` characters, within words where it must.
    @discardableResult
    package func wrapping(at width: Int32 = 60) -> Self {
        gtk_label_set_line_wrap(cast(), 1)
        gtk_label_set_line_wrap_mode(cast(), PANGO_WRAP_WORD_CHAR)
        gtk_label_set_max_width_chars(cast(), width)
        return self
    }

    /// Shortens in the middle, where account ids and addresses say least, to between `least` and `width` characters.
    @discardableResult
    package func shortening(to width: Int32 = -1, least: Int32 = -1) -> Self {
        gtk_label_set_ellipsize(cast(), PANGO_ELLIPSIZE_MIDDLE)
        gtk_label_set_width_chars(cast(), least)
        gtk_label_set_max_width_chars(cast(), width)
        return self
    }

    /// Shortens at the beginning: of an origin, the end says whose it is.
    @discardableResult
    package func keepingEnd() -> Self {
        gtk_label_set_ellipsize(cast(), PANGO_ELLIPSIZE_START)
        return self
    }

    /// Shortens at the end, where titles say least, to between `least` and `width` characters.
    @discardableResult
    package func keepingBeginning(to width: Int32, least: Int32) -> Self {
        gtk_label_set_ellipsize(cast(), PANGO_ELLIPSIZE_END)
        gtk_label_set_width_chars(cast(), least)
        gtk_label_set_max_width_chars(cast(), width)
        return self
    }

    /// Keeps room for at least so many characters, whatever stands beside the label.
    package func reserve(_ characters: Int32) {
        gtk_label_set_width_chars(cast(), characters)
    }

    @discardableResult
    package func centered() -> Self {
        gtk_label_set_xalign(cast(), 0.5)
        gtk_label_set_justify(cast(), GTK_JUSTIFY_CENTER)
        return self
    }

    /// Has screen readers say the text whenever it changes.
    @discardableResult
    package func asStatus() -> Self {
        // Debian 12's ATK has no live regions; what Orca follows is the name of a status bar.
        atk_object_set_role(gtk_widget_get_accessible(widget), ATK_ROLE_STATUSBAR)
        return self
    }

    /// Lets the user select and copy the text.
    @discardableResult
    package func selectable() -> Self {
        gtk_label_set_selectable(cast(), 1)
        return self
    }
}
