// SPDX-License-Identifier: MIT

internal import CWebKitGTK
package import GLibRuntime

/// A widget that another object owns, such as a web view.
///
/// The box shows it and doesn't keep its owner alive.
extension Box {
    /// Shows `widget` here, in all the room that is left.
    ///
    /// It leaves the container that it was in.
    package func show(foreign widget: GObjectOwner) {
        let child: UnsafeMutablePointer<GtkWidget> = widget.cast()
        if let other = gtk_widget_get_parent(child) {
            gtk_container_remove(UnsafeMutableRawPointer(other).assumingMemoryBound(to: GtkContainer.self), child)
        }
        gtk_box_pack_start(cast(), child, 1, 1, 0)
        gtk_widget_show(child)
    }

    /// Removes `widget`, if it is here.
    package func release(foreign widget: GObjectOwner) {
        guard gtk_widget_get_parent(widget.cast()) == self.widget else { return }
        gtk_container_remove(cast(), widget.cast())
    }
}
