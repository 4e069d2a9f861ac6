// SPDX-License-Identifier: MIT

public import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

// MARK: - Typed verbs: keys of the program's own

/// Function-call keys whose secret half the program has, with any wallet.
extension NEARWalletManager {
    /// Signs in, and has the wallet add a function-call key of the program's own.
    ///
    /// A wallet that adds keys by itself does so with the sign-in: the keystore, phone wallets that grant
    /// `near_signIn`, and wallets whose manifest names the feature. Another phone wallet is asked for a transaction,
    /// as ``addFunctionCallKey(_:)`` does. Returns once the chain shows the key with exactly these rights; a key that
    /// was there before may have used up some of its allowance, and no phone is asked for it again.
    ///
    /// - Parameters:
    ///   - walletId: The wallet's id in the manifest; `nil` lets the user choose from the wallet list.
    ///   - functionCallKey: The contract, its methods, the allowance, and the key's public half.
    /// - Returns: The account, which is ``currentAccount`` now and is stored.
    /// - Throws: ``NEARError``; ``NEARError/invalidArgument(name:reason:)`` without a public key,
    ///   ``NEARError/signatureInvalid(reason:)`` where the chain shows no such key, or one with other rights,
    ///   ``NEARError/transactionUnknown(hash:)`` where the request was given up after the wallet had signed in,
    ///   ``NEARError/taskCancelled`` where the account or the network has changed before a phone is asked for a
    ///   transaction. Where the key alone is missing the account may be signed in all the same: look at
    ///   ``currentAccount``.
    public func signIn(
        walletId: String? = nil, functionCallKey: FunctionCallKeyRequest
    ) async throws(NEARError) -> NEARAccount {
        let publicKey = try Self.publicKey(of: functionCallKey)
        var parameters: JSONValue.Members = ["addFunctionCallKey": functionCallKey.json]
        if let walletId { parameters["walletId"] = .string(walletId) }
        let network = network
        let account: NEARAccount
        var (isSignedIn, isMissing) = (false, false)
        do {
            account = try await requests.performSignIn(.object(parameters), adding: functionCallKey) {
                (reply) throws(NEARError) in
                let account = try await self.finishSignIn(reply).account
                isSignedIn = true
                isMissing = try await !self.hasKey(publicKey, functionCallKey, of: account)
                return account
            }
        } catch {
            // A wallet that has signed in may have added the key, and named no transaction.
            let isGivenUp = isSignedIn && Self.isCancellation(error)
            throw isGivenUp ? requests.noted(.transactionUnknown(hash: nil)) : named(error, walletId)
        }
        guard isMissing else { return account }
        guard phone?.has(account.walletId) == true else {
            throw requests.noted(Self.error(.notAdded, of: publicKey))
        }
        // Another sign-in, or another network, may have come in between.
        guard currentAccount == account, self.network == network else { throw .taskCancelled }
        try await addFunctionCallKey(functionCallKey)
        return account
    }

    /// Adds a function-call key of the program's own to the signed-in account, by a transaction.
    ///
    /// It stands in the journal like every other one. Returns once the chain shows the key with exactly these rights.
    ///
    /// - Parameter request: The contract, its methods, the allowance, and the key's public half.
    /// - Throws: ``NEARError``; ``NEARError/invalidArgument(name:reason:)`` without a public key,
    ///   ``NEARError/signatureInvalid(reason:)`` where the chain shows no such key, or one with other rights,
    ///   ``NEARError/transactionUnknown(hash:)`` where the request was given up, or the account or the network has
    ///   changed, after the transaction was executed and before the chain has shown the key.
    public func addFunctionCallKey(_ request: FunctionCallKeyRequest) async throws(NEARError) {
        let publicKey = try Self.publicKey(of: request)
        let (signer, known, network) = (try account.signer(), currentAccount, network)
        let key = AddKeyAction(
            publicKey: publicKey, accessKey: AccessKey(nonce: 0, permission: .functionCall(request.permission)))
        let hash = try await signAndSendTransaction(receiverId: signer, actions: [.addKey(key)]).transactionHash
        // The nodes are those of the network that is set.
        guard currentAccount == known, self.network == network else {
            throw requests.noted(.transactionUnknown(hash: hash))
        }
        do throws(AddedKeyError) {
            try await verifier.awaitKey(publicKey, on: signer, request.permission)
        } catch {
            let error = Self.error(error, of: publicKey)
            throw requests.noted(Self.isCancellation(error) ? .transactionUnknown(hash: hash) : error)
        }
    }

    /// Asks the chain for the key of an account that has signed in.
    ///
    /// A phone has added it by then, or adds none; others may still be at it.
    private func hasKey(
        _ key: PublicKey, _ request: FunctionCallKeyRequest, of account: NEARAccount
    ) async throws(NEARError) -> Bool {
        let signer = try self.account.signer()
        do throws(AddedKeyError) {
            return try await verifier.hasKey(
                key, on: signer, request.permission, waits: phone?.has(account.walletId) != true)
        } catch {
            throw Self.error(error, of: key)
        }
    }

    private static func publicKey(of request: FunctionCallKeyRequest) throws(NEARError) -> PublicKey {
        guard let key = request.publicKey else {
            throw .invalidArgument(
                name: "functionCallKey",
                reason: localized("name the public half of a key of your own; only the keystore makes keys"))
        }
        return key
    }

    private static func isCancellation(_ error: NEARError) -> Bool {
        switch error {
        case .userCancelled, .taskCancelled: true
        default: false
        }
    }

    private static func error(_ error: AddedKeyError, of key: PublicKey) -> NEARError {
        switch error {
        case .notAdded: .signatureInvalid(reason: localized("%1$s was not added", "\(key)"))
        case .otherPermission:
            .signatureInvalid(reason: localized("%1$s was added with other rights than were asked for", "\(key)"))
        case .near(let error): error
        }
    }
}
