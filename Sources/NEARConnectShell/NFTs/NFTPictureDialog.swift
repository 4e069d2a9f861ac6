// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import SafeText
internal import WebKitGTK

/// A dialog that shows a token's picture, in a view of its own that keeps nothing.
///
/// Pictures are files of strangers: WebKit's process reads them, not this one.
@MainActor
final class NFTPictureDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [NFTPictureDialog] = []
    private static let side: Int32 = 420
    private static let address = "about:blank"

    let dialog: Dialog
    let view: WebView
    /// The sentence below the picture.
    let note = Label(localized("Loading…")).wrapping(at: 44).asStatus().styled("dim-label", "near-connect-small")
    private let host: String?

    /// Shows the picture above the window of `parent`.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - token: The token whose picture it is.
    ///   - isSandboxed: Runs the view's process under bubblewrap, which has to work then.
    ///   - parent: A widget of that window.
    static func present(_ picture: NFTPicture, of token: NFT, isSandboxed: Bool, above parent: WidgetHandle) {
        let view = NFTPictureDialog(picture, of: token, isSandboxed: isSandboxed, parent: parent)
        open.append(view)
        view.dialog.onResponse = { [weak view] _ in open.removeAll { $0 === view } }
        view.dialog.present()
    }

    private init(_ picture: NFTPicture, of token: NFT, isSandboxed: Bool, parent: WidgetHandle) {
        host = picture.host
        dialog = Dialog(
            title: token.name, parent: parent, width: Self.side,
            choices: [Dialog.Choice(text: localized("_Close"), response: 0)], byDefault: 0)
        view = WebView(
            context: WebContext(storage: .ephemeral, sandbox: isSandboxed), contentManager: UserContentManager())
        let frame = Box(.down).minimumSize(width: Self.side, height: Self.side)
            .accessible(localized("The picture of %1$s", token.name))
        frame.show(foreign: view)
        dialog.append(frame)
        dialog.append(note)
        view.delegate = self
        view.load(html: picture.page, baseURI: Self.address)
    }

    private func tell(isShown: Bool) {
        note.text =
            isShown
            ? host.map { localized("From %1$s", $0) } ?? ""
            : host.map { localized("%1$s has no picture here that can be shown.", $0) }
                ?? localized("The token’s picture can’t be shown.")
        note.isVisible = !note.text.isEmpty
    }
}

extension NFTPictureDialog: WebViewDelegate {
    /// Allows the page with the picture, and nothing that it might lead to.
    func webView(_ view: WebView, allows request: NavigationRequest) -> Bool { request.uri == Self.address }

    func webView(_ view: WebView, popupFor request: NavigationRequest) -> WebView? { nil }

    func webViewIsReadyToShow(_ view: WebView) {}

    func webViewWantsToClose(_ view: WebView) {}

    func webView(_ view: WebView, asks question: PageQuestion) {}

    func webViewDidUpdate(_ view: WebView) {}

    func webViewDidCommit(_ view: WebView) {}

    /// Says where the picture is from, or that there is none.
    func webViewDidFinishLoading(_ view: WebView) {
        Task { [weak self] in
            do {
                let width = try await view.call("return String(document.images[0].naturalWidth);")
                self?.tell(isShown: width != "0")
            } catch {
                self?.tell(isShown: false)
            }
        }
    }

    func webView(_ view: WebView, processEnded reason: WebProcessEnd) { tell(isShown: false) }
}
