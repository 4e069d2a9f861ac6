// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import SafeText
internal import WebKitGTK

/// The row below a page in which a text of the page is looked for.
@MainActor
final class FindBar: Container {
    let text = Entry(placeholder: localized("Find in page"), width: 32)
    let previous = Button(icon: "go-up-symbolic", name: localized("Previous place"))
    let next = Button(icon: "go-down-symbolic", name: localized("Next place"))
    let closing = Button(icon: "window-close-symbolic", name: localized("Close the search"))
    let result = Label().styled("dim-label", "near-connect-small")
    /// Called after the user has closed the row.
    var onClose: (() -> Void)?
    /// The view whose page is searched.
    weak var view: WebView?

    private var search: [SignalConnection] = []

    init() {
        let row = Box(.across, spacing: 6, text, previous, next, result)
        super.init(shared: row.widget)
        keep(row)
        row.appendAtEnd(closing)
        for button in [previous, next, closing] { button.styled("flat") }
        text.setAccessibleName(localized("Text to find in the page"))
        margins(horizontal: 6, vertical: 6)
        isVisible = false
        text.onChange { [weak self] in self?.begin() }
        text.onActivate { [weak self] in self?.view?.findAgain(backwards: false) }
        next.onClick { [weak self] in self?.view?.findAgain(backwards: false) }
        previous.onClick { [weak self] in self?.view?.findAgain(backwards: true) }
        closing.onClick { [weak self] in self?.close() }
    }

    /// Shows the row and puts the keyboard into it.
    func open() {
        isVisible = true
        text.focusAll()
        begin()
    }

    /// Hides the row, and the marks in the page with it.
    func close() {
        guard isVisible else { return }
        isVisible = false
        search = []
        view?.endFind()
        onClose?()
    }

    private func begin() {
        search = []
        result.text = ""
        guard isVisible, !text.text.isEmpty, let view else {
            view?.endFind()
            return
        }
        search = view.find(text.text) { [weak self] isThere in
            self?.result.text = isThere ? "" : localized("Not found")
        }
    }
}
