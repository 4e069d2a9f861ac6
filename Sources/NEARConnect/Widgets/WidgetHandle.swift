// SPDX-License-Identifier: MIT

internal import CWebKitGTK
public import GLibRuntime

/// A GTK widget for a program that brings its own GTK binding.
@MainActor
public final class WidgetHandle: GObjectOwner {
    /// The `GtkWidget *`, for `gtk_container_add` and the like in the embedder's binding. This object keeps one reference.
    public var gtkWidget: UnsafeMutableRawPointer { pointer }
}
