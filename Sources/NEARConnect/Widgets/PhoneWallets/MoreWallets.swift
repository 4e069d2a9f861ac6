// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnectCore
internal import SafeText

/// The button by which a registry is asked for more wallets, and the sentence that says what came of it.
///
/// Nobody is asked before the user has pressed it and has read who is asked and what that one learns.
@MainActor
final class MoreWallets {
    private static let refuse = 0
    /// The response that has the registry asked.
    static let ask = 1

    /// The button that asks whether to look.
    let button = Button(localized("_Look for more wallets…")).wrapping(at: 22)
    /// The label that takes the button's place once wallets were found.
    let count = Label().styled("dim-label", "near-connect-small").hidden()
    /// The label that says what else came of it.
    let note = Label().wrapping(at: 38).asStatus().styled("dim-label", "near-connect-small").hidden()
    /// The search, with what it has found.
    let search: PhoneWalletSearch
    /// Called with the wallets that were found; must hold its owner weakly.
    var onFound: (([KnownPhoneWallet]) -> Void)?
    /// The question that is open.
    private(set) var question: Dialog?
    private weak var dialog: WidgetHandle?
    private var work: Task<Void, Never>?

    /// - Parameters:
    ///   - search: Asks the registry.
    ///   - dialog: The dialog that the button stands in.
    init(_ search: PhoneWalletSearch, above dialog: WidgetHandle) {
        (self.search, self.dialog) = (search, dialog)
        button.setTooltip(localized("Asks %1$s, after a question", search.host))
        button.onClick { [weak self] in self?.askUser() }
        if !search.found.isEmpty { show(search.found) }
    }

    /// Takes the question back, and waits for no answer any more.
    func dismiss() {
        work?.cancel()
        question?.cancel()
    }

    /// The sentences that say what a registry learns.
    static var words: String {
        localized(
            "It learns this computer’s address, the project’s id, and that a wallet for NEAR is looked for. Of your accounts it learns nothing, and it is asked this once."
        )
    }

    private func askUser() {
        guard question == nil, work == nil else { return }
        let heading = localized("Ask %1$s for wallets?", search.host)
        let question = Dialog(
            title: localized("Look for more wallets"), parent: dialog, width: 420,
            choices: [
                Dialog.Choice(text: localized("_Cancel"), response: Self.refuse),
                Dialog.Choice(text: localized("_Ask"), response: Self.ask, look: .suggested),
            ], byDefault: Self.refuse)
        question.append(Label(heading).wrapping(at: 38).styled("near-connect-heading"))
        question.append(Label(Self.words).wrapping(at: 46))
        question.setAccessibleName(heading, description: Self.words)
        self.question = question
        question.onResponse = { [weak self] response in
            self?.question = nil
            if response == Self.ask { self?.look() }
        }
        question.present()
    }

    private func look() {
        say(localized("Asking %1$s…", search.host))
        button.isSensitive = false
        work = Task { [weak self, search] in
            do throws(WalletRegistryError) {
                let found = try await search.look()
                self?.end { self?.show(found) }
            } catch {
                self?.end {
                    self?.button.isSensitive = true
                    self?.say("\(error)")
                }
            }
        }
    }

    /// Shows an answer, unless nobody waits for it any more.
    private func end(_ body: () -> Void) {
        work = nil
        if !Task.isCancelled { body() }
    }

    private func show(_ found: [KnownPhoneWallet]) {
        button.isVisible = false
        guard !found.isEmpty else {
            return say(localized("%1$s knows no other wallet that a link opens.", search.host))
        }
        note.isVisible = false
        count.text = localizedPlural("%1$s more found", "%1$s more found", count: found.count, "\(found.count)")
        count.setTooltip(localized("Named by %1$s", search.host))
        count.isVisible = true
        onFound?(found)
    }

    private func say(_ sentence: String) {
        note.text = sentence
        note.isVisible = true
    }
}
