// SPDX-License-Identifier: MIT

public import Foundation
internal import Logging
public import NEARConnectCore
public import NEARPrimitives

extension NEARWalletManager {
    /// An account and the message that was signed together with its sign-in.
    public struct SignInWithMessageResult: Sendable {
        /// The account.
        public let account: NEARAccount
        /// The signed message as JSON `{accountId, publicKey, signature}`, as wallets write it.
        public let signedMessage: String?
        /// The same, typed; its signature has been verified.
        public let verifiedMessage: SignedMessage?
    }

    // MARK: near-connect-ios

    /// Opens the wallet list and signs in with the wallet that the person chooses. The result shows in ``currentAccount``, a
    /// failure in ``lastError``.
    public func connect() {
        begin(nil)
    }

    /// Signs in with one wallet. The result shows in ``currentAccount``, a failure in ``lastError``.
    ///
    /// - Parameter walletId: The wallet's id in the manifest, for example `near-connect-keystore`.
    public func connect(walletId: String) {
        begin(walletId)
    }

    /// Signs out. The account is forgotten even when the wallet doesn't answer; a failure shows in ``lastError``.
    public func disconnect() {
        Task { [weak self] in
            do {
                try await self?.signOut()
            } catch {
                _ = self?.note(error)
            }
        }
    }

    /// Signs in and signs a NEP-413 message in one step, with the wallet that the person chooses.
    ///
    /// - Parameters:
    ///   - message: The message, shown to the person by the wallet.
    ///   - recipient: Whom the message is for, for example the app's domain.
    ///   - nonce: 32 bytes that make the signature this app's only; random when `nil`.
    /// - Throws: ``NEARError``.
    public func connectAndSignMessage(
        message: String, recipient: String, nonce: Data? = nil
    ) async throws -> SignInWithMessageResult {
        try await signInAndSignMessage(message: message, recipient: recipient, nonce: nonce.map { [UInt8]($0) })
    }

    // MARK: Typed

    /// Signs in.
    ///
    /// - Parameters:
    ///   - walletId: The wallet's id in the manifest; `nil` lets the person choose from the wallet list.
    /// - Returns: The account, which is ``currentAccount`` now and is stored.
    /// - Throws: ``NEARError``: ``NEARError/unknownWallet(id:)``, ``NEARError/userCancelled`` and the others.
    public func signIn(walletId: String? = nil) async throws -> NEARAccount {
        do {
            return try await perform(.signIn, Self.signInParameters(walletId)) { reply in
                try await self.finishSignIn(reply).account
            }
        } catch NEARError.unknownWallet {
            throw note(unknownWallet(walletId))
        }
    }

    /// Signs in and signs a NEP-413 message in one step.
    ///
    /// - Parameters:
    ///   - walletId: The wallet's id in the manifest; `nil` lets the person choose.
    ///   - message: The message, shown to the person by the wallet.
    ///   - recipient: Whom the message is for.
    ///   - nonce: 32 bytes; random when `nil`.
    /// - Returns: The account and the verified message.
    /// - Throws: ``NEARError``; ``NEARError/signatureInvalid(reason:)`` when the wallet signed something else.
    public func signInAndSignMessage(
        walletId: String? = nil, message: String, recipient: String, nonce: [UInt8]? = nil
    ) async throws -> SignInWithMessageResult {
        let payload = try Self.payload(message: message, recipient: recipient, nonce: nonce)
        var parameters = Self.messageParameters(payload)
        if let walletId { parameters["walletId"] = .string(walletId) }
        do {
            return try await perform(.signInAndSignMessage, .object(parameters)) { reply in
                try await self.finishSignIn(reply, signed: payload)
            }
        } catch NEARError.unknownWallet {
            throw note(unknownWallet(walletId))
        }
    }

    /// Signs out: forgets the account, here and on disk, and then tells the wallet, for as long as the configuration's deadline for it.
    ///
    /// - Throws: ``NEARError`` when the wallet could not be told; the account is forgotten all the same, except with
    ///   ``NEARError/operationInProgress``. ``NEARError/storage(reason:)`` when the stored account could not be removed.
    public func signOut() async throws {
        guard !isBusy else { throw NEARError.operationInProgress }
        let parameters = signerParameters()
        try forgetAccount()
        try await perform(.signOut, .object(parameters), deadline: configuration.deadlines.signOut) { reply in
            guard case .signedOut = reply else { throw reply.unexpected }
        }
    }

    /// The wallets that the connector offers on the network that is set. Waits for the bridge.
    ///
    /// - Throws: ``NEARError``.
    public func wallets() async throws -> [WalletInfo] {
        try await perform(.wallets, .object([:])) { reply in
            guard case .walletList(let wallets) = reply else { throw reply.unexpected }
            return wallets
        }
    }

    // MARK: Steps

    private static func signInParameters(_ walletId: String?) -> JSONValue {
        .object(walletId.map { ["walletId": .string($0)] } ?? [:])
    }

    /// Starts a sign-in that nobody waits for. The task doesn't keep the manager alive while the wallet works.
    private func begin(_ walletId: String?) {
        let pending: PendingRequest
        do {
            pending = try start(.signIn, Self.signInParameters(walletId))
        } catch {
            _ = note(error)
            lastError = error.errorDescription
            return
        }
        showWalletUI = true
        Task { [weak self] in
            do {
                let reply = try await pending.reply()
                guard let self else { return }
                _ = try await self.verify(pending) { try await self.finishSignIn(reply) }
            } catch NEARError.unknownWallet {
                if let self { _ = self.note(self.unknownWallet(walletId)) }
            } catch {
                _ = self?.note(error)
            }
        }
    }

    /// Checks what a wallet answered to a sign-in, and keeps the account. When the answer is refused, the page goes back to the wallet
    /// that was connected before: what is signed next must not go to the one that was refused.
    private func finishSignIn(
        _ reply: BridgeMessage.Reply, signed payload: NEP413Payload? = nil
    ) async throws -> SignInWithMessageResult {
        let started = generation
        do {
            let checked = try await verifier.signIn(reply, signing: payload)
            let result = SignInWithMessageResult(
                account: checked.account, signedMessage: try checked.message.map(Self.text),
                verifiedMessage: checked.message)
            guard generation == started else { throw NEARError.bridgeReloaded }
            try keep(result.account)
            return result
        } catch {
            if generation == started { goBackToConnectedWallet() }
            throw error
        }
    }

    private func goBackToConnectedWallet() {
        let walletId = currentAccount.map { JSONValue.string($0.walletId) } ?? .null
        Task { [weak self] in
            do {
                try await self?.perform(.select, ["walletId": walletId]) { _ in }
            } catch {
                self?.logger.error("the page kept a wallet that was refused", metadata: Redaction.error(error))
                self?.reloadBridge()
            }
        }
    }

    private static func text(of message: SignedMessage) throws -> String {
        String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
    }
}
