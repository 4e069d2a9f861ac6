// SPDX-License-Identifier: MIT

internal import GTKToolkit

/// The keys of the browser.
extension DAppBrowserWidget {
    /// Does what a key stands for.
    ///
    /// - Returns: False for keys that are the page's.
    func press(_ key: KeyPress) -> Bool {
        guard let tab = current else { return false }
        switch (key.name, key.isControlDown, key.isAltDown) {
        case ("l", true, false): tab.toolbar.address.focusAll()
        case ("t", true, false): openTab()
        case ("n", true, false) where key.isShiftDown: openTab(isPrivate: true)
        case ("w", true, false): close(tab)
        case ("f", true, false):
            guard tab.page != nil else { return false }
            tab.findBar.open()
        case ("r", true, false), ("F5", _, false): tab.reload()
        case ("plus", true, false), ("equal", true, false), ("KP_Add", true, false): tab.zoom(by: 1)
        case ("minus", true, false), ("KP_Subtract", true, false): tab.zoom(by: -1)
        case ("0", true, false), ("KP_0", true, false): tab.zoom(by: 0)
        case ("Left", false, true): tab.goBack()
        case ("Right", false, true): tab.goForward()
        case ("Page_Down", true, false), ("Tab", true, false): showTab(after: 1)
        case ("Page_Up", true, false), ("ISO_Left_Tab", true, false): showTab(after: -1)
        case ("Escape", false, false): return tab.escape()
        default: return false
        }
        return true
    }

    private func showTab(after steps: Int) {
        let count = notebook.count
        guard count > 0 else { return }
        notebook.current = (notebook.current + steps + count) % count
        focus()
    }
}
