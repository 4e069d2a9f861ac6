// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Sends a signed delegate action, and pays for it.
struct RelayCommand: SendingCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay", abstract: localized("Send what “delegate” has signed, and pay for it (NEP-366)."),
        discussion: localized(
            "The account that signs here pays the gas. Its policy has to allow it with “dangerousActions”, and counts the deposits and the gas in the action."
        ))

    @Argument(
        help: help("The signed action in Base64; @FILE for a file’s, - for standard input.", valueName: "base64"))
    var action: String

    @OptionGroup var sending: SendingOptions

    func validate() throws {
        guard sending.signing.wallet == nil else {
            throw ValidationError(
                localized("Wallets have no form for a signed action: relay it with a key, and leave --wallet out."))
        }
        guard action != "-" || sending.signing.key != "-" else {
            throw ValidationError(localized("The action and the key can’t both come from standard input."))
        }
    }

    func run() throws {
        let text = try MessageText.read(action).filter { !$0.isWhitespace }
        let signed: SignedDelegateAction
        do {
            signed = try SignedDelegateAction(base64: text)
        } catch {
            throw ValidationError(
                localized(
                    "%1$s is no signed delegate action: %2$s.", DisplayText.quotation(text, limit: 60), "\(error)"))
        }
        guard signed.verify() else {
            throw ValidationError(
                localized("The delegate action isn’t signed by its key: it was altered, or cut off. Sign it again."))
        }
        let request = TransactionRequest(receiverId: signed.delegateAction.senderId, actions: [.delegate(signed)])
        try sending.send("relay") { _ in request }
    }
}
