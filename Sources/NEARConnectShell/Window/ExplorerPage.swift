// SPDX-License-Identifier: MIT

internal import Foundation
internal import GLibRuntime
internal import GTKToolkit
internal import Logging
internal import NEARConnect
internal import NEARConnectCore
internal import WebKitGTK

/// The explorer of an embedded chain, inside the shell's window.
///
/// Its view has a context of its own: it knows no internal scheme, shares no storage and no process with the bridge, and keeps nothing. It shows
/// pages of the explorer's origin and nothing else.
@MainActor
final class ExplorerPage: Container, WebViewDelegate {
    let view: WebView
    /// Addresses that were not gone to, for tests and the log.
    private(set) var refused: [String] = []
    private let explorer: URL
    private let origin: String?
    private let logger: Logger
    private let problem = InfoBar(.error) {}
    private let context: WebContext

    /// - Parameters:
    ///   - explorer: The explorer's address.
    ///   - isSandboxed: Whether the view's process is locked in, as the bridge's is.
    init(_ explorer: URL, isSandboxed: Bool, logger: Logger) {
        self.explorer = explorer
        self.logger = logger
        origin = WebAddress(explorer.absoluteString)?.origin
        context = WebContext(storage: .ephemeral, sandbox: isSandboxed)
        view = WebView(context: context, contentManager: UserContentManager())
        let column = Box(.down)
        super.init(shared: column.widget)
        keep(column)
        column.append(problem)
        column.show(foreign: view)
        column.setAccessibleName("Explorer of the chain")
        view.delegate = self
        if let colour = StyleSheet.background(around: column) {
            view.setBackground(red: colour.red, green: colour.green, blue: colour.blue)
        }
        view.load(uri: explorer.absoluteString)
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

    private func refuse(_ uri: String) {
        refused.append(uri)
        logger.notice("the explorer stays where it is", metadata: ["uri": "\(Redaction.address(uri))"])
    }

    /// It asks for nothing; what isn't kept is refused.
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
        problem.show("The explorer\u{2019}s page has ended unexpectedly. Open it again from the menu.")
    }
}
