// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnectCore
internal import WebKitGTK

/// What the bridge needs of whoever has the screen: native questions and a window to hang popups on.
///
/// A program without a presenter refuses everything that would need a person.
@MainActor
protocol BridgePresenter: AnyObject {
    /// The window that popups and dialogs belong to, when the bridge is shown in one.
    var parentWindow: WidgetHandle? { get }

    /// Asks whether a link may be opened by another program, and opens it when the person agrees.
    func offerExternalLink(_ offer: LinkOffer)

    /// Puts what a page wants before a person and answers it. A question that isn't kept counts as refused.
    func show(_ question: PageQuestion, of asker: PageAsker)

    /// Takes the open questions of `view` away, since its page or its window is gone; each counts as refused.
    func dismiss(of view: WebView)

    /// Takes every open question away; each counts as refused.
    func dismissAll()
}
