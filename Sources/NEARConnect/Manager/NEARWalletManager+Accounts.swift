// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Logging
public import NEARConnectCore
public import NEARPrimitives
internal import SafeText

// MARK: - Typed verbs: accounts and messages

/// Signing in and out, the session, and messages.
extension NEARWalletManager {
    /// Waits until the bridge page has announced itself.
    ///
    /// Operations do so by themselves; this is for a program that wants to know.
    ///
    /// - Throws: ``NEARError/webViewNotReady``, ``NEARError/bridgeUnavailable(reason:)`` and the others.
    public func ready() async throws(NEARError) {
        try await requests.perform(.ready, .null, deadline: configuration.deadlines.ready) { _ throws(NEARError) in }
    }

    /// Returns the wallets that the connector offers on the network that is set.
    ///
    /// Waits for the bridge.
    ///
    /// - Throws: ``NEARError``.
    public func wallets() async throws(NEARError) -> [WalletInfo] {
        try await requests.perform(.wallets, .object([:])) { (reply) throws(NEARError) in
            guard case .walletList(let wallets) = reply else { throw reply.unexpected }
            return wallets
        }
    }

    /// Signs in.
    ///
    /// - Parameters:
    ///   - walletId: The wallet's id in the manifest; `nil` lets the user choose from the wallet list.
    /// - Returns: The account, which is ``currentAccount`` now and is stored.
    /// - Throws: ``NEARError/unknownWallet(id:)``, ``NEARError/userCancelled`` and the others.
    public func signIn(walletId: String? = nil) async throws(NEARError) -> NEARAccount {
        do {
            return try await requests.perform(.signIn, Self.signInParameters(walletId)) { (reply) throws(NEARError) in
                try await self.finishSignIn(reply).account
            }
        } catch {
            throw named(error, walletId)
        }
    }

    /// Signs in with the keystore and adds a function-call key, with which this app's calls need no question.
    ///
    /// The user, or the policy, approves sign-in and key together. The keystore makes the key and has it for as long as
    /// the configuration's ``Keystore`` lives; only requests of the same origin are signed with it. What it doesn't
    /// cover, and what its allowance might not pay for, is signed by the account's own key, after a question.
    ///
    /// - Parameter functionCallKey: The contract, its methods, and the allowance.
    /// - Returns: The account, which is ``currentAccount`` now and is stored.
    /// - Throws: ``NEARError``; ``NEARError/transactionUnknown(hash:)`` when the key may or may not have been added.
    public func signInWithKeystore(
        functionCallKey: FunctionCallKeyRequest
    ) async throws(NEARError) -> NEARAccount {
        let parameters: JSONValue = [
            "walletId": .string(KeystoreService.walletId), "addFunctionCallKey": functionCallKey.json,
        ]
        return try await requests.performSignIn(parameters, adding: functionCallKey) { (reply) throws(NEARError) in
            try await self.finishSignIn(reply).account
        }
    }

    /// Signs in and signs a NEP-413 message in one step.
    ///
    /// - Parameters:
    ///   - walletId: The wallet's id in the manifest; `nil` lets the user choose.
    ///   - message: The message, shown to the user by the wallet.
    ///   - recipient: The one whom the message is for.
    ///   - nonce: 32 bytes; random when `nil`.
    /// - Returns: The account and the verified message.
    /// - Throws: ``NEARError``; ``NEARError/signatureInvalid(reason:)`` when the wallet signed something else.
    public func signInAndSignMessage(
        walletId: String? = nil, message: String, recipient: String, nonce: [UInt8]? = nil
    ) async throws(NEARError) -> SignInWithMessageResult {
        let payload = try Self.payload(message: message, recipient: recipient, nonce: nonce)
        var parameters = Self.messageParameters(payload)
        if let walletId { parameters["walletId"] = .string(walletId) }
        do {
            return try await requests.perform(.signInAndSignMessage, .object(parameters), signing: payload) {
                (reply) throws(NEARError) in try await self.finishSignIn(reply, signing: payload)
            }
        } catch {
            throw named(error, walletId)
        }
    }

    /// Signs out: forgets the account, here and on disk, and then tells the wallet.
    ///
    /// The wallet has the configuration's deadline for it.
    ///
    /// - Throws: ``NEARError`` when the wallet could not be told; the account is forgotten all the same, except with
    ///   ``NEARError/operationInProgress``. ``NEARError/storage(reason:)`` when the stored account could not be
    ///   removed.
    public func signOut() async throws(NEARError) {
        guard !isBusy else { throw .operationInProgress }
        let parameters = account.requestParameters
        try forgetAccount()
        let deadline = configuration.deadlines.signOut
        try await requests.perform(.signOut, .object(parameters), deadline: deadline) { (reply) throws(NEARError) in
            guard case .signedOut = reply else { throw reply.unexpected }
        }
    }

    /// Compares the stored account with what the wallet says and, when a node answers, with the access key on chain.
    ///
    /// The manager does so by itself when the page is ready and the account comes from disk. Call it again whenever the
    /// truth may have changed, for example when the network is back.
    ///
    /// - Returns: The state of ``session`` now. The stored account itself is not changed: a user may sign in again or
    ///   sign out.
    /// - Throws: ``NEARError`` when the bridge can't be asked; then ``session`` stays what it was.
    @discardableResult
    public func checkSession() async throws(NEARError) -> SessionState {
        do {
            return try await compareSession()
        } catch {
            throw requests.noted(error)
        }
    }

