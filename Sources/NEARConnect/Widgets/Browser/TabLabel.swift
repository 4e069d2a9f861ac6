// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import SafeText

/// The tab of a page: a title, which the page chooses, and a button that closes it.
@MainActor
final class TabLabel: Container {
    let title = Label(localized("New tab")).keepingBeginning(to: 22, least: 18)
    let closing = Button(icon: "window-close-symbolic", name: localized("Close the tab")).styled("flat")
    private let spinner = Spinner().hidden()

    /// - Parameter isPrivate: True if nothing of the tab is kept.
    init(isPrivate: Bool) {
        let row = Box(.across, spacing: 6, spinner)
        super.init(shared: row.widget)
        keep(row)
        if isPrivate { row.append(Icon("security-high-symbolic").accessible(localized("Private tab"))) }
        row.append(title, expands: true)
        row.appendAtEnd(closing)
        spinner.isSpinning = false
    }

    /// Shows a title.
    func show(_ text: String, isLoading: Bool) {
        let shown = DisplayText.name(String(text.prefix(200)))
        title.text = shown
        title.setTooltip(shown)
        closing.setAccessibleName(localized("Close the tab %1$s", shown))
        spinner.isVisible = isLoading
        spinner.isSpinning = isLoading
    }
}
