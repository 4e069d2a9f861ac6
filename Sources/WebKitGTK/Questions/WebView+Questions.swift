// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

extension WebView {
    /// Connects the questions that pages ask the user.
    ///
    /// Each signal is answered as dealt with, so that none of WebKit's own dialogs comes up; a question that the
    /// delegate doesn't keep is dropped here, and so refused.
    func connectQuestions() -> [SignalConnection] {
        [
            connect("script-dialog") { [weak self] emission in
                guard let self, let dialog = emission.boxed(0) else { return }
                // A WebDriver's: WebKit draws it into the page, and the driver answers it.
                guard webkit_web_view_is_controlled_by_automation(self.cast()) == 0 else { return }
                emission.answer(true)
                let question = ScriptDialog(OpaquePointer(dialog))
                self.delegate?.webView(self, asks: .dialog(question))
                question.endTelling()
            },
            connect("permission-request") { [weak self] emission in
                guard let request = emission.object(0) else { return }
                emission.answer(true)
                self?.ask(.permission(PermissionRequest(request)))
            },
            connect("run-file-chooser") { [weak self] emission in
                guard let request = emission.object(0) else { return }
                emission.answer(true)
                self?.ask(.files(FileChooserRequest(request)))
            },
            connect("authenticate") { [weak self] emission in
                guard let request = emission.object(0) else { return }
                emission.answer(true)
                self?.ask(.login(AuthenticationRequest(request)))
            },
        ]
    }

    private func ask(_ question: PageQuestion) {
        delegate?.webView(self, asks: question)
    }
}
