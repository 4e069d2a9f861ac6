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

        init(_ widget: UnsafeMutablePointer<GtkWidget>) {
            address = UInt(bitPattern: widget)
            let type = g_type_name_from_instance(
                UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self))
            let name = gtk_widget_get_accessible(widget).flatMap { atk_object_get_name($0) }
            description = "\(type.map { String(cString: $0) } ?? "?") “\(name.map { String(cString: $0) } ?? "")”"
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
        let raw = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
        if types.contains(where: { g_type_check_instance_is_a(raw, $0) != 0 }), gtk_widget_get_can_focus(widget) != 0 {
            found.append(Place(widget))
        }
        guard g_type_check_instance_is_a(raw, gtk_container_get_type()) != 0 else { return }
        let children = gtk_container_get_children(
            UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkContainer.self))
        defer { g_list_free(children) }
        var link = children
        while let place = link {
            if let child = place.pointee.data?.assumingMemoryBound(to: GtkWidget.self) { collect(child, into: &found) }
            link = place.pointee.next
        }
    }
}
