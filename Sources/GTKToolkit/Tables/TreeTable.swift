// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime
internal import SafeText

/// A row of a ``TreeTable``, with the rows below it.
package struct TreeRow: Equatable, Sendable {
    /// A text for each column.
    package var cells: [String]
    package var children: [TreeRow]

    package init(_ cells: [String], _ children: [TreeRow] = []) {
        (self.cells, self.children) = (cells, children)
    }
}

/// A table whose rows have rows below them, all open at first.
@MainActor
package final class TreeTable: Container {
    private let view: WidgetHandle
    private let model: GObjectOwner

    /// - Parameters:
    ///   - columns: The columns; each row has a text for each.
    ///   - name: The name that a screen reader says.
    ///   - height: Pixels that the table asks for.
    package init(_ columns: [TableColumn], name: String, height: Int32) {
        var types = columns.map { _ in StringColumns.stringType }
        guard let store = gtk_tree_store_newv(gint(columns.count), &types) else {
            preconditionFailure("GTK could not make a tree store")
        }
        model = GObjectOwner(UnsafeMutableRawPointer(store), .full)
        view = WidgetHandle(new: gtk_tree_view_new_with_model(OpaquePointer(store)))
        let scrolled: UnsafeMutablePointer<GtkWidget> = gtk_scrolled_window_new(nil, nil)
        super.init(new: scrolled)
        gtk_scrolled_window_set_min_content_height(cast(), height)
        gtk_tree_view_set_enable_search(view.cast(), 0)
        StringColumns.add(columns, to: view.cast(), isFixed: false)
        view.setAccessibleName(name)
        styled("near-connect-code")
        add(view)
    }

    /// Shows rows in place of those that are there.
    package func show(_ rows: [TreeRow]) {
        gtk_tree_store_clear(model.cast())
        insert(rows, below: nil)
        gtk_tree_view_expand_all(view.cast())
    }

    private func insert(_ rows: [TreeRow], below parent: UnsafeMutablePointer<GtkTreeIter>?) {
        for row in rows {
            var iterator = GtkTreeIter()
            StringColumns.withValues(row.cells.map(DisplayText.line)) { columns, values, count in
                gtk_tree_store_insert_with_valuesv(model.cast(), &iterator, parent, -1, columns, values, count)
            }
            insert(row.children, below: &iterator)
        }
    }
}
