// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import Logging
internal import NEARConnectCore
internal import WebKitGTK

/// Shows what pages ask for as native dialogs that name the origin. Nothing is accepted for a person who said nothing.
@MainActor
final class DialogPresenter: BridgePresenter {
    /// What pages have asked.
    let pages: PageQuestions
    /// Takes links out of the program.
    let links: LinkPresenter

    private let parent: WidgetHandle
    private var open: [Dialog] = []

    /// - Parameters:
    ///   - parent: Dialogs stand above its window.
    ///   - rememberedLinks: Which links need no question; `nil` where nothing is kept.
    ///   - opener: How links leave.
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

    /// Takes every open dialog away; each counts as refused.
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
            // One at a time: a page may try a thousand.
            if open.isEmpty { tell("The link can\u{2019}t be opened", "\(refusal)") }
        }
    }

    /// Tells a person about something that he can't change.
    private func tell(_ heading: String, _ text: String) {
        let dialog = Dialog(
            title: heading, parent: parent, width: 400,
            choices: [Dialog.Choice(text: "_Close", response: 0)], byDefault: 0)
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
