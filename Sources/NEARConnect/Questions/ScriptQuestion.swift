// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import SafeText
internal import WebKitGTK

/// The dialog for one `alert`, `confirm`, `prompt` or `beforeunload` of a page.
@MainActor
final class ScriptQuestion: QuestionDialog {
    /// The number of characters of a page's text that are shown.
    private static let limit = 2_000

    private let question: ScriptDialog
    private(set) var entry: Entry?

    init(_ question: ScriptDialog, asker: PageAsker, offersBlock: Bool, parent: WidgetHandle) {
        self.question = question
        super.init(
            title: localized("Question of a page"), asker: asker, parent: parent, offersBlock: offersBlock,
            choices: Self.choices(of: question.kind),
            byDefault: question.kind == .beforeUnload ? Self.refuse : Self.accept)
        dialog.append(Label(localized("%1$s says", asker.name)).wrapping(at: 44).styled("near-connect-heading"))
        let (text, hidden) = DisplayText.beginning(of: question.message, limit: Self.limit)
        let words =
            question.kind == .beforeUnload && text.isEmpty
            ? localized("Leave this page? What was entered may be lost.") : text
        let message = Label(hidden > 0 ? "\(words)…" : words).wrapping(at: 52).selectable()
        dialog.append(scrolling: message, maximumHeight: 320)
        if case .prompt(let defaultText) = question.kind { addEntry(defaultText) }
    }

    private func addEntry(_ defaultText: String) {
        let entry = Entry()
        entry.text = defaultText
        entry.setAccessibleName(localized("Answer"))
        entry.activatesDefault()
        dialog.append(entry)
        entry.focus()
        self.entry = entry
    }

    override func answer(isAccepted: Bool) {
        question.answer(accepted: isAccepted, text: entry?.text)
    }

    private static func choices(of kind: ScriptDialog.Kind) -> [Dialog.Choice] {
        switch kind {
        case .alert: [Dialog.Choice(text: localized("_Close"), response: accept)]
        case .confirm, .prompt:
            [
                Dialog.Choice(text: localized("_Cancel"), response: refuse),
                Dialog.Choice(text: localized("_OK"), response: accept, look: .suggested),
            ]
        case .beforeUnload:
            [
                Dialog.Choice(text: localized("_Stay"), response: refuse),
                Dialog.Choice(text: localized("_Leave"), response: accept, look: .destructive),
            ]
        }
    }
}
