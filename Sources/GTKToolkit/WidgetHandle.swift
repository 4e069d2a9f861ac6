// SPDX-License-Identifier: MIT

package import CWebKitGTK
public import GLibRuntime

/// A GTK widget for a program that brings its own GTK binding.
///
/// It owns one reference (the floating one of a new widget becomes ours), so the widget outlives any container that it
/// is packed into, and GTK may destroy it earlier, with its window, without harm.
@MainActor
open class WidgetHandle: GObjectOwner {
    /// The `GtkWidget *`, for `gtk_container_add` and the like in the embedder's binding.
    ///
    /// This object keeps one reference.
    public var gtkWidget: UnsafeMutableRawPointer { pointer }

    /// Owns a new widget (ownership: floating) and makes it visible as soon as its parents are.
    package init(new widget: UnsafeMutablePointer<GtkWidget>) {
        super.init(UnsafeMutableRawPointer(widget), .floating)
        gtk_widget_show(widget)
    }

    /// Owns one more reference of a widget of the embedder's, a `GtkWidget *` (ownership: none).
    package init(foreign widget: UnsafeMutableRawPointer) {
        super.init(widget, .none)
    }

    /// Owns one more reference of a widget that is GTK's, such as a window.
    package init(shared widget: UnsafeMutablePointer<GtkWidget>) {
        super.init(UnsafeMutableRawPointer(widget), .none)
    }
}
