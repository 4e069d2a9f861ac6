// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// Pages in one place, each with a tab that shows it.
@MainActor
package final class Notebook: Container {
    /// Called after another page came to the front; it must hold its owner weakly.
    package var onSwitch: (() -> Void)?

    private var switched: SignalConnection?
    private var actions: WidgetHandle?

    package init() {
        super.init(new: gtk_notebook_new())
        gtk_notebook_set_scrollable(cast(), 1)
        gtk_notebook_set_show_border(cast(), 0)
        switched = connectSignal("notify::page", of: pointer) { [weak self] _ in self?.onSwitch?() }
    }

    /// Puts widgets beside the tabs, at their end.
    package func setActions(_ actions: WidgetHandle) {
        gtk_notebook_set_action_widget(cast(), actions.widget, GTK_PACK_END)
        self.actions = actions
    }

    /// Adds a page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - tab: The content of its tab.
    ///   - index: Its place; at the end by default.
    package func insert(_ page: WidgetHandle, tab: WidgetHandle, at index: Int? = nil) {
        gtk_notebook_insert_page(cast(), page.widget, tab.widget, gint(index ?? -1))
        gtk_notebook_set_tab_reorderable(cast(), page.widget, 1)
        keep(page)
        keep(tab)
    }

    /// Removes a page.
    package func remove(_ page: WidgetHandle, tab: WidgetHandle) {
        let index = gtk_notebook_page_num(cast(), page.widget)
        if index >= 0 { gtk_notebook_remove_page(cast(), index) }
        forget(page)
        forget(tab)
    }

    /// Returns the place of a page; `nil` if it isn't here.
    package func index(of page: WidgetHandle) -> Int? {
        let index = gtk_notebook_page_num(cast(), page.widget)
        return index < 0 ? nil : Int(index)
    }

    /// The number of pages.
    package var count: Int { Int(gtk_notebook_get_n_pages(cast())) }

    /// The place of the page that is in front.
    package var current: Int {
        get { Int(gtk_notebook_get_current_page(cast())) }
        set { gtk_notebook_set_current_page(cast(), gint(newValue)) }
    }
}
