// SPDX-License-Identifier: MIT

import WebKitGTK

/// Notes what becomes of a page, and allows everything.
@MainActor
final class PageObserver: WebViewDelegate {
    var ended: WebProcessEnd?
    var isLoaded = false
    var requests: [NavigationRequest] = []

    func webView(_ view: WebView, allows request: NavigationRequest) -> Bool {
        requests.append(request)
        return true
    }
    func webView(_ view: WebView, popupFor request: NavigationRequest) -> WebView? { nil }
    func webViewIsReadyToShow(_ view: WebView) {}
    func webViewWantsToClose(_ view: WebView) {}
    func webView(_ view: WebView, asks question: PageQuestion) {}
    func webViewDidUpdate(_ view: WebView) {}
    func webViewDidCommit(_ view: WebView) {}
    func webViewDidFinishLoading(_ view: WebView) { isLoaded = true }
    func webView(_ view: WebView, processEnded reason: WebProcessEnd) { ended = reason }
}
