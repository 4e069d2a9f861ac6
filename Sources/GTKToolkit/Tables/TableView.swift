// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime
internal import SafeText

/// A long table of which one row is chosen; rows are added as the user comes near its end.
///
/// All rows have one height, so that a frame costs the same however many there are.
@MainActor
package final class TableView: Container {
    /// Called after another row was chosen; must hold its owner weakly.
    package var onChoose: ((Int?) -> Void)?
    /// Called when the last rows come into sight; must hold its owner weakly.
    package var onNearEnd: (() -> Void)?

    /// The number of rows.
    package private(set) var count = 0
    private let view: WidgetHandle
    private let model: GObjectOwner
    private let adjustment: UnsafeMutablePointer<GtkAdjustment>?
    private var connections: [SignalConnection] = []
    /// The place to scroll to once there is room.
    private var wanted: Double?
    private var isRestoring = false

    /// - Parameters:
    ///   - columns: The columns; each row has a text for each.
    ///   - name: The name that a screen reader says.
    package init(_ columns: [TableColumn], name: String) {
        var types = columns.map { _ in StringColumns.stringType }
        guard let store = gtk_list_store_newv(gint(columns.count), &types) else {
            preconditionFailure("GTK could not make a list store")
        }
        model = GObjectOwner(UnsafeMutableRawPointer(store), .full)
        view = WidgetHandle(new: gtk_tree_view_new_with_model(OpaquePointer(store)))
        let scrolled: UnsafeMutablePointer<GtkWidget> = gtk_scrolled_window_new(nil, nil)
        adjustment = gtk_scrolled_window_get_vadjustment(
            UnsafeMutableRawPointer(scrolled).assumingMemoryBound(to: GtkScrolledWindow.self))
        super.init(new: scrolled)
        gtk_tree_view_set_enable_search(view.cast(), 0)
        StringColumns.add(columns, to: view.cast(), isFixed: true)
        gtk_tree_view_set_fixed_height_mode(view.cast(), 1)
        view.setAccessibleName(name)
        add(view)
        follow()
    }

    private func follow() {
        if let selection = gtk_tree_view_get_selection(view.cast()) {
            connections.append(
                connectSignal("changed", of: UnsafeMutableRawPointer(selection)) { [weak self] _ in
                    guard let self else { return }
                    self.onChoose?(self.chosen)
                })
        }
        guard let adjustment else { return }
        for signal in ["value-changed", "changed"] {
            connections.append(
                connectSignal(signal, of: UnsafeMutableRawPointer(adjustment)) { [weak self] _ in
                    guard let self else { return }
                    if signal == "value-changed" {
                        // The user is somewhere else now.
                        if !self.isRestoring { self.wanted = nil }
                    } else if let wanted = self.wanted {
                        self.scrolled = wanted
                    }
                    guard self.isNearEnd else { return }
                    self.onNearEnd?()
                })
        }
    }

    /// True if at most two screens of rows lie below what is seen.
    package var isNearEnd: Bool {
        guard let adjustment else { return false }
        let page = gtk_adjustment_get_page_size(adjustment)
        return gtk_adjustment_get_value(adjustment) + 3 * page >= gtk_adjustment_get_upper(adjustment)
    }

    /// Adds rows at the end.
    package func append(_ rows: [[String]]) {
        for row in rows {
            StringColumns.withValues(row.map(DisplayText.line)) { columns, values, count in
                gtk_list_store_insert_with_valuesv(model.cast(), nil, -1, columns, values, count)
            }
        }
        count += rows.count
    }

    /// Takes all rows away.
    package func clear() {
        (count, wanted) = (0, nil)
        gtk_list_store_clear(model.cast())
    }

    /// The row that is chosen.
    package var chosen: Int? {
        get {
            // Assistive tools choose a row without moving the cursor there.
            var (row, rows) = (GtkTreeIter(), OpaquePointer?.none)
            guard let selection = gtk_tree_view_get_selection(view.cast()),
                gtk_tree_selection_get_selected(selection, &rows, &row) != 0, let rows,
                let path = gtk_tree_model_get_path(rows, &row)
            else { return nil }
            defer { gtk_tree_path_free(path) }
            return gtk_tree_path_get_indices(path).map { Int($0.pointee) }
        }
        set {
            guard let newValue, (0..<count).contains(newValue) else {
                gtk_tree_view_get_selection(view.cast()).map(gtk_tree_selection_unselect_all)
                return
            }
            let path = gtk_tree_path_new_from_string("\(newValue)")
            defer { gtk_tree_path_free(path) }
            gtk_tree_view_set_cursor(view.cast(), path, nil, 0)
        }
    }

    /// The pixels above what is seen; they are given as soon as the table has room for its rows.
    package var scrolled: Double {
        get { adjustment.map(gtk_adjustment_get_value) ?? 0 }
        set {
            guard let adjustment else { return }
            isRestoring = true
            gtk_adjustment_set_value(adjustment, newValue)
            isRestoring = false
            wanted = gtk_adjustment_get_value(adjustment) == newValue ? nil : newValue
        }
    }

    /// Scrolls to a part of the table, 0 for its beginning and 1 for its end.
    package func scroll(to part: Double) {
        guard let adjustment else { return }
        wanted = nil
        let room = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
        gtk_adjustment_set_value(adjustment, max(room, 0) * part)
    }

    /// The text of a cell.
    package func text(row: Int, column: Int) -> String? {
        var iterator = GtkTreeIter()
        guard gtk_tree_model_iter_nth_child(OpaquePointer(model.pointer), &iterator, nil, gint(row)) != 0 else {
            return nil
        }
        var value = GValue()
        gtk_tree_model_get_value(OpaquePointer(model.pointer), &iterator, gint(column), &value)
        defer { g_value_unset(&value) }
        return g_value_get_string(&value).map { String(cString: $0) }
    }
}
