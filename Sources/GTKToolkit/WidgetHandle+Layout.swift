// SPDX-License-Identifier: MIT

package import CWebKitGTK
package import GLibRuntime

extension WidgetHandle {
    /// The place of a widget in room that it doesn't fill.
    package enum Alignment {
        case fill, start, end, center

        fileprivate var value: GtkAlign {
            switch self {
            case .fill: GTK_ALIGN_FILL
            case .start: GTK_ALIGN_START
            case .end: GTK_ALIGN_END
            case .center: GTK_ALIGN_CENTER
            }
        }
    }

    package var widget: UnsafeMutablePointer<GtkWidget> { cast() }

    /// True if the widget is shown when its parents are.
    package var isVisible: Bool {
        get { gtk_widget_get_visible(widget) != 0 }
        set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
    }

    /// True if the user can use the widget.
    package var isSensitive: Bool {
        get { gtk_widget_get_sensitive(widget) != 0 }
        set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
    }

    /// True if the widget can be seen now: it and all its parents are shown in a window that is.
    package var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }

    /// The height that the widget would like to have, in pixels, where it is `width` pixels wide.
    package func height(forWidth width: Int32) -> Int32 {
        var height: gint = 0
        gtk_widget_get_preferred_height_for_width(widget, width, nil, &height)
        return height
    }

    /// The width that the widget has been given, in pixels.
    package var givenWidth: Int32 { gtk_widget_get_allocated_width(widget) }

    /// The height that the widget has been given, in pixels.
    package var givenHeight: Int32 { gtk_widget_get_allocated_height(widget) }

    /// Calls `handler` after the widget was given room; it must hold its owner weakly and change nothing at once.
    package func onResize(_ handler: @escaping @MainActor () -> Void) -> SignalConnection {
        connect("size-allocate") { _ in handler() }
    }

    /// A sentence that appears beside the pointer.
    package func setTooltip(_ text: String?) {
        gtk_widget_set_tooltip_text(widget, text)
    }

    /// Moves the keyboard's focus here.
    package func focus() {
        gtk_widget_grab_focus(widget)
    }

    /// True if keys go to the widget while its window has them.
    package var isFocus: Bool { gtk_widget_is_focus(widget) != 0 }

    /// Adds or removes a style class.
    package func setStyle(_ name: String, _ isOn: Bool) {
        let context = gtk_widget_get_style_context(widget)
        if isOn { gtk_style_context_add_class(context, name) } else { gtk_style_context_remove_class(context, name) }
    }

    /// Returns whether the widget has a style class.
    package func hasStyle(_ name: String) -> Bool {
        gtk_style_context_has_class(gtk_widget_get_style_context(widget), name) != 0
    }

    /// The name that a screen reader says.
    package var accessibleName: String {
        atk_object_get_name(gtk_widget_get_accessible(widget)).map { String(cString: $0) } ?? ""
    }

    /// Sets the name that a screen reader says, where the widget's own text doesn't say it.
    package func setAccessibleName(_ name: String, description: String? = nil) {
        let accessible = gtk_widget_get_accessible(widget)
        atk_object_set_name(accessible, name)
        if let description { atk_object_set_description(accessible, description) }
    }

    /// Ties the label that explains the widget to it, for screen readers; `nil` unties the one before.
    package func describe(by label: WidgetHandle?) {
        relate(ATK_RELATION_DESCRIBED_BY, to: label)
    }

    /// Ties the label that names the widget to it, for screen readers.
    package func name(by label: WidgetHandle) {
        relate(ATK_RELATION_LABELLED_BY, to: label)
        label.relate(ATK_RELATION_LABEL_FOR, to: self)
    }

    private func relate(_ kind: AtkRelationType, to other: WidgetHandle?) {
        guard let accessible = gtk_widget_get_accessible(widget),
            let relations = atk_object_ref_relation_set(accessible)
        else { return }
        defer { g_object_unref(relations) }
        if let old = atk_relation_set_get_relation_by_type(relations, kind) {
            atk_relation_set_remove(relations, old)
        }
        guard let other, let target = gtk_widget_get_accessible(other.widget) else { return }
        atk_object_add_relationship(accessible, kind, target)
    }

    // MARK: In a chain, while a tree is built

    @discardableResult
    package func styled(_ names: String...) -> Self {
        for name in names { setStyle(name, true) }
        return self
    }

    @discardableResult
    package func aligned(_ horizontal: Alignment, _ vertical: Alignment = .fill) -> Self {
        gtk_widget_set_halign(widget, horizontal.value)
        gtk_widget_set_valign(widget, vertical.value)
        return self
    }

    @discardableResult
    package func expanding(horizontally: Bool = false, vertically: Bool = false) -> Self {
        gtk_widget_set_hexpand(widget, horizontally ? 1 : 0)
        gtk_widget_set_vexpand(widget, vertically ? 1 : 0)
        return self
    }

    /// Room around the widget, in pixels.
    @discardableResult
    package func margins(_ all: Int32) -> Self {
        margins(horizontal: all, vertical: all)
    }

    @discardableResult
    package func margins(horizontal: Int32, vertical: Int32) -> Self {
        gtk_widget_set_margin_start(widget, horizontal)
        gtk_widget_set_margin_end(widget, horizontal)
        gtk_widget_set_margin_top(widget, vertical)
        gtk_widget_set_margin_bottom(widget, vertical)
        return self
    }

    /// The least room that the widget asks for, in pixels; -1 for what its content needs.
    @discardableResult
    package func minimumSize(width: Int32 = -1, height: Int32 = -1) -> Self {
        gtk_widget_set_size_request(widget, width, height)
        return self
    }

    @discardableResult
    package func accessible(_ name: String) -> Self {
        setAccessibleName(name)
        return self
    }

    @discardableResult
    package func hidden() -> Self {
        isVisible = false
        return self
    }
}
