// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Signs a NEP-413 message.
struct SignMessageCommand: SigningCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-message", abstract: localized("Sign a message (NEP-413), which proves who you are."),
        discussion: localized(
            "Nothing is sent to the chain. With --json the output is what “verify-message” takes. Whoever the recipient is can sign in as you with it."
        ))

    @Argument(help: help("The message; @FILE for a file’s text, - for standard input."))
    var message: String

    @Option(help: help("The one for whom it is, for example a website’s name."), transform: { ExactText($0) })
    var recipient: ExactText

    @Option(
        help: help("32 bytes in Base64 that the recipient has given; random ones by default.", valueName: "base64"),
        transform: { try Self.readNonce($0) })
    var nonce: [UInt8]?

    @OptionGroup var signing: SigningOptions

    func validate() throws {
        guard !recipient.text.isEmpty else { throw ValidationError(localized("Name the recipient.")) }
        guard message != "-" || signing.key != "-" else {
            throw ValidationError(localized("The message and the key can’t both come from standard input."))
        }
    }

    func run() throws {
        let text = try MessageText.read(message)
        let payload = try ChainOptions.asUsage {
            try NEP413Payload(message: text, nonce: nonce ?? NEP413Payload.randomNonce(), recipient: recipient.text)
        }
        guard !signing.dryRun else { return try signing.preview("sign-message") { _ in .message(payload) } }
        try signing.perform("sign-message") { wallet in
            let signed = try await wallet.signMessage(payload)
            var answer = ChainAnswer()
            answer.row(localized("account"), signed.accountId.text)
            answer.row(localized("key"), "\(signed.publicKey)")
            answer.row(localized("recipient"), payload.recipient.text)
            answer.row(localized("nonce"), Base64.encode(payload.nonce))
            answer.row(localized("signature"), Base64.encode(signed.signature.bytes))
            answer.fields = [
                "accountId": .string(signed.accountId.text), "publicKey": .string("\(signed.publicKey)"),
                "signature": .string(Base64.encode(signed.signature.bytes)), "message": .string(payload.message.text),
                "nonce": .string(Base64.encode(payload.nonce)), "recipient": .string(payload.recipient.text),
            ]
            return answer
        }
    }

    private static func readNonce(_ text: String) throws -> [UInt8] {
        guard let nonce = Base64.decode(text), nonce.count == NEP413Payload.nonceByteCount else {
            throw ValidationError(
                localized("%1$s is no nonce. Write 32 bytes in Base64.", DisplayText.quotation(text, limit: 60)))
        }
        return nonce
    }
}
