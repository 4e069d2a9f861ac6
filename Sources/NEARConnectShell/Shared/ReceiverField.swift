// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import Logging
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// A field for the account that gets something, with a sentence about what was typed.
///
/// The text is checked at once without a network. What a node says of the account comes from the owner, by
/// ``know(_:of:)``.
@MainActor
final class ReceiverField: Container {
    let entry = Entry(placeholder: "alice.near")
    /// The sentence about the receiver.
    let finding = Label().wrapping(at: 48).asStatus().styled("near-connect-small")
    /// Writes the receiver in small letters.
    let lowerCase = Button("").aligned(.start).hidden()
    /// Called with what was typed, `nil` where it is no account; must hold its owner weakly.
    var onType: ((AccountId?) -> Void)?
    /// Called when the user goes on to the next field; must hold its owner weakly.
    var onNext: (() -> Void)?
    /// The account that sends.
    var signer: AccountId? {
        didSet { show() }
    }
    /// True if nothing can be sent to ``signer`` itself.
    var refusesSigner = false

    private let words: (ReceiverState) -> (text: String, isProblem: Bool)
    private var known: (account: AccountId, state: ReceiverState)?
    private var offering: Task<Void, Never>?

    /// - Parameter words: Returns the sentence about a receiver, and whether it stands against sending.
    init(words: @escaping (ReceiverState) -> (text: String, isProblem: Bool)) {
        self.words = words
        let column = Box(.down, spacing: 3)
        super.init(shared: column.widget)
        keep(column)
        column.append(Label(mnemonic: localized("_To"), for: entry).styled("dim-label", "near-connect-small"))
        column.append(entry)
        column.append(finding)
        column.append(lowerCase)
        entry.onChange { [weak self] in self?.typed() }
        lowerCase.onClick { [weak self] in
            guard let self, let offer = ReceiverInput(self.entry.text).offer else { return }
            self.entry.text = offer.text
            self.onNext?()
        }
        show()
    }

    isolated deinit {
        offering?.cancel()
    }

    /// The account that stands in the field.
    var account: AccountId? { ReceiverInput(entry.text).account }

    /// The node's word on the account that stands in the field; `nil` while none has come.
    var state: ReceiverState? {
        guard let known, known.account == account else { return nil }
        return known.state
    }

    /// Shows a node's word on an account.
    func know(_ state: ReceiverState, of account: AccountId) {
        known = (account, state)
        show()
    }

    /// Empties the field.
    func reset() {
        known = nil
        entry.text = ""
    }

    /// Offers the accounts that were sent to on the manager's network while the receiver is typed.
    func offerContacts(of manager: NEARWalletManager) {
        offering?.cancel()
        let network = manager.network.rawValue
        offering = Task { [weak self, manager] in
            do throws(NEARError) {
                let list = try await manager.contacts(on: network)
                guard !Task.isCancelled else { return }
                self?.entry.complete(with: list.contacts.map(\.account.text))
            } catch {
                // The page of what was done says what is wrong with the journal; here names are typed.
                manager.logger.notice("no contacts", metadata: ["code": "\(error.code)"])
            }
        }
    }

    private func typed() {
        show()
        onType?(account)
    }

    private func show() {
        let input = ReceiverInput(entry.text)
        var (text, isProblem) = (input.problem ?? "", input.problem != nil)
        if let account = input.account {
            if account == signer {
                (text, isProblem) = (localized("This is your own account."), refusesSigner)
            } else if let state {
                (text, isProblem) = words(state)
            } else {
                text = localized("Asking a node about this account…")
            }
        }
        finding.text = text
        finding.isVisible = !text.isEmpty
        finding.setStyle("near-connect-problem", isProblem)
        finding.setStyle("dim-label", !isProblem)
        entry.setStyle("near-connect-invalid", isProblem)
        entry.describe(by: text.isEmpty ? nil : finding)
        lowerCase.isVisible = input.offer != nil
        if let offer = input.offer {
            lowerCase.setText(localized("Use %1$s", offer.text.replacing("_", with: "__")))
        }
    }
}
