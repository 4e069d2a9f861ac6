// SPDX-License-Identifier: MIT

internal import GLibRuntime
public import NEARConnectCore
public import NEARPrimitives
public import NEARRPC
internal import SafeText

// MARK: - Typed verbs: transactions and the chain

/// Transactions, delegate actions, the journal, and reads from the chain.
extension NEARWalletManager {
    /// Signs a transaction of the signed-in account and sends it.
    ///
    /// - Parameters:
    ///   - receiverId: The account that the actions are applied to.
    ///   - actions: The actions, at least one.
    /// - Returns: The outcome. Its signer, receiver and actions are those that were asked for, and a node of this
    ///   program's own knows the transaction, when one answers.
    /// - Throws: ``NEARError``; ``NEARError/transactionFailed(outcome:)`` when the chain executed it and it failed,
    ///   ``NEARError/transactionUnknown(hash:)`` when that can't be said, ``NEARError/journal(reason:)`` when it could
    ///   not be written down first; then the wallet was not asked.
    @discardableResult
    public func signAndSendTransaction(
        receiverId: AccountId, actions: [Action]
    ) async throws(NEARError) -> FinalExecutionOutcome {
        try await signAndSendTransaction(receiverId: receiverId, actions: actions, idempotencyKey: nil)
    }

    /// Does what ``signAndSendTransaction(receiverId:actions:)`` does, once for all requests of a key.
    ///
    /// - Throws: ``NEARError``; ``NEARError/operationInProgress`` where the journal has a request of this key that may
    ///   be executed, also one of another process.
    package func signAndSendTransaction(
        receiverId: AccountId, actions: [Action], idempotencyKey key: IdempotencyKey?
    ) async throws(NEARError) -> FinalExecutionOutcome {
        _ = try account.signer()
        let request = TransactionRequest(receiverId: receiverId, actions: actions)
        try Self.check([request])
        let parameters = try (request.json().objectValue ?? [:]).merging(account.requestParameters) { own, _ in own }
        return try await requests.performRecorded(
            .signAndSendTransaction, .object(parameters), for: [request], key: key
        ) { (reply, recorder) throws(NEARError) in
            switch reply {
            case .transactionResult(let value):
                return try await recorder.outcome(value, ofPart: 0, verifiedBy: self.verifier)
            case .partiallySent(_, let hash, _): throw .transactionUnknown(hash: hash)
            default: throw reply.unexpected
            }
        }
    }

    /// Signs several transactions of the signed-in account and sends them in order.
    ///
    /// - Parameter transactions: The transactions, at least one.
    /// - Returns: The outcomes in order.
    /// - Throws: ``NEARError``; ``NEARError/transactionFailed(outcome:)`` with the first that failed on chain (later
    ///   ones were not sent by the keystore wallet; other wallets may differ),
    ///   ``NEARError/partiallySent(outcomes:hash:reason:)`` when the wallet stopped before the end for another reason.
    @discardableResult
    public func signAndSendTransactions(
        _ transactions: [TransactionRequest]
    ) async throws(NEARError) -> [FinalExecutionOutcome] {
        _ = try account.signer()
        try Self.check(transactions)
        var parameters = account.requestParameters
        parameters["transactions"] = try Self.json(of: transactions)
        return try await requests.performRecorded(.signAndSendTransactions, .object(parameters), for: transactions) {
            (reply, recorder) throws(NEARError) in
            try await recorder.outcomes(reply, verifiedBy: self.verifier)
        }
    }

    /// Sends NEAR.
    ///
    /// - Parameters:
    ///   - receiverId: The account that gets it.
    ///   - amount: The amount.
    /// - Throws: ``NEARError``.
    @discardableResult
    public func sendNEAR(
        to receiverId: AccountId, amount: NEARToken
    ) async throws(NEARError) -> FinalExecutionOutcome {
        try await signAndSendTransaction(
            receiverId: receiverId, actions: [.transfer(TransferAction(deposit: amount))])
    }

    /// Calls a method of a contract.
    ///
    /// - Parameters:
    ///   - contractId: The contract's account.
    ///   - methodName: The method.
    ///   - args: The arguments, usually a JSON object's bytes. Only JSON objects are understood by every wallet.
    ///   - gas: The most gas that the call may burn.
    ///   - deposit: NEAR that goes to the contract.
    /// - Throws: ``NEARError``.
    @discardableResult
    public func callFunction(
        contractId: AccountId, methodName: String, args: [UInt8], gas: Gas = .tera(30),
        deposit: NEARToken = NEARToken(yoctoNEAR: 0)
    ) async throws(NEARError) -> FinalExecutionOutcome {
        let call = FunctionCallAction(methodName: methodName, args: args, gas: gas, deposit: deposit)
        return try await signAndSendTransaction(receiverId: contractId, actions: [.functionCall(call)])
    }

