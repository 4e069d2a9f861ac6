// SPDX-License-Identifier: MIT

internal import CWebKitGTK
public import GLibRuntime

/// The widths that widgets can't do without.
@MainActor
public enum WidgetWidths {
    /// Returns the innermost widgets that are shown and need more than a width, each with its words.
    ///
    /// Empty where the whole fits.
    public static func above(_ limit: Int, in owner: GObjectOwner) -> [String] {
        above(Int32(limit), owner.cast())
    }

    private static func above(_ limit: Int32, _ widget: UnsafeMutablePointer<GtkWidget>) -> [String] {
        var (least, natural): (Int32, Int32) = (0, 0)
        gtk_widget_get_preferred_width(widget, &least, &natural)
        guard gtk_widget_get_visible(widget) != 0, least > limit else { return [] }
        var inner: [String] = []
        if g_type_check_instance_is_a(raw(widget), gtk_container_get_type()) != 0 {
            let container = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkContainer.self)
            let children = gtk_container_get_children(container)
            defer { g_list_free(children) }
            var link = children
            while let place = link {
                if let child = place.pointee.data?.assumingMemoryBound(to: GtkWidget.self) {
                    inner += above(limit, child)
                }
                link = place.pointee.next
            }
        }
        if !inner.isEmpty { return inner }
        let type = g_type_name_from_instance(raw(widget)).map { String(cString: $0) } ?? "?"
        let name = gtk_widget_get_accessible(widget).flatMap { atk_object_get_name($0) }
        return ["\(type) “\(name.map { String(cString: $0) } ?? "")” needs \(least)"]
    }

    private static func raw(_ widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GTypeInstance> {
        UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
    }
}
