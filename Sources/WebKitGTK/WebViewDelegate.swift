// SPDX-License-Identifier: MIT

/// The reason why a web process ended.
public enum WebProcessEnd: String, Sendable {
    /// It crashed or was killed.
    case crashed
    /// It used more memory than it may.
    case exceededMemoryLimit
    /// The program ended it.
    case terminatedByAPI
}

/// A navigation that a page asks for, or the user in it.
public struct NavigationRequest: Sendable, Equatable {
    /// The kind of decision that WebKit asks for.
    public enum Kind: Sendable, Equatable {
        /// A frame of the view is about to ask for an address.
        ///
        /// WebKit doesn't say which frame.
        case navigation
        /// A link or form wants a new window (`target=_blank`).
        case newWindow
        /// A response has arrived; `isMainFrame` says whether it would become the view's main document.
        case response(isMainFrame: Bool)
    }

    /// The kind of decision.
    public let kind: Kind
    /// The address exactly as it was asked for, percent-encoding untouched.
    public let uri: String
    /// WebKit's user-gesture flag.
    ///
    /// It is also true shortly after any script call: no proof of a user.
    public let isUserGesture: Bool
    /// True if this follows a server's redirect.
    public let isRedirect: Bool
    /// True if the response is no page but a file to be saved.
    ///
    /// Either the server says so, or WebKit can't show it.
    public let isFile: Bool

    /// A request as WebKit reported it, or as a test wants it.
    public init(kind: Kind, uri: String, isUserGesture: Bool = false, isRedirect: Bool = false, isFile: Bool = false) {
        self.kind = kind
        self.uri = uri
        self.isUserGesture = isUserGesture
        self.isRedirect = isRedirect
        self.isFile = isFile
    }
}

/// An object that is told what a page does, and decides on its requests.
///
/// All calls come on the main thread.
@MainActor
public protocol WebViewDelegate: AnyObject {
    /// Returns whether WebKit may go on with `request`.
    ///
    /// Whatever else should happen (a popup, a deep link) the delegate does itself.
    func webView(_ view: WebView, allows request: NavigationRequest) -> Bool
    /// The page called `window.open`: a view made with ``WebView/init(relatedTo:)``, or `nil` to refuse.
    func webView(_ view: WebView, popupFor request: NavigationRequest) -> WebView?
    /// A popup may be shown; its requested size is known now.
    func webViewIsReadyToShow(_ view: WebView)
    /// The page called `window.close()`.
    func webViewWantsToClose(_ view: WebView)
    /// The page wants something of the user.
    ///
    /// Keep the question until it is answered; one that isn't kept is refused at once.
    func webView(_ view: WebView, asks question: PageQuestion)
    /// Address, title or progress changed.
    func webViewDidUpdate(_ view: WebView)
    /// The view shows another document now: ``WebView/committedURI``.
    ///
    /// Fragments and `pushState` make no other document.
    func webViewDidCommit(_ view: WebView)
    /// The main document has finished loading.
    func webViewDidFinishLoading(_ view: WebView)
    /// The main document didn't load; the view shows what it showed before.
    func webView(_ view: WebView, failed failure: LoadFailure)
    /// The page wants to be seen: it, or its opener, called `focus()`.
    func webViewWantsAttention(_ view: WebView)
    /// A download that the page started was refused.
    func webViewWasRefusedFile(_ view: WebView)
    /// The view's web process is gone; pending calls fail by themselves.
    func webView(_ view: WebView, processEnded reason: WebProcessEnd)
}

/// The methods that only windows with a bar of their own need.
extension WebViewDelegate {
    /// Does nothing.
    public func webView(_ view: WebView, failed failure: LoadFailure) {}
    /// Does nothing.
    public func webViewWantsAttention(_ view: WebView) {}
    /// Does nothing.
    public func webViewWasRefusedFile(_ view: WebView) {}
}
