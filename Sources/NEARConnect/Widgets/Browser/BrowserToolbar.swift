// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import SafeText

/// The row above a tab's page: where to go, and where from.
@MainActor
final class BrowserToolbar: Container {
    let back = Button(icon: "go-previous-symbolic", name: localized("Back"))
    let forward = Button(icon: "go-next-symbolic", name: localized("Forward"))
    let reload = Button(icon: "view-refresh-symbolic", name: localized("Load again"))
    let stop = Button(icon: "process-stop-symbolic", name: localized("Stop loading")).hidden()
    let address = Entry(placeholder: localized("Address of an app, for example app.example"))
    let newTab = Button(menuItem: localized("New tab"))
    let newPrivateTab = Button(menuItem: localized("New private tab"))
    let find = Button(menuItem: localized("Find in page…"))
    let zoomIn = Button(menuItem: localized("Larger"))
    let zoomOut = Button(menuItem: localized("Smaller"))
    let zoomReset = Button(menuItem: localized("Usual size"))
    private let menu: MenuButton

    init() {
        menu = MenuButton(
            icon: "view-more-symbolic", name: localized("More for this page"),
            panel: Box(.down, newTab, newPrivateTab, Separator(), find, zoomIn, zoomOut, zoomReset))
        let row = Box(.across, spacing: 6, back, forward, reload, stop)
        super.init(shared: row.widget)
        keep(row)
        for button in [back, forward, reload, stop] { button.styled("flat") }
        menu.styled("flat")
        address.filling().setAccessibleName(localized("Address"))
        row.append(address, expands: true)
        row.appendAtEnd(menu)
        margins(horizontal: 6, vertical: 6)
    }

    /// Calls `action` when a line of the menu is chosen; it must hold its owner weakly.
    func onChoose(_ item: Button, _ action: @escaping @MainActor () -> Void) {
        item.onClick { [weak self] in
            self?.menu.closePanel()
            action()
        }
    }

    /// Shows where the user can go.
    func show(canGoBack: Bool, canGoForward: Bool, isLoading: Bool, hasPage: Bool) {
        back.isSensitive = canGoBack
        forward.isSensitive = canGoForward
        stop.isVisible = isLoading
        reload.isVisible = !isLoading
        reload.isSensitive = hasPage
        for item in [find, zoomIn, zoomOut, zoomReset] { item.isSensitive = hasPage }
    }
}
