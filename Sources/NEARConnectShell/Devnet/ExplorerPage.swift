// SPDX-License-Identifier: MIT

internal import Foundation
internal import GLibRuntime
internal import GTKToolkit
internal import Logging
internal import NEARConnect
internal import NEARConnectCore
internal import SafeText
internal import WebKitGTK

/// The explorer of an embedded chain, inside the shell's window.
///
/// Its view has a context of its own: it has no internal scheme, shares no storage and no process with the bridge, and
/// stores nothing. It shows pages of the explorer's origin only.
@MainActor
final class ExplorerPage: Container, WebViewDelegate {
    let view: WebView
    /// The addresses whose navigation was refused, for tests and the log.
    private(set) var refused: [String] = []
    private let explorer: URL
    private let origin: String?
    private let logger: Logger
    /// The bar that says what is wrong with the page.
    private(set) lazy var problem = InfoBar(
        .error, action: (localized("Load it again"), { [weak self] in self?.loadAgain() })
    ) {}
    private let context: WebContext
    private let content = UserContentManager()
    /// The style sheet that the page has from the theme.
    private(set) var look = ""
    private var restyled: SignalConnection?

    /// Creates the page and loads the explorer.
    ///
    /// - Parameters:
    ///   - explorer: The explorer's address.
    ///   - isSandboxed: True if the view's process runs in a sandbox, as the bridge's does.
    ///   - logger: Gets the addresses that were refused.
    init(_ explorer: URL, isSandboxed: Bool, logger: Logger) {
        self.explorer = explorer
        self.logger = logger
        origin = WebAddress(explorer.absoluteString)?.origin
        context = WebContext(storage: .ephemeral, sandbox: isSandboxed)
        view = WebView(context: context, contentManager: content)
        let column = Box(.down)
        super.init(shared: column.widget)
        keep(column)
        column.append(problem)
        column.show(foreign: view)
        column.setAccessibleName(localized("Explorer of the chain"))
        view.delegate = self
        takeLook(of: column)
        // The desktop may go from light to dark.
        restyled = column.connect("style-updated") { [weak self, weak column] _ in
            if let column { self?.takeLook(of: column) }
        }
        view.load(uri: explorer.absoluteString)
    }

    private func takeLook(of widget: WidgetHandle) {
        let sheet = ExplorerLook.sheet(around: widget)
        guard sheet != look else { return }
        look = sheet
        content.setStyleSheet(sheet)
        if let colour = StyleSheet.background(around: widget) {
            view.setBackground(red: colour.red, green: colour.green, blue: colour.blue)
        }
    }

    /// Shows a part of the explorer, such as one transaction.
    ///
    /// - Parameter fragment: The address's part behind `#`.
    func show(fragment: String) {
        view.load(uri: "\(explorer.absoluteString)#\(fragment)")
    }

    /// Reads the chain again for the part that is shown.
    func reload() {
        view.reload()
    }

    func webView(_ view: WebView, allows request: NavigationRequest) -> Bool {
        if request.kind != .newWindow, let origin, WebAddress(request.uri)?.origin == origin { return true }
        refuse(request.uri)
        return false
    }

    func webView(_ view: WebView, popupFor request: NavigationRequest) -> WebView? {
        refuse(request.uri)
        return nil
    }

    private func loadAgain() {
        problem.hide()
        view.load(uri: explorer.absoluteString)
    }

    private func refuse(_ uri: String) {
        refused.append(uri)
        logger.notice("the explorer stays where it is", metadata: ["uri": "\(Redaction.address(uri))"])
    }

    /// Answers nothing; WebKit refuses a question that is dropped.
    func webView(_ view: WebView, asks question: PageQuestion) {}

    func webViewIsReadyToShow(_ view: WebView) {}
    func webViewWantsToClose(_ view: WebView) {}
    func webViewDidUpdate(_ view: WebView) {}
    func webViewDidCommit(_ view: WebView) { problem.hide() }
    func webViewDidFinishLoading(_ view: WebView) {}

    func webView(_ view: WebView, failed failure: LoadFailure) {
        problem.show(PopupNotice.text(of: failure))
    }

    func webView(_ view: WebView, processEnded reason: WebProcessEnd) {
        problem.show(localized("The explorer’s page has crashed."))
    }
}
