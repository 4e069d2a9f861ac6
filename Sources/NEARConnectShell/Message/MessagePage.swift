// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// The page that signs messages (NEP-413), and checks signed ones.
@MainActor
final class MessagePage: Container {
    let message = TextArea(height: 84, isCode: false)
    let recipient = Entry(placeholder: "app.example")
    let sign = Button(localized("_Sign…")).styled("suggested-action").aligned(.end)
    /// The sentence about a message that nobody was asked to sign.
    let problem = Label().wrapping(at: 62).asStatus().styled("near-connect-problem").hidden()
    let copy = Button(localized("_Copy as JSON")).aligned(.end)
    /// The message that was signed last, as JSON.
    private(set) var signed: String?
    /// The signed message that is to be checked, as JSON.
    let pasted = TextArea(height: 110, isCode: true)
    let verify = Button(localized("C_heck")).aligned(.end)
    /// The sentence about the signed message that was checked.
    let verdict = Label().wrapping(at: 62).asStatus().selectable()
    private let manager: NEARWalletManager
    private let shown = TextArea(height: 110, isCode: true).readOnly()
        .named(localized("Signed message"))
    private let result = Box(.down, spacing: 9)
    private var isBusy = false
    private var checking: Task<Void, Never>?

    init(manager: NEARWalletManager) {
        self.manager = manager
        let column = Box(.down, spacing: 18)
        let scrolled = ScrolledView(column)
        super.init(shared: scrolled.widget)
        keep(scrolled)
        column.margins(horizontal: 18, vertical: 18)
        column.append(signingCard())
        column.append(checkingCard())
        message.onChange { [weak self] in self?.refresh() }
        pasted.onChange { [weak self] in self?.forgetVerdict() }
        recipient.onChange { [weak self] in self?.refresh() }
        sign.onClick { [weak self] in self?.signMessage() }
        verify.onClick { [weak self] in self?.check() }
        copy.onClick { [weak self] in
            if let signed = self?.signed { Clipboard.copy(signed) }
        }
        refresh()
    }

    isolated deinit {
        checking?.cancel()
    }

    private func signingCard() -> WidgetHandle {
        let card = Box(.down, spacing: 12).styled("near-connect-card")
        card.append(Label(localized("Sign a message")).styled("near-connect-heading"))
        card.append(
            Label(
                localized(
                    "A signed message proves that the account is yours. Whoever has it can sign in with it at the one whom it is for."
                )
            ).wrapping(at: 62).styled("dim-label", "near-connect-small"))
        card.append(
            Box(
                .down, spacing: 3, message.label(localized("_Message")).styled("dim-label", "near-connect-small"),
                message))
        let label = Label(mnemonic: localized("_For whom"), for: recipient).styled("dim-label", "near-connect-small")
        card.append(Box(.down, spacing: 3, label, recipient.filling()))
        card.append(sign)
        card.append(problem)
        result.append(shown)
        result.append(copy)
        result.isVisible = false
        card.append(result)
        return card
    }

    private func checkingCard() -> WidgetHandle {
        let card = Box(.down, spacing: 12).styled("near-connect-card")
        card.append(Label(localized("Check a signed message")).styled("near-connect-heading"))
        card.append(
            Box(
                .down, spacing: 3,
                pasted.label(localized("Signed message, as _JSON")).styled("dim-label", "near-connect-small"), pasted))
        card.append(verify)
        verdict.isVisible = false
        card.append(verdict)
        return card
    }

    private func refresh() {
        sign.isSensitive = !message.text.isEmpty && !TypedText.trimmed(recipient.text).isEmpty && !isBusy
        verify.isSensitive = !TypedText.trimmed(pasted.text).isEmpty
    }

    // MARK: Signing

    private func signMessage() {
        guard !manager.isBusy else { return }
        let (text, recipient) = (message.text, TypedText.trimmed(recipient.text))
        result.isVisible = false
        signed = nil
        problem.isVisible = false
        let nonce = NEP413Payload.randomNonce()
        Task { [weak self, manager] in
            do {
                let payload = try NEP413Payload(message: text, nonce: nonce, recipient: recipient)
                let message = try await manager.sign(message: text, recipient: recipient, nonce: nonce)
                self?.show(SignedMessageDocument(message: message, payload: payload))
            } catch {
                // The manager puts all others into `lastError`, which the window shows.
                guard let error = error as? NEARError, error.isUnsaid else { return }
                self?.problem.text = DisplayText.words(error)
                self?.problem.isVisible = true
            }
        }
    }

    private func show(_ document: SignedMessageDocument) {
        let text = document.json.text
        signed = text
        shown.text = text
        result.isVisible = true
        copy.focus()
    }

    // MARK: Checking

    /// The time that nodes have to say whose key it is.
    private static let patience = Duration.seconds(8)

    /// Takes away what was said about another text, and what a node may still say.
    private func forgetVerdict() {
        checking?.cancel()
        verdict.isVisible = false
        pasted.describeText(by: nil)
        refresh()
    }

    private func check() {
        checking?.cancel()
        let document: SignedMessageDocument
        do throws(SignedMessageDocument.ReadError) {
            document = try SignedMessageDocument(pasted.text)
            try Self.verify(document)
        } catch {
            switch error {
            case .notJSON(let error): return say(localized("This is no JSON: %1$s.", "\(error)"), isGood: false)
            case .field(let sentence): return say(sentence, isGood: false)
            }
        }
        say(localized("The signature is right. Asking a node whether the key is the account’s…"), isGood: true)
        checking = Task { [weak self, manager] in
            let text: String
            var isGood = false
            do {
                let client = try manager.client()
                try await TimeLimit(Self.patience).run { try await document.confirmKey(at: .final, by: client) }
                isGood = true
                text = localized(
                    "Valid: %1$s has signed “%2$s” for %3$s.", document.message.accountId.text,
                    DisplayText.quotation(document.payload.message.text, limit: 200),
                    DisplayText.quotation(document.payload.recipient.text, limit: 60))
            } catch let error as NEARError where error.code == "signature-invalid" {
                text = localized("Not valid on %1$s: %2$s", manager.network.rawValue, DisplayText.words(error))
            } catch {
                text = localized(
                    "The signature is right, but no node of %1$s says whether the key is %2$s’s: %3$s",
                    manager.network.rawValue, document.message.accountId.text, DisplayText.words(error))
            }
            guard !Task.isCancelled else { return }
            self?.say(text, isGood: isGood)
        }
    }

    private static func verify(_ document: SignedMessageDocument) throws(SignedMessageDocument.ReadError) {
        do throws(NEP413Error) {
            try document.message.verify(document.payload)
        } catch {
            throw .field(localized("Not valid: %1$s", DisplayText.words(error)))
        }
    }

    private func say(_ text: String, isGood: Bool) {
        verdict.text = text
        verdict.isVisible = true
        verdict.setStyle("near-connect-problem", !isGood)
        pasted.describeText(by: verdict)
    }
}

extension MessagePage: PageView {
    func show(_ account: NEARAccount?, isBusy: Bool) {
        self.isBusy = isBusy
        refresh()
    }

    func takeFocus() { message.focusText() }
}