    /// Signs a NEP-413 message with the signed-in account.
    ///
    /// - Parameters:
    ///   - message: The message, shown to the user by the wallet.
    ///   - recipient: The one whom the message is for, for example the app's domain.
    ///   - nonce: 32 bytes that make the signature this app's only; random when `nil`.
    /// - Returns: The signed message. It has been verified for this message, recipient, nonce and account.
    /// - Throws: ``NEARError``; ``NEARError/signatureInvalid(reason:)`` when the wallet signed something else.
    public func sign(
        message: String, recipient: String, nonce: [UInt8]? = nil
    ) async throws(NEARError) -> SignedMessage {
        let signer = try account.signer()
        let payload = try Self.payload(message: message, recipient: recipient, nonce: nonce)
        let parameters = Self.messageParameters(payload).merging(account.requestParameters) { own, _ in own }
        return try await requests.perform(.signMessage, .object(parameters), signing: payload) {
            (reply) throws(NEARError) in
            guard case .messageResult(let signed) = reply else { throw reply.unexpected }
            return try await self.verifier.message(signed, for: payload, of: signer)
        }
    }

    // MARK: Steps

    /// Verifies what a wallet answered to a sign-in, and keeps the account.
    ///
    /// When the answer is refused, the page goes back to the wallet that was connected before: what is signed next must
    /// not go to the one that was refused.
    func finishSignIn(
        _ reply: BridgeMessage.Reply, signing payload: NEP413Payload? = nil
    ) async throws(NEARError) -> SignInWithMessageResult {
        let turn = account.turn
        do throws(NEARError) {
            let signedIn = try await verifier.signIn(reply, signing: payload)
            let result = try SignInWithMessageResult(
                account: signedIn.account, verifiedMessage: signedIn.message)
            guard account.turn == turn else { throw .taskCancelled }  // Who gave the check up says why.
            try account.keep(result.account)
            phone?.keep(result.account)
            return result
        } catch {
            phone?.dropCandidate()
            if account.turn == turn { goBackToConnectedWallet() }
            throw error
        }
    }

    private func goBackToConnectedWallet() {
        // Of phone wallets the page knows nothing.
        let walletId = currentAccount.flatMap { phone?.has($0.walletId) == true ? nil : JSONValue.string($0.walletId) }
        guard bridge.unavailableReason == nil else { return }
        Task { [weak self] in
            do throws(NEARError) {
                try await self?.requests.perform(.select, ["walletId": walletId ?? .null]) { _ throws(NEARError) in }
            } catch {
                self?.logger.error("the page kept a wallet that was refused", metadata: Redaction.error(error))
                self?.reloadBridge()
            }
        }
    }

    /// Forgets the signed-in account, and says in ``lastError`` when it could not be removed from disk.
    func forgetAccount() throws(NEARError) {
        do {
            try account.forget()
        } catch {
            lastError = error.errorDescription
            throw error
        }
    }

    /// Does ``checkSession()`` without a word in ``lastError``.
    func compareSession() async throws(NEARError) -> SessionState {
        guard let known = currentAccount else { return session }
        guard !Task.isCancelled else { throw .taskCancelled }
        if phone?.has(known.walletId) == true { return try await comparePhoneSession(of: known) }
        if let reason = bridge.wallets.reasonToWait(for: known.walletId) {
            account.becomeStale(reason)
            return session
        }
        let pending = try requests.start(.accounts, .object([:]))
        let reply = try await requests.ending(pending) { (reply) throws(NEARError) in reply }
        return try await account.compare(known, with: reply, verifiedBy: verifier)
    }

    /// Returns the error for a wallet that the page doesn't offer, with the reason where it is known.
    func named(_ error: NEARError, _ walletId: String?) -> NEARError {
        guard case .unknownWallet = error else { return error }
        let id = walletId ?? ""
        return requests.noted(walletLoader.reasonAgainst(id).map(NEARError.walletError) ?? .unknownWallet(id: id))
    }

    private static func signInParameters(_ walletId: String?) -> JSONValue {
        .object(walletId.map { ["walletId": .string($0)] } ?? [:])
    }

    static func payload(
        message: String, recipient: String, nonce: [UInt8]?
    ) throws(NEARError) -> NEP413Payload {
        guard !recipient.isEmpty else {
            throw .invalidArgument(
                name: "recipient", reason: localized("name whom the message is for, for example the app’s domain"))
        }
        do {
            return try NEP413Payload(
                message: message, nonce: nonce ?? NEP413Payload.randomNonce(), recipient: recipient)
        } catch {
            throw .invalidArgument(name: "nonce", reason: "\(error)")
        }
    }

    static func messageParameters(_ payload: NEP413Payload) -> JSONValue.Members {
        [
            "message": .string(payload.message.text), "recipient": .string(payload.recipient.text),
            "nonce": .string(Base64.encode(payload.nonce)),
        ]
    }
}
