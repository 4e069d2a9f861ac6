// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import SafeText

/// Asks the user, in a native dialog, where a site works and which networks it adds.
@MainActor
final class SiteQuestionDialogs: SiteQuestionPresenter {
    static let agree = 1
    static let refuse = 0

    private let parent: WidgetHandle
    private let turns: ApprovalTurn
    private var place: ApprovalTurn.Place?
    /// The dialog that waits for an answer, with its text.
    private(set) var current: (dialog: Dialog, text: SiteQuestionText)?

    /// - Parameters:
    ///   - parent: The dialog stands above its window.
    ///   - turns: The dialogs among which one is open at a time.
    init(parent: WidgetHandle, turns: ApprovalTurn = .shared) {
        self.parent = parent
        self.turns = turns
    }

    isolated deinit {
        dismiss()
    }

    func decide(_ question: SiteQuestion) async -> Bool {
        dismiss()
        let place = ApprovalTurn.Place()
        self.place = place
        guard await turns.wait(place) else { return false }
        defer { turns.leave(place) }
        return await withCheckedContinuation { continuation in
            let text = SiteQuestionText(question)
            let dialog = dialog(text)
            current = (dialog, text)
            turns.show(dialog, for: place)
            dialog.onResponse = { [weak self, weak dialog] response in
                dialog?.onResponse = nil
                if let self, self.current?.dialog === dialog { self.current = nil }
                continuation.resume(returning: response == Self.agree)
            }
            dialog.presentQuietly()
        }
    }

    func dismiss() {
        current?.dialog.cancel()
        place.take().map(turns.leave)
    }

    private func dialog(_ text: SiteQuestionText) -> Dialog {
        // A dialog may come up while the user types: a key that was meant for another window must never agree.
        let dialog = Dialog(
            title: localized("Question of a site"), parent: parent, width: 520,
            choices: [
                Dialog.Choice(text: localized("_Cancel"), response: Self.refuse),
                Dialog.Choice(text: text.approve, response: Self.agree, look: .suggested),
            ], byDefault: Self.refuse)
        let column = Box(.down, spacing: 18)
        column.append(Label(text.heading).wrapping(at: 40).styled("near-connect-title"))
        column.append(Label(text.explanation).wrapping(at: 50))
        if let warning = text.warning {
            column.append(Label(warning).wrapping(at: 50).styled("near-connect-danger-text"))
        }
        column.append(FactGrid.make(text.facts))
        dialog.append(scrolling: column, maximumHeight: 560)
        dialog.arm(Self.agree, hint: ArmingText.hint)
        return dialog
    }
}
