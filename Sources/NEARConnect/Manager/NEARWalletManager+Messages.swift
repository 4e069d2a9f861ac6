// SPDX-License-Identifier: MIT

public import Foundation
internal import NEARConnectCore
public import NEARPrimitives

extension NEARWalletManager {
    /// A signed NEP-413 message, as near-connect-ios returns it.
    public struct MessageSignResult: Sendable {
        /// The account that signed.
        public let accountId: String?
        /// Its key, as `ed25519:…`.
        public let publicKey: String?
        /// The signature in Base64.
        public let signature: String?
        /// The same, typed; its signature has been verified.
        public let signedMessage: SignedMessage
    }

    /// Signs a NEP-413 message with the signed-in account.
    ///
    /// - Parameters:
    ///   - message: The message, shown to the person by the wallet.
    ///   - recipient: Whom the message is for, for example the app's domain.
    ///   - nonce: 32 bytes that make the signature this app's only; random when `nil`.
    /// - Returns: The signed message. It has been verified for this message, recipient, nonce and account.
    /// - Throws: ``NEARError``; ``NEARError/signatureInvalid(reason:)`` when the wallet signed something else.
    public func signMessage(message: String, recipient: String, nonce: Data? = nil) async throws -> MessageSignResult {
        let signed = try await sign(message: message, recipient: recipient, nonce: nonce.map { [UInt8]($0) })
        return MessageSignResult(
            accountId: signed.accountId.text, publicKey: signed.publicKey.description,
            signature: Base64.encode(signed.signature.bytes), signedMessage: signed)
    }

    /// Signs a NEP-413 message with the signed-in account; ``signMessage(message:recipient:nonce:)`` with typed values.
    ///
    /// - Parameters:
    ///   - message: The message, shown to the person by the wallet.
    ///   - recipient: Whom the message is for.
    ///   - nonce: 32 bytes; random when `nil`.
    /// - Throws: ``NEARError``.
    public func sign(message: String, recipient: String, nonce: [UInt8]? = nil) async throws -> SignedMessage {
        let signer = try signedInAccount()
        let payload = try Self.payload(message: message, recipient: recipient, nonce: nonce)
        let parameters = Self.messageParameters(payload).merging(signerParameters()) { own, _ in own }
        return try await perform(.signMessage, .object(parameters)) { reply in
            guard case .messageResult(let signed) = reply else { throw reply.unexpected }
            return try await self.verifier.message(signed, for: payload, of: signer)
        }
    }

    /// Who signs, and with which wallet, for the parameters of a request: the page may not choose.
    func signerParameters() -> JSONValue.Members {
        guard let account = currentAccount else { return [:] }
        return ["signerId": .string(account.accountId), "walletId": .string(account.walletId)]
    }

    /// The account that is signed in.
    ///
    /// - Throws: ``NEARError/notSignedIn``.
    func signedInAccount() throws(NEARError) -> AccountId {
        guard let account = currentAccount else { throw .notSignedIn }
        do {
            return try AccountId(account.accountId)
        } catch {
            throw .notSignedIn  // Accounts are checked when they sign in and when they are read from disk.
        }
    }

    static func payload(message: String, recipient: String, nonce: [UInt8]?) throws(NEARError) -> NEP413Payload {
        guard !recipient.isEmpty else {
            throw .invalidArgument(
                name: "recipient", reason: "name whom the message is for, for example the app's domain")
        }
        do {
            return try NEP413Payload(message: message, nonce: nonce ?? randomNonce(), recipient: recipient)
        } catch {
            throw .invalidArgument(name: "nonce", reason: "\(error)")
        }
    }

    private static func randomNonce() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    static func messageParameters(_ payload: NEP413Payload) -> JSONValue.Members {
        [
            "message": .string(payload.message.text), "recipient": .string(payload.recipient.text),
            "nonce": .string(Base64.encode(payload.nonce)),
        ]
    }
}
