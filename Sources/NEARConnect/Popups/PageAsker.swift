// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnectCore
internal import WebKitGTK

/// Whose page wants something of a person, and where its question belongs.
@MainActor
struct PageAsker {
    /// The view whose page asks.
    let view: WebView
    /// The popup that shows it; `nil` for the bridge view, whose window the presenter knows.
    let popup: PopupWindow?
    /// Whether it is the bridge view. The bridge page itself asks nothing: a wallet's frame in it does, and WebKit doesn't say which.
    let isBridge: Bool
    /// The origin of the document that asks, not of the one that has been asked for in the meantime.
    let origin: String

    init(view: WebView, popup: PopupWindow?, isBridge: Bool) {
        self.view = view
        self.popup = popup
        self.isBridge = isBridge
        origin = view.committedURI.flatMap(WebAddress.init)?.origin ?? "a page without an origin"
    }

    /// The popup's window.
    var window: WidgetHandle? { popup?.handle }

    /// Who asks, as the beginning of a sentence.
    var name: String { isBridge ? "A wallet inside \(origin)" : origin }
}
