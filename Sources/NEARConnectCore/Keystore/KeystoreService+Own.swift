// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Requests of this process that no wallet's page has words for.
extension KeystoreService {
    /// Has transactions approved and signs them.
    ///
    /// - Throws: ``HostCallError``.
    func signTransactions(
        _ intents: [TransactionRequest], in request: RequestID
    ) async throws(HostCallError) -> [SignedTransaction] {
        try await sign(intents, for: try ownCall(request))
    }

    /// Has delegate actions approved and signs them, as above.
    func signDelegateActions(
        _ intents: [TransactionRequest], in request: RequestID
    ) async throws(HostCallError) -> [SignedDelegateAction] {
        try await signDelegateActions(intents, for: try ownCall(request))
    }

    /// Has a message approved and signs it, as above.
    func signMessage(_ payload: NEP413Payload, in request: RequestID) async throws(HostCallError) -> JSONValue {
        let call = try ownCall(request)
        return try await sign(payload, by: try approvedSigner(of: payload, for: call), for: call)
    }

    /// Has a transaction approved whose nonce and block somebody else has chosen, and signs it.
    ///
    /// It has to be for the account's own key, and its block has to be one of the chain's.
    ///
    /// - Throws: ``HostCallError``.
    func sign(_ transaction: Transaction, in request: RequestID) async throws(HostCallError) -> SignedTransaction {
        let call = try ownCall(request)
        let signer = try call.signer(keystore)
        guard transaction.signerId == signer.account, transaction.publicKey == signer.key else {
            throw .rejected(
                localized("the transaction is for another key than the one that signs for %1$s", signer.account.text))
        }
        _ = await call.host.identifyChain()
        let height: UInt64
        do {
            height = try await call.client().block(.hash(transaction.blockHash)).header.height
        } catch let error as HostCallError {
            throw error
        } catch {
            throw .rejected(localized("the block that the transaction names can’t be found: %1$s", "\(error)"))
        }
        try await call.requireOwnBlock(transaction.blockHash)
        let intent = TransactionRequest(receiverId: transaction.receiverId, actions: transaction.actions)
        try await call.approved(.transactions([intent], signerId: signer.account), by: [signer])
        guard call.isOpen else { throw .cancelled }
        let signature = try await call.signature(of: .transaction(transaction), by: signer)
        keystore.nonces.note(transaction.nonce.value, of: signer.key, on: call.network)
        let key = JournalSignature.SignedNonce(
            publicKey: signer.key.handle, nonce: transaction.nonce.value, height: height)
        try await call.note([JournalSignature(part: 0, hash: transaction.hash, key: key)])
        return SignedTransaction(transaction: transaction, signature: signature)
    }

    /// The choice of a sign-in, and what was signed with it.
    struct SignIn {
        /// The accounts that were chosen, the one that signs first.
        let signers: [KeystoreSigner]
        /// The transaction that adds a key, and the key.
        var adding: (transaction: SignedTransaction, key: PublicKey)?
        /// The message's answer.
        var message: JSONValue?
    }

    /// Has accounts chosen, and signs what is wanted with the first.
    ///
    /// - Parameters:
    ///   - account: The only one to choose; `nil` for all.
    ///   - key: The function-call key to add; its transaction is signed, and the caller sends it.
    ///   - payload: The message to sign with the account's key, in the same question.
    ///   - request: The request.
    /// - Throws: ``HostCallError``.
    func signIn(
        as account: AccountId?, adding key: FunctionCallKeyRequest?, message payload: NEP413Payload?,
        in request: RequestID
    ) async throws(HostCallError) -> SignIn {
        let call = try ownCall(request)
        switch (key, payload) {
        case (nil, nil):
            return SignIn(signers: try await chooseAccounts(call, only: account) { .signIn(candidates: $0) })
        case (let key?, nil):
            let (signer, transaction, key) = try await addKey(key, for: call, to: account)
            return SignIn(signers: [signer], adding: (transaction, key))
        case (nil, let payload?):
            let signer = try await chooseAccount(call, only: account) {
                .signInAndSignMessage(candidates: $0, message: payload.message, recipient: payload.recipient)
            }
            return SignIn(signers: [signer], message: try await sign(payload, by: signer, for: call))
        case (.some, .some):
            throw .rejected(localized("this wallet adds a key with a plain sign-in only, not with a message"))
        }
    }

    private func ownCall(_ request: RequestID) throws(HostCallError) -> KeystoreCall {
        guard let host else { throw .rejected(localized("the program has closed the keystore")) }
        return try KeystoreCall(["network": .string(host.networkId)], in: request, host: host)
    }
}
