// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import WebKitGTK

/// The questions of pages that wait for an answer: one a page at a time, each above the window of the page that asks.
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

    /// What is on the screen now.
    var shown: [any QuestionView] { open.map(\.question) }

    /// Puts `question` before the person, unless the page has one open already or has been cut off.
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
        // Only now: a page must not come forward by asking for what it isn't given.
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

    /// Takes the questions of `view` away; each counts as refused.
    func dismiss(of view: WebView) {
        dismiss { $0.view == ObjectIdentifier(view) }
    }

    /// Takes every question away; each counts as refused.
    func dismissAll() {
        dismiss { _ in true }
    }

    private func dismiss(_ isMeant: (Open) -> Bool) {
        // Each takes itself out of the list while it ends.
        for entry in open.filter(isMeant) { entry.question.cancel() }
    }
}
