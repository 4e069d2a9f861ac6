// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime
internal import WebKitGTK

/// A wallet's popup: a related view in a window of its own, with the page's origin above the page, where the page can't paint.
@MainActor
final class PopupWindow {
    /// The popup's page.
    let view: WebView
    /// Called once, when the window has been closed by the page, the person or the program.
    var onClose: (() -> Void)?

    init(opener: WebView, parent: WidgetHandle?) {
        view = WebView(relatedTo: opener)
    }

    /// Shows the window in its requested size.
    func present() {}

    /// Shows the page's origin, title and progress as they are now.
    func update() {}

    /// Closes the window; the opener sees `closed`.
    func close() {
        onClose?()
        onClose = nil
    }
}
