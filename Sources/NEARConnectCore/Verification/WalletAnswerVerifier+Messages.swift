// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import NEARPrimitives
internal import SafeText

/// Signed NEP-413 messages.
extension WalletAnswerVerifier {
    /// Verifies a wallet's signed message: against what was to be signed, and its key against the chain.
    ///
    /// - Parameters:
    ///   - answer: The signed message as the wallet wrote it.
    ///   - payload: The message that was to be signed.
    ///   - signer: The account that was to sign.
    /// - Throws: ``NEARError/signatureInvalid(reason:)``, ``NEARError/wrongChain(_:)``, ``NEARError/taskCancelled``.
    package func message(
        _ answer: JSONValue, for payload: NEP413Payload, of signer: AccountId
    ) async throws(NEARError) -> SignedMessage {
        let message = try verified(answer, for: payload, of: signer)
        try await confirm(message.publicKey, of: signer)
        return message
    }

    /// Reads a signed message and verifies its signature.
    ///
    /// Fields that a wallet adds without having signed them, such as a `state` that nobody gave it, are left out.
    func verified(
        _ answer: JSONValue, for payload: NEP413Payload, of signer: AccountId
    ) throws(NEARError) -> SignedMessage {
        let message: SignedMessage
        do {
            message = try JSONDecoder().decode(SignedMessage.self, from: Data(answer.bytes))
        } catch {
            throw .signatureInvalid(reason: localized("the wallet’s answer can’t be read: %1$s", "\(error)"))
        }
        do {
            try message.verify(payload, expectedAccount: signer)
        } catch {
            guard case .signatureInvalid = error, let address = callbackAddress(in: message, for: payload) else {
                throw .signatureInvalid(reason: "\(error)")
            }
            throw .signatureInvalid(
                reason: localized(
                    "the wallet signed the callback address %1$s as well, which nobody asked for: no server can verify that",
                    address))
        }
        return SignedMessage(
            accountId: message.accountId, publicKey: message.publicKey, signature: message.signature)
    }

    /// Returns the callback address that a wallet signed although there is none.
    ///
    /// Web wallets take the page's own for it.
    private func callbackAddress(in message: SignedMessage, for payload: NEP413Payload) -> String? {
        [origin.baseURI, origin.origin].first { address in
            do {
                let signed = try NEP413Payload(
                    message: payload.message.text, nonce: payload.nonce, recipient: payload.recipient.text,
                    callbackUrl: address)
                try message.verify(signed)
                return true
            } catch {
                return false
            }
        }
    }
}
