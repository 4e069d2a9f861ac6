// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import SafeText

/// The list of the window's pages.
@MainActor
final class NavigationList: Container {
    /// Called when the user chooses a page; must hold its owner weakly.
    var onChoose: ((ShellPage) -> Void)?
    /// Called when the user wants to go on in the page that is chosen; must hold its owner weakly.
    var onEnter: (() -> Void)?

    private let list = ListBox()
    private let pages = ShellPage.allCases

    init() {
        let column = ScrolledView(list)
        super.init(shared: column.widget)
        keep(column)
        styled("near-connect-navigation")
        list.styled("near-connect-navigation").setAccessibleName(localized("Pages"))
        for page in pages {
            let row = Box(.across, spacing: 12, Icon(page.icon), Label(page.title)).margins(horizontal: 12, vertical: 9)
            list.append(row, name: page.title)
        }
        list.onChoose = { [weak self] index in
            if let self, self.pages.indices.contains(index) { self.onChoose?(self.pages[index]) }
        }
        list.onActivate = { [weak self] _ in self?.onEnter?() }
    }

    /// Marks a page as the one that is shown.
    func mark(_ page: ShellPage) {
        if let index = pages.firstIndex(of: page) { list.chosen = index }
    }

    /// Offers a page, or hides it.
    func offer(_ page: ShellPage, _ isOffered: Bool) {
        if let index = pages.firstIndex(of: page) { list.setVisible(isOffered, row: index) }
    }

    /// Chooses a page as a click on it does.
    func press(_ page: ShellPage) {
        guard let index = pages.firstIndex(of: page) else { return }
        list.chosen = index
        onChoose?(page)
    }

    /// Moves the keyboard's focus to the page that is chosen.
    func takeFocus() { list.focusChosen() }

    /// True if keys go to the list.
    var hasFocus: Bool { list.hasFocus }
}
