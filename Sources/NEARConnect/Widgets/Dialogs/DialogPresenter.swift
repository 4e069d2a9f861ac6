// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import WebKitGTK

/// Shows what pages ask for as native dialogs that name the origin. Nothing is accepted for a person who said nothing.
@MainActor
final class DialogPresenter: BridgePresenter {
    /// What pages have asked.
    let pages: PageQuestions

    private let parent: WidgetHandle
    private var guardian = DialogFloodGuard()
    private let clock = ContinuousClock()
    private var open: [Dialog] = []
    private var isOfferingLink = false

    /// - Parameter parent: Dialogs stand above its window.
    init(parent: WidgetHandle) {
        self.parent = parent
        pages = PageQuestions(parent: parent)
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
        for dialog in open { dialog.cancel() }
    }

    // MARK: Pages' questions

    func show(_ question: PageQuestion, of asker: Asker) {
        pages.show(question, of: asker)
    }

    func dismiss(of view: WebView) {
        pages.dismiss(of: view)
    }

    // MARK: Links that leave the program

    func offerExternalLink(_ uri: String) {
        // One at a time: a page that navigates in a loop gets one question.
        guard !isOfferingLink else { return }
        let link: ExternalLink
        do {
            link = try ExternalLink(uri)
        } catch {
            return tell("The link can\u{2019}t be opened", "\(error)")
        }
        guard guardian.judge(link.scheme, at: clock.now) != .refuse else { return }
        isOfferingLink = true
        let view = LinkQuestion(link, program: LinkQuestion.program(for: link.scheme), parent: parent)
        keep(view.dialog)
        view.dialog.onResponse = { [weak self, view] response in
            self?.isOfferingLink = false
            self?.forget(view.dialog)
            if response == LinkQuestion.open { self?.open(link) }
        }
        view.dialog.present()
    }

    private func open(_ link: ExternalLink) {
        Task { [weak self] in
            do {
                try await link.open()
            } catch {
                self?.tell("The link was not opened", "\(error)")
            }
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
