// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import SafeText

/// Checks a signed NEP-413 message.
struct VerifyMessageCommand: ChainCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify-message",
        abstract: localized("Check a signed message (NEP-413), and its key on the chain."),
        discussion: localized(
            "Exit code 0 means that the account’s full-access key has signed exactly this message for this recipient. Without --recipient and --nonce those of the message count: anybody can have taken it from another place."
        ))

    @Argument(
        help: help(
            "The signed message as “sign-message --json” prints it; @FILE for a file’s, - for standard input.",
            valueName: "json"))
    var message: String

    @Option(help: help("The recipient that it has to name."), transform: { ExactText($0) })
    var recipient: ExactText?

    @Option(help: help("The nonce that it has to have, in Base64.", valueName: "base64"))
    var nonce: String?

    @Option(help: BlockChoice.finalityHelp, transform: { try BlockChoice.readFinality($0) })
    var finality: Finality?

    @OptionGroup var chain: ChainOptions

    func run() throws {
        let document = try SignedMessageText(message).read()
        let (signed, payload) = (document.message, document.payload)
        if let recipient, recipient != payload.recipient {
            throw NEARError.signatureInvalid(
                reason: localized(
                    "the message is for %1$s, not for %2$s", DisplayText.quotation(payload.recipient.text, limit: 60),
                    DisplayText.quotation(recipient.text, limit: 60)))
        }
        if let nonce, Base64.decode(nonce) != payload.nonce {
            throw NEARError.signatureInvalid(reason: localized("the message has another nonce: it may be an old one"))
        }
        let state = BlockReference.finality(finality ?? .final)
        try chain.perform("verify-message") { client in
            do throws(NEP413Error) {
                try signed.verify(payload)
            } catch {
                throw NEARError.signatureInvalid(reason: "\(error)")
            }
            try await document.confirmKey(at: state, by: client)
            var answer = ChainAnswer()
            answer.row(localized("account"), signed.accountId.text)
            answer.row(localized("key"), "\(signed.publicKey)")
            answer.row(localized("recipient"), payload.recipient.text)
            answer.row(localized("signature"), localized("valid"))
            answer.fields = [
                "accountId": .string(signed.accountId.text), "publicKey": .string("\(signed.publicKey)"),
                "recipient": .string(payload.recipient.text), "valid": true,
            ]
            return answer
        }
    }
}
