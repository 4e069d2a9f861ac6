// SPDX-License-Identifier: MIT

internal import CWebKitGTK

/// Walks the widgets of a window.
@MainActor
enum WidgetTree {
    /// Returns the widgets that a widget contains itself, in order.
    static func children(of widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
        guard isA(widget, gtk_container_get_type()) else { return [] }
        let list = gtk_container_get_children(
            UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkContainer.self))
        defer { g_list_free(list) }
        var (found, link) = ([UnsafeMutablePointer<GtkWidget>](), list)
        while let place = link {
            if let child = place.pointee.data?.assumingMemoryBound(to: GtkWidget.self) { found.append(child) }
            link = place.pointee.next
        }
        return found
    }

    /// Returns the widgets that a widget contains itself, with those that GTK has put there.
    static func allChildren(of widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
        guard isA(widget, gtk_container_get_type()) else { return [] }
        var found: [UnsafeMutablePointer<GtkWidget>] = []
        withUnsafeMutablePointer(to: &found) { list in
            gtk_container_forall(
                UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkContainer.self),
                { child, list in
                    guard let child else { return }
                    list?.assumingMemoryBound(to: [UnsafeMutablePointer<GtkWidget>].self).pointee.append(child)
                }, list)
        }
        return found
    }

    /// Returns whether a widget is of a type, or of one that is derived from it.
    static func isA(_ widget: UnsafeMutablePointer<GtkWidget>, _ type: GType) -> Bool {
        g_type_check_instance_is_a(instance(widget), type) != 0
    }

    /// Returns a widget's type and accessible name, as `GtkButton “Send”`.
    static func description(of widget: UnsafeMutablePointer<GtkWidget>) -> String {
        let type = g_type_name_from_instance(instance(widget)).map { String(cString: $0) } ?? "?"
        let name = gtk_widget_get_accessible(widget).flatMap { atk_object_get_name($0) }
        return "\(type) “\(name.map { String(cString: $0) } ?? "")”"
    }

    private static func instance(_ widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GTypeInstance> {
        UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
    }
}
