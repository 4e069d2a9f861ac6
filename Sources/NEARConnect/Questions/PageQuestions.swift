// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import WebKitGTK

/// The pages' questions that wait for an answer: one a page, above the window of that page.
@MainActor
final class PageQuestions {
    private struct Open {
        let view: ObjectIdentifier
        let question: any QuestionView
    }

    private let parent: WidgetHandle
    private let clock = ContinuousClock()
    private var guardian = DialogFloodGuard()
    private var open: [Open] = []

    /// - Parameter parent: The bridge's own questions stand above its window.
    init(parent: WidgetHandle) {
        self.parent = parent
    }

    /// The questions that are shown now.
    var shown: [any QuestionView] { open.map(\.question) }

    /// Shows `question` to the user, unless the page has one open already or may ask no more.
    func show(_ question: PageQuestion, of asker: PageAsker) {
        let view = ObjectIdentifier(asker.view)
        guard !open.contains(where: { $0.view == view }) else { return question.refuse() }
        let verdict = guardian.judge(asker.origin, at: clock.now)
        guard verdict != .refuse else { return question.refuse() }
        let shown = make(question, asker, offersBlock: verdict == .askAndOfferBlock)
        open.append(Open(view: view, question: shown))
        shown.onEnd = { [weak self, weak shown] in
            guard let self, let shown else { return }
            if shown.wantsBlock { self.guardian.block(asker.origin) }
            self.open.removeAll { $0.question === shown }
        }
        // This comes late on purpose: a page must not come forward by asking for what it isn't given.
        asker.popup?.bringForward()
        shown.present()
    }

    private func make(_ question: PageQuestion, _ asker: PageAsker, offersBlock: Bool) -> any QuestionView {
        switch question {
        case .dialog(let dialog):
            ScriptQuestion(dialog, asker: asker, offersBlock: offersBlock, parent: parent)
        case .files(let request): FileQuestion(request, asker: asker, parent: parent)
        case .login(let request):
            LoginQuestion(request, asker: asker, offersBlock: offersBlock, parent: parent)
        case .permission(let request):
            CameraQuestion(request, asker: asker, offersBlock: offersBlock, parent: parent)
        }
    }

    /// Closes the questions of `view`; each counts as refused.
    func dismiss(of view: WebView) {
        dismiss { $0.view == ObjectIdentifier(view) }
    }

    /// Closes every question; each counts as refused.
    func dismissAll() {
        dismiss { _ in true }
    }

    private func dismiss(_ isMeant: (Open) -> Bool) {
        // Each question removes itself from the list while it ends.
        for entry in open.filter(isMeant) { entry.question.cancel() }
    }
}