    /// Signs NEP-366 delegate actions of the signed-in account without sending them.
    ///
    /// A relayer brings them to the chain and pays.
    ///
    /// - Parameter delegateActions: Receiver and actions of each, at least one.
    /// - Returns: The signed delegate actions in order. Sender, receiver, actions, signature and nonce of each have
    ///   been verified, and against the chain, when a node answers, the key's rights, the nonce and the expiry.
    /// - Throws: ``NEARError``; ``NEARError/signatureInvalid(reason:)`` when the wallet signed something else.
    public func signDelegateActions(
        _ delegateActions: [TransactionRequest]
    ) async throws(NEARError) -> [SignedDelegateAction] {
        _ = try account.signer()
        try refuseDelegateActionsOfPhones()
        try Self.check(delegateActions)
        var parameters = account.requestParameters
        parameters["delegateActions"] = try Self.json(of: delegateActions)
        return try await requests.performRecorded(.signDelegateActions, .object(parameters), for: delegateActions) {
            (reply, recorder) throws(NEARError) in
            guard case .delegateActionResult(let answers) = reply else { throw reply.unexpected }
            return try await recorder.delegateActions(answers, verifiedBy: self.verifier)
        }
    }

    private static func json(of requests: [TransactionRequest]) throws(NEARError) -> JSONValue {
        .array(try requests.map { (request) throws(NEARError) in try request.json() })
    }

    private static func check(_ requests: [TransactionRequest]) throws(NEARError) {
        guard !requests.isEmpty else {
            throw .invalidArgument(name: "transactions", reason: localized("name at least one transaction"))
        }
        for request in requests {
            guard !request.actions.isEmpty else {
                throw .invalidArgument(
                    name: "actions",
                    reason: localized(
                        "a transaction needs at least one action (receiver %1$s)", "\(request.receiverId)"))
            }
            for case .functionCall(let call) in request.actions where call.methodName.isEmpty {
                throw .invalidArgument(name: "methodName", reason: localized("a function call needs a method name"))
            }
        }
    }

    // MARK: The journal

    /// Returns what was handed to wallets in this profile and what became of it, on all networks, the newest first.
    ///
    /// These are the newest 1,000 entries; `near-connect history` prints older ones as well.
    ///
    /// A request that ended with ``NEARError/transactionUnknown(hash:)`` shows here how it went, once the chain has
    /// said.
    ///
    /// - Throws: ``NEARError/journal(reason:)`` when the journal is there and can't be read.
    public func history() async throws(NEARError) -> [JournalEntry] {
        try await journal.history()
    }

    /// Asks the chain about every entry of the journal whose end isn't known, on the network that is set.
    ///
    /// The manager does so by itself when the bridge is ready, and after a request that may have sent something ended
    /// without saying so. It only reads from the chain: nothing is ever sent again.
    ///
    /// - Returns: The entries that were looked at, as they are now.
    /// - Throws: ``NEARError/rpcError(_:)`` when no node answers, ``NEARError/journal(reason:)``,
    ///   ``NEARError/wrongChain(_:)``.
    @discardableResult
    public func reconcile() async throws(NEARError) -> [JournalEntry] {
        try await journal.reconcile()
    }

    // MARK: Reads

    /// Returns the client of the network that is set: reads of every kind, never blocked by an open wallet operation.
    ///
    /// - Throws: ``NEARError/rpcError(_:)`` when the network has no usable address.
    public func client() throws(NEARError) -> NEARRPCClient {
        try nodes.client()
    }

    /// Reads the balance of an account that isn't staked, in NEAR's smallest unit.
    ///
    /// - Parameter accountId: The account; the signed-in one when `nil`.
    /// - Throws: ``NEARError/rpcError(_:)``, ``NEARError/notSignedIn``.
    public func balance(of accountId: AccountId? = nil) async throws(NEARError) -> NEARToken {
        let id = if let accountId { accountId } else { try account.signer() }
        return try await read { (client) throws(RPCError) in try await client.viewAccount(id).value.amount }
    }

    /// Reads from the chain.
    ///
    /// An error is also put into ``lastError``.
    ///
    /// - Parameters:
    ///   - staysOnMainThread: True where little is done between the waits, so that to wake other threads for it would
    ///     take longer.
    ///   - question: The question to a node. It belongs to no actor: it goes out before the main actor's next job.
    func read<Value: Sendable>(
        staysOnMainThread: Bool = false, _ question: @Sendable (NEARRPCClient) async throws(RPCError) -> Value
    ) async throws(NEARError) -> Value {
        let client = try client()
        do {
            guard staysOnMainThread else { return try await question(client) }
            return try await MainLoop.resumingOnMainThread { @Sendable () throws(RPCError) in
                try await question(client)
            }
        } catch {
            if case .cancelled = error { throw requests.noted(.taskCancelled) }
            throw requests.noted(.rpcError("\(error)"))
        }
    }

    /// Asks the network's nodes which chain they work for, once; later calls give what was told.
    ///
    /// The keystore wallet does so by itself before anything is approved.
    ///
    /// - Returns: The chain by its genesis hash; `nil` when no node can say.
    /// - Throws: ``NEARError/wrongChain(_:)`` when the network's name says another chain, or the nodes are of different
    ///   ones.
    @discardableResult
    public func identifyChain() async throws(NEARError) -> ChainIdentity? {
        try await nodes.identity.confirmed()
    }
}
