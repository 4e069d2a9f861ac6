// SPDX-License-Identifier: MIT

import BenchFigures
import GLibRuntime
import WebKitGTK

/// A view without a wallet, otherwise as dApps' pages have it, their filter included.
@MainActor
final class PlainView: WebViewDelegate {
    let view: WebView
    let content = UserContentManager()
    private var loaded: CheckedContinuation<Void, any Error>?

    /// Makes a view in a context of its own, as ours is.
    ///
    /// - Parameter filter: The filter that keeps dApps' pages from this computer's services.
    init(_ filter: ContentFilter) {
        content.setFilter(filter)
        let context = WebContext(storage: .ephemeral)
        context.setThirdPartyCookies(allowed: false)
        context.preventTracking()
        view = WebView(context: context, contentManager: content)
        view.delegate = self
    }

    /// Loads a page, and waits until it has loaded.
    func load(_ address: String) async throws {
        try await withCheckedThrowingContinuation {
            loaded = $0
            view.load(uri: address)
        }
    }

    func webView(_ view: WebView, allows request: NavigationRequest) -> Bool { true }
    func webView(_ view: WebView, popupFor request: NavigationRequest) -> WebView? { nil }
    func webViewIsReadyToShow(_ view: WebView) {}
    func webViewWantsToClose(_ view: WebView) {}
    func webView(_ view: WebView, asks question: PageQuestion) { question.refuse() }
    func webViewDidUpdate(_ view: WebView) {}
    func webViewDidCommit(_ view: WebView) {}
    func webViewDidFinishLoading(_ view: WebView) { loaded.take()?.resume() }
    func webView(_ view: WebView, failed failure: LoadFailure) {
        loaded.take()?.resume(throwing: BenchError("\(failure.uri) didn't load: \(failure.reason)"))
    }
    func webView(_ view: WebView, processEnded reason: WebProcessEnd) {
        loaded.take()?.resume(throwing: BenchError("the web process ended"))
    }
}
