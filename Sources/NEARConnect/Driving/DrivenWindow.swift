// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnectCore
internal import SafeText
internal import WebKitGTK

/// The window of one page, with a line above it that says that no user answers here.
@MainActor
final class DrivenWindow {
    /// The page.
    let page: DAppPage
    /// Called when somebody closes the window.
    var onClose: () -> Void = {}

    /// Asks a user, in dialogs above this window.
    private(set) lazy var dialogs = DAppDialogs(above: frame)

    /// The last problem of the page; `nil` from the next load on.
    private(set) var problem: DrivenPageProblem?
    /// The address that is to be shown first.
    var wanted: WebAddress?
    /// The address that was to be shown first, where WebKit has ended without a page and without a word.
    var unopened: WebAddress?

    private let window: Window
    private let problemLine = Label().wrapping(at: 120).styled("near-connect-problem")
    private var isLoading = false
    private let address = Label().shortening(to: 100)
    private let frame = Box(.down)

    /// Makes the window; it isn't shown yet.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - banner: The sentence above it.
    init(_ page: DAppPage, banner: String) {
        self.page = page
        // A test's page has the same room on each screen.
        window = Window(
            title: localized("near-connect: a driven browser"), width: 1024, height: 800, isWithinScreen: false)
        let what = Label(banner).shortening(to: 140, least: 20).styled("near-connect-strong")
        frame.append(Box(.down, spacing: 2, what, address, problemLine).styled("near-connect-driven"))
        frame.show(foreign: page.view)
        window.setContent(frame)
        window.onCloseRequest = { [weak self] in self?.onClose() }
        problemLine.isVisible = false
    }

    isolated deinit {
        frame.release(foreign: page.view)
        window.destroy()
    }

    /// Shows the window.
    func present() {
        frame.isVisible = true
        window.present()
    }

    /// Shows the page's address.
    func update() {
        address.text = page.view.committedURI ?? ""
        let wasLoading = isLoading
        isLoading = page.view.isLoading
        if isLoading, !wasLoading { show(nil) }
        guard wasLoading, !isLoading, let first = wanted.take() else { return }
        if problem == nil, page.view.committedURI.flatMap({ WebAddress($0) })?.isWeb != true { unopened = first }
    }

    /// Shows a problem above the page, or none.
    func show(_ problem: DrivenPageProblem?) {
        self.problem = problem
        problemLine.text = problem?.message ?? ""
        problemLine.isVisible = problem != nil
    }
}
