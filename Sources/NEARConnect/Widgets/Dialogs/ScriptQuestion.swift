// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import WebKitGTK

/// The dialog for one `alert`, `confirm`, `prompt` or `beforeunload` of a page.
@MainActor
final class ScriptQuestion {
    /// The response that accepts.
    static let accept = 1
    private static let refuse = 0
    /// Characters of a page's text that are shown.
    private static let limit = 2_000

    let dialog: Dialog

    private let question: ScriptDialog
    private var entry: Entry?
    private var block: CheckButton?

    init(_ question: ScriptDialog, origin: String, offersBlock: Bool, parent: WidgetHandle) {
        self.question = question
        dialog = Dialog(
            title: "Question of a page", parent: parent, width: 440, choices: Self.choices(of: question.kind),
            byDefault: question.kind == .beforeUnload ? Self.refuse : Self.accept)
        let heading = Label("\(origin) says").wrapping(at: 44).styled("near-connect-heading")
        dialog.append(heading)
        let (text, hidden) = VisibleText.beginning(of: question.message, limit: Self.limit)
        let words =
            question.kind == .beforeUnload && text.isEmpty ? "Leave this page? What was entered may be lost." : text
        let message = Label(hidden > 0 ? "\(words)…" : words).wrapping(at: 52).selectable()
        dialog.append(scrolling: message, maximumHeight: 320)
        if case .prompt(let defaultText) = question.kind { addEntry(defaultText) }
        if offersBlock {
            let check = CheckButton("_Don\u{2019}t let this page ask again")
            dialog.append(check)
            block = check
        }
    }

    private func addEntry(_ defaultText: String) {
        let entry = Entry()
        entry.text = defaultText
        entry.setAccessibleName("Answer")
        entry.activatesDefault()
        dialog.append(entry)
        entry.focus()
        self.entry = entry
    }

    /// Whether the person wants no more questions of this page.
    var wantsBlock: Bool { block?.isChecked ?? false }

    /// Answers the page.
    func answer(isAccepted: Bool) {
        question.answer(accepted: isAccepted, text: entry?.text)
    }

    private static func choices(of kind: ScriptDialog.Kind) -> [Dialog.Choice] {
        switch kind {
        case .alert: [Dialog.Choice(text: "_Close", response: accept)]
        case .confirm, .prompt:
            [
                Dialog.Choice(text: "_Cancel", response: refuse),
                Dialog.Choice(text: "_OK", response: accept, look: .suggested),
            ]
        case .beforeUnload:
            [
                Dialog.Choice(text: "_Stay", response: refuse),
                Dialog.Choice(text: "_Leave", response: accept, look: .destructive),
            ]
        }
    }
}
