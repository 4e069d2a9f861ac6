// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// Two widgets one above the other, with a bar between them that the user can move.
@MainActor
package final class Paned: Container {
    package init(_ first: WidgetHandle, _ second: WidgetHandle) {
        super.init(new: gtk_paned_new(GTK_ORIENTATION_VERTICAL))
        gtk_paned_pack1(cast(), first.widget, 1, 0)
        gtk_paned_pack2(cast(), second.widget, 1, 0)
        keep(first)
        keep(second)
    }
}
