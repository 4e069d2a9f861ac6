// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// A widget that holds others.
///
/// The Swift owners of its children live as long as it does, and with them their signal handlers.
@MainActor
open class Container: WidgetHandle {
    package fileprivate(set) var children: [WidgetHandle] = []

    package func keep(_ child: WidgetHandle) {
        children.append(child)
    }

    /// Adds `child`.
    package func add(_ child: WidgetHandle) {
        gtk_container_add(cast(), child.widget)
        keep(child)
    }

    /// Removes `child`.
    package func remove(_ child: WidgetHandle) {
        if gtk_widget_get_parent(child.widget) == widget { gtk_container_remove(cast(), child.widget) }
        children.removeAll { $0 === child }
    }

    /// Gives up a child that GTK has taken out already.
    package func forget(_ child: WidgetHandle) {
        children.removeAll { $0 === child }
    }

    /// Removes every child; a child without another owner is destroyed.
    package func removeAll() {
        for child in children where gtk_widget_get_parent(child.widget) == widget {
            gtk_container_remove(cast(), child.widget)
        }
        children = []
    }
}

/// Children one after the other.
@MainActor
package final class Box: Container {
    package enum Direction {
        case across, down
    }

    /// - Parameter spacing: Pixels between two children.
    package init(_ direction: Direction, spacing: Int32 = 0, _ children: WidgetHandle...) {
        let orientation = direction == .across ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL
        super.init(new: gtk_box_new(orientation, spacing))
        for child in children { append(child) }
    }

    /// - Parameter expands: Whether the child gets the room that is left.
    package func append(_ child: WidgetHandle, expands: Bool = false) {
        gtk_box_pack_start(cast(), child.widget, expands ? 1 : 0, 1, 0)
        keep(child)
    }

    /// Puts the children side by side, or one below the other.
    package func setDirection(_ direction: Direction) {
        let orientation = direction == .across ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL
        gtk_orientable_set_orientation(OpaquePointer(widget), orientation)
    }

    /// Puts a child at the far end.
    package func appendAtEnd(_ child: WidgetHandle) {
        gtk_box_pack_end(cast(), child.widget, 0, 1, 0)
        keep(child)
    }
}

/// Children in rows and columns.
@MainActor
package final class Grid: Container {
    private var places: [(child: WidgetHandle, column: Int32, row: Int32, width: Int32)] = []

    package init(columnSpacing: Int32, rowSpacing: Int32) {
        super.init(new: gtk_grid_new())
        gtk_grid_set_column_spacing(cast(), guint(columnSpacing))
        gtk_grid_set_row_spacing(cast(), guint(rowSpacing))
    }

    /// Adds a child after the others, for screen readers too.
    ///
    /// GTK lists a grid's newest child first, and readers read that list: values before their names, from the last row
    /// to the first. So the children are attached again, from the last one to the first.
    package func attach(_ child: WidgetHandle, column: Int32, row: Int32, width: Int32 = 1) {
        keep(child)
        places.removeAll { gtk_widget_get_parent($0.child.widget) != widget }
        places.append((child, column, row, width))
        for place in places.dropLast() { gtk_container_remove(cast(), place.child.widget) }
        for place in places.reversed() {
            gtk_grid_attach(cast(), place.child.widget, place.column, place.row, place.width, 1)
        }
    }
}

/// Several pages in the same place, of which one is seen.
@MainActor
package final class Stack: Container {
    /// - Parameter isHomogeneous: Whether every page gets the size of the largest.
    package init(isHomogeneous: Bool = true) {
        super.init(new: gtk_stack_new())
        gtk_stack_set_transition_type(cast(), GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        gtk_stack_set_transition_duration(cast(), 150)
        gtk_stack_set_homogeneous(cast(), isHomogeneous ? 1 : 0)
    }

    package func add(_ page: WidgetHandle, name: String) {
        gtk_stack_add_named(cast(), page.widget, name)
        keep(page)
    }

    /// The name of the page that is seen, or that is coming into sight.
    package var visiblePage: String? {
        get { gtk_stack_get_visible_child_name(cast()).map { String(cString: $0) } }
        set {
            guard let newValue, newValue != visiblePage else { return }
            gtk_stack_set_visible_child_name(cast(), newValue)
        }
    }

    /// True if a page is fading into another.
    package var isChanging: Bool { gtk_stack_get_transition_running(cast()) != 0 }
}

/// Shows and hides its child by sliding it.
@MainActor
package final class Revealer: Container {
    package init(_ child: WidgetHandle) {
        super.init(new: gtk_revealer_new())
        gtk_revealer_set_transition_type(cast(), GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
        gtk_revealer_set_transition_duration(cast(), 150)
        add(child)
    }

    package var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(cast()) != 0 }
        set { gtk_revealer_set_reveal_child(cast(), newValue ? 1 : 0) }
    }

    /// True if the child is on its way in or out.
    package var isChanging: Bool {
        (gtk_revealer_get_child_revealed(cast()) != 0) != isRevealed
    }
}

/// Lets its child be larger than the room there is.
@MainActor
package final class ScrolledView: Container {
    private var changed: SignalConnection?

    /// - Parameter child: What is scrolled, up and down only. The view takes the room that it gets.
    package init(_ child: WidgetHandle) {
        super.init(new: gtk_scrolled_window_new(nil, nil))
        gtk_scrolled_window_set_policy(cast(), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        add(child)
    }

    /// - Parameters:
    ///   - child: What is scrolled, up and down only.
    ///   - height: Pixels that the view asks for.
    package convenience init(_ child: WidgetHandle, height: Int32) {
        self.init(child)
        setHeight(height)
    }

    /// Sets the pixels that the view asks for.
    package func setHeight(_ height: Int32) {
        gtk_scrolled_window_set_min_content_height(cast(), height)
    }

    /// Shows the end, now and after the next change of what is scrolled.
    package func showEnd() {
        guard let range = gtk_scrolled_window_get_vadjustment(cast()) else { return }
        gtk_adjustment_set_value(range, gtk_adjustment_get_upper(range))
        changed = connectSignal("changed", of: UnsafeMutableRawPointer(range)) { [weak self] _ in
            self?.changed = nil
            gtk_adjustment_set_value(range, gtk_adjustment_get_upper(range))
        }
    }
}

/// The bar at a window's top, in place of the window manager's.
@MainActor
package final class HeaderBar: Container {
    package init(title: String) {
        super.init(new: gtk_header_bar_new())
        gtk_header_bar_set_title(cast(), title)
        gtk_header_bar_set_show_close_button(cast(), 1)
    }

    package func setTitle(_ title: String, subtitle: String? = nil) {
        gtk_header_bar_set_title(cast(), title)
        gtk_header_bar_set_subtitle(cast(), subtitle)
    }

    /// True if the bar has the buttons that a window manager would draw.
    package var showsCloseButton: Bool {
        get { gtk_header_bar_get_show_close_button(cast()) != 0 }
        set { gtk_header_bar_set_show_close_button(cast(), newValue ? 1 : 0) }
    }

    /// Puts a widget where the title was.
    package func setTitle(_ title: WidgetHandle) {
        gtk_header_bar_set_custom_title(cast(), title.widget)
        keep(title)
    }

    package func appendAtStart(_ child: WidgetHandle) {
        gtk_header_bar_pack_start(cast(), child.widget)
        keep(child)
    }

    package func appendAtEnd(_ child: WidgetHandle) {
        gtk_header_bar_pack_end(cast(), child.widget)
        keep(child)
    }
}
