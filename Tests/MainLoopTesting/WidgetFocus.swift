// SPDX-License-Identifier: MIT

internal import CWebKitGTK
package import GLibRuntime

/// Says which widgets of a window can have the focus, and which one has it.
@MainActor
package enum WidgetFocus {
    /// A widget, compared by identity.
    package struct Place: Hashable, CustomStringConvertible, Sendable {
        private let address: UInt
        package let description: String

        @MainActor init(_ widget: UnsafeMutablePointer<GtkWidget>) {
            address = UInt(bitPattern: widget)
            description = WidgetTree.description(of: widget)
        }

        package static func == (lhs: Place, rhs: Place) -> Bool { lhs.address == rhs.address }

        package func hash(into hasher: inout Hasher) { hasher.combine(address) }
    }

    /// Returns the widget of the window around `owner` that has the focus.
    package static func current(in owner: GObjectOwner) -> Place? {
        guard let top = gtk_widget_get_toplevel(owner.cast()) else { return nil }
        return gtk_window_get_focus(UnsafeMutableRawPointer(top).assumingMemoryBound(to: GtkWindow.self)).map(
            Place.init)
    }

    /// Returns the buttons and fields in `owner` that a user can use now.
    package static func usable(in owner: GObjectOwner) -> [Place] {
        var found: [Place] = []
        collect(owner.cast(), into: &found)
        return found
    }

    private static func collect(_ widget: UnsafeMutablePointer<GtkWidget>, into found: inout [Place]) {
        guard gtk_widget_get_mapped(widget) != 0, gtk_widget_is_sensitive(widget) != 0 else { return }
        let types = [gtk_button_get_type(), gtk_entry_get_type(), gtk_text_view_get_type()]
        if types.contains(where: { WidgetTree.isA(widget, $0) }), gtk_widget_get_can_focus(widget) != 0 {
            found.append(Place(widget))
        }
        for child in WidgetTree.children(of: widget) { collect(child, into: &found) }
    }
}
