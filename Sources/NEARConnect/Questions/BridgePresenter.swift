// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnectCore
internal import WebKitGTK

/// The bridge's access to the screen: native questions, and a window for popups to stand above.
///
/// A program without a presenter refuses everything that would need a user.
@MainActor
protocol BridgePresenter: AnyObject {
    /// The window that popups and dialogs belong to, if the bridge is shown in one.
    var parentWindow: WidgetHandle? { get }

    /// Asks whether another program may open a link, and opens it if the user agrees.
    func offerExternalLink(_ offer: LinkOffer)

    /// Shows a page's question to the user and answers it.
    ///
    /// A question that is dropped counts as refused.
    func show(_ question: PageQuestion, of asker: PageAsker)

    /// Closes the open questions of `view`, whose page or window is gone; each counts as refused.
    func dismiss(of view: WebView)

    /// Closes every open question; each counts as refused.
    func dismissAll()
}
