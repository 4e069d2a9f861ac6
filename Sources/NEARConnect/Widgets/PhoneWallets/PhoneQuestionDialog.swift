// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnectCore
internal import SafeText

/// The dialog that is open while a phone is asked.
@MainActor
final class PhoneQuestionDialog {
    private static let cancel = 0

    let dialog: Dialog
    /// The button that brings the wallet to the front; hidden before the relay has the request, and without a link.
    let open: Button
    /// The label that says what keeps messages from the relay.
    let trouble = Label().wrapping(at: 48).styled("near-connect-problem").hidden()
    /// Asks before the wallet is opened, and opens it.
    let links: LinkPresenter
    /// The label that says what the phone is asked for.
    let text = Label().wrapping(at: 48)
    private let heading = localized("Look at your phone")
    private let problem = Label().wrapping(at: 48).styled("near-connect-problem").hidden()
    private(set) var question: PhoneWalletQuestion

    init(_ question: PhoneWalletQuestion, parent: WidgetHandle, opening: PhoneWalletOpening) {
        self.question = question
        dialog = Dialog(
            title: localized("Phone wallet"), parent: parent, width: 400,
            choices: [Dialog.Choice(text: localized("_Cancel"), response: Self.cancel)], byDefault: Self.cancel)
        // The window can be closed while the phone is asked.
        dialog.setTransient(for: parent, isModal: false)
        links = opening.presenter(above: dialog)
        open = Button(localized("_Open wallet again")).aligned(.start)
        dialog.append(Label(heading).wrapping(at: 40).styled("near-connect-heading"))
        dialog.append(text)
        dialog.append(open)
        dialog.append(problem)
        dialog.append(trouble)
        open.onClick { [weak self] in self?.openWallet() }
        show(question)
    }

    /// Shows another question, or the link that has come.
    func show(_ next: PhoneWalletQuestion) {
        question = next
        text.text = Self.text(next)
        open.isVisible = next.link != nil
        open.setTooltip(localized("Brings %1$s to the front on this computer", DisplayText.name(next.walletName)))
        dialog.setAccessibleName(heading, description: text.text)
    }

    /// Says what keeps messages from the relay; `nil` once it is over.
    func say(relayTrouble sentence: String?) {
        trouble.text = sentence ?? ""
        trouble.isVisible = sentence != nil
    }

    /// Takes the dialog away; nobody hears of it.
    func close() {
        links.dismiss()
        dialog.onResponse = nil
        dialog.cancel()
    }

    private func openWallet() {
        guard let address = question.link.flatMap({ WebAddress($0) }) else { return }
        problem.isVisible = false
        let wallet = LinkWallet(id: "phone", name: DisplayText.name(question.walletName), allowsOpen: [])
        links.offer(LinkOffer(address: address, wallet: wallet, mayRemember: true)) { [problem] refusal in
            problem.text = "\(refusal)"
            problem.isVisible = true
        }
    }

    /// Says what the phone is asked for.
    static func text(_ question: PhoneWalletQuestion) -> String {
        let name = DisplayText.name(question.walletName)
        return switch question.kind {
        case .accounts: localized("%1$s is asked there which accounts this program may use.", name)
        case .message: localized("%1$s asks you there to sign a message. Compare it with what you want to say.", name)
        case .functionCallKey(let key): text(key, name)
        case .transactions(let count):
            localizedPlural(
                "%2$s asks you there to approve %1$s transaction. It is sent from here once you have.",
                "%2$s asks you there to approve %1$s transactions. They are sent from here once you have.",
                count: count, "\(count)", name)
        }
    }

    private static func text(_ key: FunctionCallKeyRequest, _ name: String) -> String {
        let methods = DisplayText.quotation(key.methodNames.map(\.text).joined(separator: ", "), limit: 200)
        let rights =
            key.methodNames.isEmpty
            ? localized("It may call every method of %1$s.", key.contractId.text)
            : localized("It may call %1$s of %2$s.", methods, key.contractId.text)
        let allowance =
            key.allowance.map { localized("Its calls may cost %1$s in fees.", "\($0)") }
            ?? localized("Its calls may cost any amount of fees.")
        return [
            localized("%1$s asks you there to add a key for this program. Compare it:", name), rights, allowance,
        ].joined(separator: " ")
    }
}
