// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import Logging
internal import NEARConnectCore
internal import SafeText
internal import WebKitGTK

/// Shows pages' questions as native dialogs that name the origin.
///
/// Without an answer of the user nothing is accepted.
@MainActor
final class DialogPresenter: BridgePresenter {
    /// The questions of pages.
    let pages: PageQuestions
    /// The presenter of links that leave the program.
    let links: LinkPresenter

    private let parent: WidgetHandle
    private var open: [Dialog] = []

    /// - Parameters:
    ///   - parent: Dialogs stand above its window.
    ///   - rememberedLinks: The links that need no question; `nil` if none are stored.
    ///   - opener: Opens the links.
    init(
        parent: WidgetHandle, rememberedLinks: RememberedLinks? = nil, logger: Logger = Logger(label: "near-connect"),
        opener: LinkOpener = LinkOpener()
    ) {
        self.parent = parent
        pages = PageQuestions(parent: parent)
        links = LinkPresenter(parent: parent, memory: rememberedLinks, logger: logger, opener: opener)
    }

    isolated deinit {
        dismissAll()
    }

    var parentWindow: WidgetHandle? { parent }

    /// The dialogs that wait for an answer.
    var openCount: Int { open.count + pages.shown.count }

    /// Closes every open dialog; each counts as refused.
    func dismissAll() {
        pages.dismissAll()
        links.dismiss()
        for dialog in open { dialog.cancel() }
    }

    // MARK: Pages' questions

    func show(_ question: PageQuestion, of asker: PageAsker) {
        pages.show(question, of: asker)
    }

    func dismiss(of view: WebView) {
        pages.dismiss(of: view)
    }

    // MARK: Links that leave the program

    func offerExternalLink(_ offer: LinkOffer) {
        links.offer(offer) { refusal in
            // One dialog at a time: a page may try a thousand links.
            if open.isEmpty { tell(localized("The link can’t be opened"), "\(refusal)") }
        }
    }

    /// Tells the user about something that can't be changed.
    private func tell(_ heading: String, _ text: String) {
        let dialog = Dialog(
            title: heading, parent: parent, width: 400,
            choices: [Dialog.Choice(text: localized("_Close"), response: 0)], byDefault: 0)
        dialog.append(Label(heading).wrapping(at: 40).styled("near-connect-heading"))
        dialog.append(Label(text).wrapping(at: 48).selectable())
        keep(dialog)
        dialog.onResponse = { [weak self, weak dialog] _ in
            if let dialog { self?.forget(dialog) }
        }
        dialog.present()
    }

    private func keep(_ dialog: Dialog) {
        open.append(dialog)
    }

    private func forget(_ dialog: Dialog) {
        open.removeAll { $0 === dialog }
    }
}
