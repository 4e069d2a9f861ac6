// SPDX-License-Identifier: MIT

public import Foundation
internal import Logging
internal import NEARConnectCore
public import NEARPrimitives
internal import NEARRPC

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
            guard case .messageResult(let signed) = reply else { throw Self.unexpected(reply) }
            let message = try self.verified(signed, payload, signer: signer)
            try await self.confirm(message.publicKey, of: signer)
            return message
        }
    }

    /// Asks the chain whether `key` is a full-access key of `accountId`: without that, anybody could sign in as anybody. When no
    /// node answers, the signature stands alone and the log says so.
    ///
    /// - Throws: ``NEARError/signatureInvalid(reason:)``, ``NEARError/wrongChain(_:)``.
    func confirm(_ key: PublicKey, of accountId: AccountId) async throws(NEARError) {
        try await checkChain()
        do {
            // A wallet may have made the account, or added the key, a moment ago: that isn't in a final block yet.
            let found = try await client().viewAccessKey(key, of: accountId, at: .optimistic, deadline: lookUpPatience)
            guard found.value.permission.isFullAccess else {
                throw NEARError.signatureInvalid(
                    reason: "\(key) is a function-call key of \(accountId); it signs no messages")
            }
        } catch let error as NEARError {
            throw error
        } catch let error as RPCError where error.saysThatKeyIsGone {
            // An implicit account needs no access key on chain before it is used for the first time.
            guard await isUnused(accountId, key) else {
                throw .signatureInvalid(reason: "\(key) is not a key of \(accountId)")
            }
        } catch RPCError.cancelled {
            throw .taskCancelled
        } catch {
            logger.notice("a message's key could not be looked up on chain", metadata: Redaction.error(error))
        }
    }

    /// Whether the account is `key`'s own and nobody has sent it anything yet: then its owner can sign, and the chain knows neither. Once it is
    /// on chain its keys can be removed like any other's.
    func isUnused(_ accountId: AccountId, _ key: PublicKey) async -> Bool {
        guard key.implicitAccountId == accountId else { return false }
        do {
            _ = try await client().viewAccount(accountId, deadline: lookUpPatience)
            return false
        } catch let error as RPCError {
            guard case .unknownAccount = error.cause else { return false }
            return true
        } catch {
            return false
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

    /// Reads a wallet's signed message and verifies that it is what was asked for. What a wallet adds to it without having signed it, a
    /// `state` that nobody gave it, is left out.
    func verified(
        _ value: JSONValue, _ payload: NEP413Payload, signer: AccountId
    ) throws(NEARError) -> SignedMessage {
        let message: SignedMessage
        do {
            message = try JSONDecoder().decode(SignedMessage.self, from: Data(value.bytes))
        } catch {
            throw .signatureInvalid(reason: "the wallet's answer can't be read: \(error)")
        }
        do {
            try message.verify(payload, expectedAccount: signer)
        } catch {
            guard case .signatureInvalid = error, let address = callbackAddress(message, payload) else {
                throw .signatureInvalid(reason: "\(error)")
            }
            throw .signatureInvalid(
                reason:
                    "the wallet signed the callback address \(address) as well, which nobody asked for: no server can verify that"
            )
        }
        return SignedMessage(
            accountId: message.accountId, publicKey: message.publicKey, signature: message.signature)
    }

    /// The callback address that a wallet signed although there is none. Web wallets take the page's own for it.
    private func callbackAddress(_ message: SignedMessage, _ payload: NEP413Payload) -> String? {
        let origin = configuration.origin
        return [origin.baseURI, origin.origin].first { address in
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
