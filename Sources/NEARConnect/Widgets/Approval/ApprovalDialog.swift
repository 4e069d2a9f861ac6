// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// The dialog for one ``ApprovalRequest``: says in words what would be signed, and gets the user's answer.
@MainActor
final class ApprovalDialog {
    static let approve = 1
    static let refuse = 0

    /// Called exactly once.
    var onAnswer: ((ApprovalAnswer) -> Void)?

    let dialog: Dialog
    let text: ApprovalText
    let heading: Label
    /// The button that approves.
    var approveButton: WidgetHandle? { dialog.button(Self.approve) }
    private let candidates: [AccountId]
    /// One of which is chosen.
    private(set) var options: [RadioButton] = []
    /// Of which one or more are chosen; empty where one account is wanted.
    private(set) var boxes: [CheckButton] = []
    private let takesSeveral: Bool
    /// True if the user has asked for it in a terminal, and waits for it.
    private let isOfCommandLine: Bool
    /// The place of what a node says; empty until it has.
    let outlook = Box(.down, spacing: 6)
    private let askNode: (@MainActor @Sendable () async -> ApprovalOutlook)?
    private var asking: Task<Void, Never>?

    init(_ request: ApprovalRequest, parent: WidgetHandle) {
        text = ApprovalText(request)
        heading = Label(text.heading).wrapping(at: 40).styled("near-connect-title")
        candidates = request.candidates
        takesSeveral = request.takesSeveralAccounts
        askNode = request.outlook
        if case .commandLine = request.asker { isOfCommandLine = true } else { isOfCommandLine = false }
        let isDangerous = text.isDangerous
        // A dialog may come up while the user types: a key that was meant for another window must never approve.
        dialog = Dialog(
            title: localized("Approval"), parent: parent, width: 520,
            choices: [
                Dialog.Choice(text: localized("_Cancel"), response: Self.refuse),
                Dialog.Choice(
                    text: text.approve, response: Self.approve, look: isDangerous ? .destructive : .suggested),
            ], byDefault: Self.refuse)
        build()
        dialog.arm(Self.approve, hint: ArmingText.hint)
        dialog.onResponse = { [weak self] response in
            guard let self else { return }
            self.asking?.cancel()
            let answer = self.onAnswer
            self.onAnswer = nil
            answer?(response == Self.approve ? self.approval : .cancelled)
        }
    }

    func present() {
        if isOfCommandLine { dialog.present() } else { dialog.presentQuietly() }
        guard let askNode else { return }
        // The user may answer before the node does.
        asking = Task { [weak self] in
            let outlook = await askNode()
            if !Task.isCancelled { self?.show(OutlookText(outlook)) }
        }
    }

    /// Closes the dialog as the user would.
    func cancel() {
        dialog.cancel()
    }

    private var approval: ApprovalAnswer {
        guard takesSeveral else {
            return .approved(account: zip(options, candidates).first { $0.0.isChosen }?.1)
        }
        let chosen = zip(boxes, candidates).filter { $0.0.isChecked }.map { $0.1 }
        // Nothing was chosen to be seen.
        return chosen.isEmpty ? .cancelled : .approvedAccounts(chosen)
    }

    // MARK: Content

    private func build() {
        let column = Box(.down, spacing: 18)
        if text.isForAnotherSite { heading.styled("near-connect-danger-text") }
        column.append(heading)
        column.append(
            Label(text.network.text).wrapping(at: 50).styled("near-connect-chip", text.network.style.rawValue)
                .aligned(.start))
        if let warning = text.chainWarning {
            column.append(Label(warning).wrapping(at: 50).styled("near-connect-danger-text"))
        }
        column.append(FactGrid.make(text.facts))
        if !candidates.isEmpty { column.append(accounts()) }
        if let message = text.message { column.append(code(localized("Message"), ArgumentText.cut(message))) }
        for intent in text.intents { column.append(section(intent)) }
        if let total = text.total {
            let name = Label(localized("In all")).styled("near-connect-strong")
            let sum = Label(total).wrapping(at: 44).selectable().styled("near-connect-strong")
            sum.name(by: name)
            column.append(Box(.across, spacing: 12, name, sum))
        }
        if askNode != nil {
            outlook.append(
                Label(localized("Asking a node what this would do…")).styled("dim-label", "near-connect-small"))
            column.append(outlook)
        }
        dialog.append(scrolling: column, maximumHeight: 560)
    }

    /// Shows what a node has said, in place of the line that it is asked.
    private func show(_ text: OutlookText) {
        outlook.removeAll()
        guard !text.facts.isEmpty || text.warning != nil || text.note != nil else { return }
        outlook.append(Label(localized("What a node says")).styled("dim-label", "near-connect-small"))
        if let warning = text.warning {
            outlook.append(Label(warning).wrapping(at: 50).styled("near-connect-danger-text"))
        }
        if !text.facts.isEmpty { outlook.append(FactGrid.make(text.facts)) }
        if let note = text.note { outlook.append(Label(note).wrapping(at: 50)) }
        dialog.fit()
        // It is new, and may decide: nobody approves before it could be read.
        if text.warning != nil { dialog.showEnd() }
        dialog.rearm()
    }

    private func accounts() -> WidgetHandle {
        let list = Box(.down, spacing: 6)
        guard !takesSeveral else {
            list.append(
                Label(localized("Which accounts may this site see? The first signs unless it asks for another."))
                    .wrapping(at: 50).styled("near-connect-strong"))
            for account in candidates {
                // Ids have underscores, which are no mnemonics here.
                let box = CheckButton(account.text.replacing("_", with: "__")).wrapping(at: 44)
                    .styled("near-connect-account")
                box.isChecked = boxes.isEmpty
                boxes.append(box)
                list.append(box)
            }
            return list
        }
        list.append(Label(localized("With which account?")).styled("near-connect-strong"))
        for account in candidates {
            let option = RadioButton(account.text, group: options.first).wrapping(at: 44)
                .styled("near-connect-account")
            options.append(option)
            list.append(option)
        }
        return list
    }

    private func section(_ intent: ApprovalText.IntentText) -> WidgetHandle {
        let list = Box(.down, spacing: 12)
        if text.intents.count > 1 {
            list.append(
                Label(localized("For %1$s", "\(intent.receiver)")).wrapping(at: 52).styled("near-connect-strong"))
        }
        for action in intent.actions { list.append(card(action)) }
        return list
    }

    private func card(_ action: ActionText) -> WidgetHandle {
        let card = Box(.down, spacing: 9).styled("near-connect-call")
        let title = Label(action.title).wrapping(at: 50).selectable().styled("near-connect-heading")
        card.append(title)
        if let warning = action.warning {
            card.styled("near-connect-danger")
            title.styled("near-connect-danger-text")
            let icon = Icon("dialog-warning-symbolic").aligned(.start, .start).styled("near-connect-danger-text")
            card.append(
                Box(.across, spacing: 9, icon, Label(warning).wrapping(at: 48).styled("near-connect-danger-text")))
        }
        if !action.facts.isEmpty { card.append(FactGrid.make(action.facts)) }
        if let block = action.code { card.append(code(block.name, block.text)) }
        return card
    }

    private func code(_ name: String, _ text: String) -> WidgetHandle {
        let view = TextView(text).accessible(name)
        let frame = ScrolledView(view, height: TextView.height(of: text, maximumLines: 10)).styled("near-connect-code")
        return Box(.down, spacing: 6, Label(name).styled("dim-label", "near-connect-small"), frame)
    }
}
