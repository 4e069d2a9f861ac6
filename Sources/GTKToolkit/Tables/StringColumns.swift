// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// A column of a table.
package struct TableColumn {
    /// The way in which a cell is drawn.
    package enum Look {
        /// A text, shortened at its end.
        case text
        /// A text in a fixed-width font, shortened in its middle.
        case code
        /// An icon, by its name in the theme.
        case icon
    }

    /// The column's heading.
    package let title: String
    /// The column's width in pixels, which a column that expands has at least.
    package let width: Int32
    package let look: Look
    /// True if the column gets the room that is left.
    package let expands: Bool

    package init(_ title: String, width: Int32, look: Look = .text, expands: Bool = false) {
        (self.title, self.width, self.look, self.expands) = (title, width, look, expands)
    }
}

/// Rows of texts in GTK's models, and the columns that show them.
@MainActor
enum StringColumns {
    /// `G_TYPE_STRING`, whose C macro isn't importable.
    static let stringType = GType(16 << 2)

    /// Calls `body` with the texts as values for a model's columns 0, 1 and so on.
    static func withValues(
        _ cells: [String], _ body: (UnsafeMutablePointer<gint>, UnsafeMutablePointer<GValue>, gint) -> Void
    ) {
        var columns = (0..<gint(cells.count)).map { $0 }
        var values = cells.map { _ in GValue() }
        for (index, cell) in cells.enumerated() {
            g_value_init(&values[index], stringType)
            g_value_set_string(&values[index], cell)
        }
        columns.withUnsafeMutableBufferPointer { columns in
            values.withUnsafeMutableBufferPointer { values in
                guard let first = columns.baseAddress, let value = values.baseAddress else { return }
                body(first, value, gint(cells.count))
            }
        }
        for index in values.indices { g_value_unset(&values[index]) }
    }

    /// Adds columns to a view, each of which shows the model's column of its place.
    static func add(_ columns: [TableColumn], to view: UnsafeMutablePointer<GtkTreeView>, isFixed: Bool) {
        for (index, column) in columns.enumerated() {
            let renderer = renderer(of: column)
            guard let shown = gtk_tree_view_column_new() else { continue }
            gtk_tree_view_column_set_title(shown, column.title)
            gtk_tree_view_column_pack_start(shown, renderer, 1)
            let attribute = column.look == .icon ? "icon-name" : "text"
            gtk_tree_view_column_add_attribute(shown, renderer, attribute, gint(index))
            gtk_tree_view_column_set_resizable(shown, column.look == .icon ? 0 : 1)
            if isFixed {
                gtk_tree_view_column_set_sizing(shown, GTK_TREE_VIEW_COLUMN_FIXED)
                gtk_tree_view_column_set_fixed_width(shown, column.width)
            } else {
                gtk_tree_view_column_set_min_width(shown, column.width)
            }
            gtk_tree_view_column_set_expand(shown, column.expands ? 1 : 0)
            gtk_tree_view_append_column(view, shown)
        }
    }

    private static func renderer(of column: TableColumn) -> UnsafeMutablePointer<GtkCellRenderer>? {
        guard column.look != .icon else { return gtk_cell_renderer_pixbuf_new() }
        guard let renderer = gtk_cell_renderer_text_new() else { return nil }
        let owner = GObjectOwner(UnsafeMutableRawPointer(renderer), .none)
        let mode = column.look == .code ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END
        ObjectProperty.set("ellipsize", of: owner, to: .enumeration("PangoEllipsizeMode", Int32(mode.rawValue)))
        if column.look == .code { ObjectProperty.set("family", of: owner, to: .string("monospace")) }
        return renderer
    }
}
