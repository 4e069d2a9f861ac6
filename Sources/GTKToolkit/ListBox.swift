// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// Rows one below the other, of which one is chosen.
@MainActor
package final class ListBox: Container {
    /// Called after the user has chosen another row, by its index; must hold its owner weakly.
    package var onChoose: ((Int) -> Void)?
    /// Called when a row is clicked, or Enter is pressed on it; must hold its owner weakly.
    package var onActivate: ((Int) -> Void)?

    private var rows: [WidgetHandle] = []
    private var connections: [SignalConnection] = []
    private var isSetByProgram = false

    package init() {
        super.init(new: gtk_list_box_new())
        gtk_list_box_set_selection_mode(cast(), GTK_SELECTION_BROWSE)
        gtk_list_box_set_activate_on_single_click(cast(), 1)
        connections = [
            connect("row-selected") { [weak self] emission in
                guard let self, !self.isSetByProgram, let row = emission.object(0) else { return }
                self.onChoose?(Self.index(row))
            },
            connect("row-activated") { [weak self] emission in
                if let row = emission.object(0) { self?.onActivate?(Self.index(row)) }
            },
            connect("focus") { [weak self] in self?.leaveByTab($0) },
        ]
    }

    /// Lets Tab leave the list from any row, as in other lists of the desktop; arrow keys go along it.
    ///
    /// GTK's own list goes on to the next row, which chooses that.
    private func leaveByTab(_ emission: SignalEmission) {
        let tabs = [GTK_DIR_TAB_FORWARD, GTK_DIR_TAB_BACKWARD].map { Int($0.rawValue) }
        guard hasFocus, tabs.contains(emission.enumeration(0)) else { return }
        g_signal_stop_emission_by_name(pointer, "focus")
        emission.answer(false)
    }

    private static func index(_ row: UnsafeMutableRawPointer) -> Int {
        Int(gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self)))
    }

    /// Adds a row at the end.
    ///
    /// - Parameters:
    ///   - child: The row's content.
    ///   - name: The name that a screen reader says.
    package func append(_ child: WidgetHandle, name: String) {
        let row = Container(new: gtk_list_box_row_new())
        row.add(child)
        row.setAccessibleName(name)
        rows.append(row)
        add(row)
    }

    /// Shows or hides a row.
    package func setVisible(_ isVisible: Bool, row index: Int) { rows[index].isVisible = isVisible }

    /// The row that is chosen; setting it calls no handler.
    package var chosen: Int? {
        get {
            guard let row = gtk_list_box_get_selected_row(cast()) else { return nil }
            return Int(gtk_list_box_row_get_index(row))
        }
        set {
            guard newValue != chosen else { return }
            isSetByProgram = true
            defer { isSetByProgram = false }
            gtk_list_box_select_row(cast(), newValue.map { rows[$0].cast() })
        }
    }

    /// Moves the keyboard's focus to the row that is chosen.
    package func focusChosen() { chosen.map { rows[$0].focus() } }

    /// True if keys go to one of the rows.
    package var hasFocus: Bool { rows.contains(where: \.isFocus) }
}
