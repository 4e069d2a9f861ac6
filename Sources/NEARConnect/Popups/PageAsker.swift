// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnectCore
internal import SafeText
internal import WebKitGTK

/// The page that asks the user something, and the window that its question belongs to.
@MainActor
struct PageAsker {
    /// The view whose page asks.
    let view: WebView
    /// The popup that shows it; `nil` for the bridge view, whose window the presenter knows.
    let popup: PopupWindow?
    /// True if the view is the bridge view.
    ///
    /// The bridge page itself asks nothing: a wallet's frame in it does, and WebKit doesn't say which one.
    let isBridge: Bool
    /// The origin of the document that asks, not of one that is being loaded meanwhile.
    let origin: String

    init(view: WebView, popup: PopupWindow?, isBridge: Bool) {
        self.view = view
        self.popup = popup
        self.isBridge = isBridge
        origin = view.committedURI.flatMap(WebAddress.init)?.origin ?? localized("a page without an origin")
    }

    /// The popup's window.
    var window: WidgetHandle? { popup?.handle }

    /// The asker's name, for the beginning of a sentence.
    var name: String { isBridge ? localized("A wallet inside %1$s", origin) : origin }
}
