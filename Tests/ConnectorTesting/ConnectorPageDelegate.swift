// SPDX-License-Identifier: MIT

internal import Foundation
internal import WebKitGTK

/// Hears of what a connector page and its windows do.
@MainActor
final class ConnectorPageDelegate: WebViewDelegate {
    weak var page: ConnectorPage?

    func webView(_ view: WebView, allows request: NavigationRequest) -> Bool { true }

    func webView(_ view: WebView, popupFor request: NavigationRequest) -> WebView? {
        page?.popup(for: request.uri)
    }

    func webViewDidUpdate(_ view: WebView) {
        if view === page?.view { page?.titleChanged() }
    }

    func webViewWantsToClose(_ view: WebView) {
        page?.close(view)
    }

    func webView(_ view: WebView, processEnded reason: WebProcessEnd) {
        page?.fail("the web process ended: \(reason)")
    }

    func webViewIsReadyToShow(_ view: WebView) {}
    func webView(_ view: WebView, asks question: PageQuestion) {}
    func webViewDidCommit(_ view: WebView) {}
    func webViewDidFinishLoading(_ view: WebView) {}
}
