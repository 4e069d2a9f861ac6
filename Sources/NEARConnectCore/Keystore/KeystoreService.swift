// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Answers the keystore wallet's calls: reads what is needed from the chain, has it approved, signs.
@MainActor
package final class KeystoreService {
    /// The name by which the page addresses this service.
    package static let name = "keystore"
    /// The packaged wallet that may use it.
    package nonisolated static let walletId = PackagedWallet.keystore
    /// The blocks for which a delegate action is valid: about two minutes on the public networks, as wallets commonly
    /// give.
    static let delegateActionBlocks: UInt64 = 200

    /// The requests for which each method may be called; a method that isn't here may be called for any.
    ///
    /// Whatever runs in the wallet's frame can't use one request to have something else approved.
    private static let kinds: [String: Set<RequestKind>] = [
        "signIn": [.signIn], "signInAndSignMessage": [.signInAndSignMessage], "signMessage": [.signMessage],
        "signTransactions": [.signAndSendTransaction, .signAndSendTransactions],
        "signDelegateActions": [.signDelegateActions], "signOut": [.signOut],
    ]

    let keystore: Keystore
    /// The owner of the requests.
    ///
    /// Held weakly: it owns this service.
    weak var host: (any KeystoreHost)?
    /// The account of a sign-in whose reply is still on its way, and its request.
    var signingIn: (account: AccountId, request: RequestID)?

    /// Prepares to sign with the keys of `keystore` for the requests of `host`.
    package init(keystore: Keystore, host: any KeystoreHost) {
        self.keystore = keystore
        self.host = host
    }

    /// Answers one call.
    ///
    /// - Throws: ``HostCallError``; ``HostCallError/cancelled`` as soon as nobody waits for the call's request any
    ///   more.
    package func answer(_ asked: BridgeMessage.HostCall) async throws(HostCallError) -> JSONValue {
        guard let host else { throw .rejected(localized("the program has closed the keystore")) }
        let call = try KeystoreCall(asked.params, in: asked.requestId, host: host)
        if let kinds = Self.kinds[asked.method], let kind = host.kind(of: asked.requestId), !kinds.contains(kind) {
            throw .rejected(localized("nobody asked for %1$s", "\(asked.method)"))
        }
        guard call.network.hasSameBytes(as: host.networkId) else {
            throw .invalid(
                localized("the wallet was asked for %1$s but works on %2$s", "\(call.network)", "\(host.networkId)"))
        }
        switch asked.method {
        case "accounts": return accounts(call)
        case "signIn": return try await signIn(call)
        case "signInAndSignMessage": return try await signInAndSignMessage(call)
        case "signMessage": return try await signMessage(call)
        case "signTransactions": return try await signTransactions(call)
        case "signDelegateActions": return try await signDelegateActions(call)
        case "signOut":
            // The keys stay on the account, and nobody has them any more.
            keystore.functionCallKeys.forget(asker: call.asker, network: call.network)
            return .object([:])
        default: throw .invalid(localized("the keystore has no method %1$s", "\(asked.method)"))
        }
    }

    // MARK: Accounts

    private func accounts(_ call: KeystoreCall) -> JSONValue {
        let account =
            signingIn.flatMap { $0.request == call.request ? $0.account : nil } ?? call.host.keystoreAccount
        guard let account, let signer = keystore.keystoreSigner(of: account, on: call.network) else {
            return ["accounts": []]
        }
        return ["accounts": .array([describe(signer)])]
    }

    func describe(_ signer: KeystoreSigner) -> JSONValue {
        ["accountId": .string(signer.account.text), "publicKey": .string(signer.key.description)]
    }

    private func signIn(_ call: KeystoreCall) async throws(HostCallError) -> JSONValue {
        if let wanted = try call.functionCallKey() { return try await signIn(call, adding: wanted) }
        let signer = try await chooseAccount(call) { .signIn(candidates: $0) }
        signingIn = (signer.account, call.request)
        return ["accounts": .array([describe(signer)])]
    }

    /// Has an account chosen.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - account: The only one to choose; `nil` for all.
    ///   - subject: The operation, with those to choose from.
    func chooseAccount(
        _ call: KeystoreCall, only account: AccountId? = nil,
        _ subject: ([AccountId]) -> ApprovalRequest.Subject
    ) async throws(HostCallError) -> KeystoreSigner {
        guard let first = try await chooseAccounts(call, only: account, subject).first else {
            throw .rejected(localized("no account was chosen"))
        }
        return first
    }

    /// Has accounts chosen, as above; the first signs by default.
    func chooseAccounts(
        _ call: KeystoreCall, only account: AccountId? = nil,
        _ subject: ([AccountId]) -> ApprovalRequest.Subject
    ) async throws(HostCallError) -> [KeystoreSigner] {
        let candidates = keystore.accounts(on: call.network).filter { account == nil || $0 == account }
        guard !candidates.isEmpty else {
            throw .rejected(
                localized("the keystore has no key on %1$s; add one, for example with near-cli", "\(call.network)"))
        }
        let signers = candidates.compactMap { keystore.keystoreSigner(of: $0, on: call.network) }
        let chosen = try await call.approved(subject(candidates), by: signers)
        return chosen.compactMap { keystore.keystoreSigner(of: $0, on: call.network) }
    }

    // MARK: Messages

    private func signInAndSignMessage(_ call: KeystoreCall) async throws(HostCallError) -> JSONValue {
        guard !call.has("addFunctionCallKey") else {
            throw .rejected(localized("this wallet adds a key with a plain sign-in only, not with a message"))
        }
        let payload = try call.payload()
        let signer = try await chooseAccount(call) {
            .signInAndSignMessage(candidates: $0, message: payload.message, recipient: payload.recipient)
        }
        let signed = try await sign(payload, by: signer, for: call)
        signingIn = (signer.account, call.request)
        return ["accounts": .array([describe(signer)]), "signedMessage": signed]
    }

    private func signMessage(_ call: KeystoreCall) async throws(HostCallError) -> JSONValue {
        let payload = try call.payload()
        return ["signedMessage": try await sign(payload, by: try approvedSigner(of: payload, for: call), for: call)]
    }

    /// Has a message approved, and returns the account that signs it.
    func approvedSigner(
        of payload: NEP413Payload, for call: KeystoreCall
    ) async throws(HostCallError) -> KeystoreSigner {
        let signer = try call.signer(keystore)
        try await call.approved(
            .message(payload.message, recipient: payload.recipient, signerId: signer.account), by: [signer])
        return signer
    }

    func sign(
        _ payload: NEP413Payload, by signer: KeystoreSigner, for call: KeystoreCall
    ) async throws(HostCallError) -> JSONValue {
        let signature = try await call.signature(of: .message(payload), by: signer)
        return [
            "accountId": .string(signer.account.text), "publicKey": .string(signer.key.description),
            "signature": .string(Base64.encode(signature.bytes)),
        ]
    }

    // MARK: Transactions

    private func signTransactions(_ call: KeystoreCall) async throws(HostCallError) -> JSONValue {
        let signed = try await sign(try call.intents("transactions"), for: call)
        return ["signedTransactions": Self.json(signed)]
    }

    /// Has transactions approved, signs them, and writes the signatures down before they leave.
    func sign(
        _ intents: [TransactionRequest], for call: KeystoreCall
    ) async throws(HostCallError) -> [SignedTransaction] {
        let signer = try call.signer(keystore)
        if let own = try await covering(intents, of: signer.account, for: call) {
            return try await sign(intents, by: own, for: call)
        }
        try await call.approved(.transactions(intents, signerId: signer.account), by: [signer])
        return try await sign(intents, by: signer, for: call)
    }

    /// Signs approved transactions, and writes the signatures down before they leave.
    func sign(
        _ intents: [TransactionRequest], by signer: KeystoreSigner, for call: KeystoreCall
    ) async throws(HostCallError) -> [SignedTransaction] {
        let state = try await accessKey(of: signer, for: call, count: intents.count)
        var signed: [SignedTransaction] = []
        var signatures: [JournalSignature] = []
        for (index, intent) in intents.enumerated() {
            let nonce = state.firstNonce + UInt64(index)
            let transaction = Transaction.v0(
                TransactionV0(
                    signerId: signer.account, publicKey: signer.key, nonce: nonce, receiverId: intent.receiverId,
                    blockHash: state.blockHash, actions: intent.actions))
            let signature = try await call.signature(of: .transaction(transaction), by: signer)
            signed.append(SignedTransaction(transaction: transaction, signature: signature))
            let signedNonce = JournalSignature.SignedNonce(
                publicKey: signer.key.handle, nonce: nonce, height: state.height)
            signatures.append(JournalSignature(part: index, hash: transaction.hash, key: signedNonce))
        }
        try await call.note(signatures)
        return signed
    }

    /// Returns signed transactions as the packaged wallet takes them.
    static func json(_ signed: [SignedTransaction]) -> JSONValue {
        .array(signed.map { ["hash": .string($0.hash.description), "base64": .string($0.base64)] })
    }

    private func signDelegateActions(_ call: KeystoreCall) async throws(HostCallError) -> JSONValue {
        let signed = try await signDelegateActions(try call.intents("delegateActions"), for: call)
        return ["signedDelegateActions": .array(signed.map { .string($0.base64) })]
    }

    func signDelegateActions(
        _ intents: [TransactionRequest], for call: KeystoreCall
    ) async throws(HostCallError) -> [SignedDelegateAction] {
        let signer = try call.signer(keystore)
        try await call.approved(.delegateActions(intents, signerId: signer.account), by: [signer])
        let state = try await accessKey(of: signer, for: call, count: intents.count)
        var signed: [SignedDelegateAction] = []
        var signatures: [JournalSignature] = []
        for (index, intent) in intents.enumerated() {
            let action = DelegateAction(
                senderId: signer.account, receiverId: intent.receiverId, actions: intent.actions,
                nonce: state.firstNonce + UInt64(index), maxBlockHeight: state.expiry, publicKey: signer.key)
            let signature = try await call.signature(of: .delegateAction(action), by: signer)
            signed.append(SignedDelegateAction(delegateAction: action, signature: signature))
            signatures.append(JournalSignature(part: index, action))
        }
        try await call.note(signatures)
        return signed
    }

    // MARK: Nonces

    /// The chain's part of a signature.
    private struct KeyState {
        /// The first of the nonces that were set aside for this call.
        let firstNonce: UInt64
        let blockHash: CryptoHash
        /// The height of that block.
        let height: UInt64
        /// The last block that may carry a delegate action.
        let expiry: UInt64
    }

    /// Reads the key's nonce and a block from the chain and sets `count` nonces aside.
    ///
    /// A node isn't trusted with them: the block's header has to have the height too, nearcore keeps an access key's
    /// nonce below a million times that, and nothing else is believed.
    private func accessKey(
        of signer: KeystoreSigner, for call: KeystoreCall, count: Int
    ) async throws(HostCallError) -> KeyState {
        let (nonce, blockHash, height): (UInt64, CryptoHash, UInt64)
        do {
            let view = try await call.host.signingClient().viewAccessKey(signer.key, of: signer.account)
            (nonce, blockHash, height) = (view.value.nonce, view.blockHash, view.blockHeight)
            // The journal computes with this height when it says until when a transaction can be executed.
            let header = try await call.host.signingClient().block(.hash(blockHash)).header
            guard header.height == height else {
                throw RPCError.unexpectedResult(
                    method: "query", reason: "block \(blockHash) has height \(header.height), not \(height)")
            }
        } catch {
            throw .unavailable(localized("The key of %1$s can’t be read: %2$s", "\(signer.account)", "\(error)"))
        }
        try await call.requireOwnBlock(blockHash)
        guard call.isOpen else { throw .cancelled }
        let expiry = height.addingReportingOverflow(Self.delegateActionBlocks)
        guard let bound = AccessKey.nonceBound(afterHeight: height), !expiry.overflow,
            let first = keystore.nonces.reserve(count, of: signer.key, on: call.network, after: nonce, below: bound)
        else {
            throw .unavailable(
                localized("The node’s answer can’t be true: nonce %1$s at block height %2$s", "\(nonce)", "\(height)"))
        }
        return KeyState(firstNonce: first, blockHash: blockHash, height: height, expiry: expiry.partialValue)
    }
}
