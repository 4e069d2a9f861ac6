// SPDX-License-Identifier: MIT

import Logging
public import NEARPrimitives

extension NEARRPCClient {
    /// The time within which a node executes what it has taken.
    static let executionTime = Duration.seconds(10)

    /// Sends a transaction and waits until it is as far as `waitUntil` says (`send_tx`).
    ///
    /// It is sent once. When the answer is lost, or the node stops waiting, the transaction is looked up by its hash
    /// until it is far enough or the deadline has gone by. The same bytes go to a second endpoint when a node refuses
    /// them, so that no node can say alone that nothing will happen; and to an endpoint that refused to take them (429)
    /// when no node knows the transaction afterwards.
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - waitUntil: How far it has to be.
    ///   - deadline: How long it may take as a whole; the configuration's `transactionDeadline` when `nil`.
    /// - Returns: How far it is and, unless that is nowhere yet, what came of it. A transaction that failed while it
    ///   ran is a result, not an error; see `FinalExecutionOutcome.failure`.
    /// - Throws: `RPCError`. `.transactionUnknown` when a node may have it and nobody knows what became of it, also
    ///   when the task was cancelled by then; its cause is `.invalidTransaction` when it was refused. After every other
    ///   error no node has it.
    public func sendTransaction(
        _ transaction: SignedTransaction, waitUntil: TxExecutionStatus = .executedOptimistic, deadline: Duration? = nil
    ) async throws(RPCError) -> TransactionResult {
        let deadline = CallDeadline(after: deadline ?? configuration.transactionDeadline, time: time)
        let parameters: JSONValue = [
            "signed_tx_base64": .string(transaction.base64), "wait_until": .string(waitUntil.rawValue),
        ]
        return try await post(
            "send_tx", parameters, deadline: deadline, for: SoughtTransaction(transaction, waitUntil: waitUntil))
    }

    /// Sends a transaction and waits until it has run (`broadcast_tx_commit`, the older form of `send_tx`).
    ///
    /// A lost answer is looked up, as with `sendTransaction`.
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - deadline: How long the call may take as a whole; the configuration's `transactionDeadline` when `nil`.
    /// - Throws: `RPCError`, as `sendTransaction`.
    public func broadcastTransactionCommit(
        _ transaction: SignedTransaction, deadline: Duration? = nil
    ) async throws(RPCError) -> FinalExecutionOutcome {
        let deadline = CallDeadline(after: deadline ?? configuration.transactionDeadline, time: time)
        let result = try await post(
            "broadcast_tx_commit", [.string(transaction.base64)], deadline: deadline,
            for: SoughtTransaction(transaction, waitUntil: .executedOptimistic))
        guard let outcome = result.outcome else { throw .transactionUnknown(hash: transaction.hash) }
        return outcome
    }

    /// Posts a transaction, and learns what came of it.
    private func post(
        _ method: String, _ parameters: JSONValue, deadline: CallDeadline, for sought: SoughtTransaction
    ) async throws(RPCError) -> TransactionResult {
        var posting = RPCExchange.Posting()
        var refusals = 0
        while true {
            do throws(RPCError) {
                let result = try await call(
                    method: method, params: parameters, deadline: deadline, check: .transaction(sought),
                    posting: &posting)
                return try read(result, method: method)
            } catch {
                guard posting.isPosted else { throw error }
                if case .rateLimited(let retryAfter) = error {
                    refusals += 1
                    if await waitsToRepeat(after: retryAfter, refusals: refusals, deadline: deadline) {
                        // An endpoint that counts a call before it refuses it may have passed it on all the same.
                        if let result = await lookUpOnce(sought, deadline: deadline) { return result }
                        continue
                    }
                } else if case .node(let refusal) = error, refusal.refusesTransaction {
                    return try await doubted(refusal, of: sought, posting, deadline: deadline)
                }
                logger.info("a transaction's answer was lost; looking it up", metadata: ["hash": "\(sought.hash)"])
                guard let result = await lookUp(sought, deadline: deadline) else {
                    throw .transactionUnknown(hash: sought.hash)
                }
                return result
            }
        }
    }

    /// Looks for a transaction that a node has refused, where another one may have taken it.
    ///
    /// - Throws: The refusal, unless the chain has the transaction; `.transactionUnknown` where its nonce is used
    ///   up, and perhaps by itself.
    private func doubted(
        _ refusal: RPCNodeError, of sought: SoughtTransaction, _ posting: RPCExchange.Posting, deadline: CallDeadline
    ) async throws(RPCError) -> TransactionResult {
        // A transaction that was executed already, or has removed its own key, is refused as well.
        let isSpent = refusal.cause.isSpentNonce
        if isSpent || posting.posts > 1, let result = await lookUpOnce(sought, deadline: deadline) { return result }
        guard posting.isDoubtful else { throw .node(refusal) }
        // One that has it executes it within seconds.
        let soon = CallDeadline(after: min(deadline.remaining, Self.executionTime), time: time)
        if let result = await lookUp(sought, deadline: isSpent ? deadline : soon) { return result }
        throw isSpent ? .transactionUnknown(hash: sought.hash) : .node(refusal)
    }

    /// Waits as an endpoint that refused a call asks for.
    ///
    /// - Returns: False where that is no use: it was tried often enough, or there is no time left.
    private func waitsToRepeat(after retryAfter: Duration?, refusals: Int, deadline: CallDeadline) async -> Bool {
        let backoff = configuration.retryPolicy.backoff(round: refusals, random: exchange.random())
        // Another endpoint that isn't resting need not be waited for.
        let isOtherFree = exchange.pool.next(excluding: [], now: time.now)?.rest == .zero
        let wait = isOtherFree ? backoff : max(retryAfter ?? .zero, backoff)
        guard wait < deadline.remaining, refusals < configuration.retryPolicy.maximumAttempts else { return false }
        return await pause(wait)
    }

    /// Sends a transaction and doesn't wait (`broadcast_tx_async`).
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - deadline: How long the call may take as a whole; the configuration's when `nil`.
    /// - Returns: The transaction's hash. The node hasn't checked the transaction.
    /// - Throws: `RPCError`; `.transactionUnknown` when a node may have it and its answer was lost.
    public func broadcastTransactionAsync(
        _ transaction: SignedTransaction, deadline: Duration? = nil
    ) async throws(RPCError) -> CryptoHash {
        var posting = RPCExchange.Posting()
        let method = "broadcast_tx_async"
        do throws(RPCError) {
            let result = try await call(
                method: method, params: [.string(transaction.base64)],
                deadline: CallDeadline(after: deadline ?? configuration.deadline, time: time),
                check: .submission(of: transaction.hash), posting: &posting)
            return try read(result, method: method)
        } catch {
            if case .node(let refusal) = error, refusal.refusesTransaction { throw error }
            throw posting.isPosted ? .transactionUnknown(hash: transaction.hash) : error
        }
    }

    /// Asks for a transaction's outcome (`tx`).
    ///
    /// - Parameters:
    ///   - hash: The transaction's hash.
    ///   - signerId: The account that signed it; the node finds its shard by it.
    ///   - waitUntil: The progress that the node waits for before it answers.
    ///   - deadline: The time for the call as a whole; the configuration's when `nil`.
    /// - Throws: `RPCError`; its cause is `.unknownTransaction` when no endpoint knows it.
    public func transaction(
        _ hash: CryptoHash, signerId: AccountId, waitUntil: TxExecutionStatus = .executedOptimistic,
        deadline: Duration? = nil
    ) async throws(RPCError) -> TransactionResult {
        let sought = SoughtTransaction(hash: hash, signerId: signerId, waitUntil: waitUntil)
        return try await call("tx", sought.parameters, deadline: deadline, check: .transaction(sought))
    }

    /// Asks for a transaction's outcome, with its receipts (`EXPERIMENTAL_tx_status`).
    ///
    /// - Parameters:
    ///   - hash: The transaction's hash.
    ///   - signerId: The account that signed it; the node finds its shard by it.
    ///   - waitUntil: The progress that the node waits for before it answers.
    ///   - deadline: The time for the call as a whole; the configuration's when `nil`.
    /// - Throws: `RPCError`; its cause is `.unknownTransaction` when no endpoint knows it.
    public func transactionWithReceipts(
        _ hash: CryptoHash, signerId: AccountId, waitUntil: TxExecutionStatus = .executedOptimistic,
        deadline: Duration? = nil
    ) async throws(RPCError) -> TransactionResult {
        let sought = SoughtTransaction(hash: hash, signerId: signerId, waitUntil: waitUntil)
        return try await call(
            "EXPERIMENTAL_tx_status", sought.parameters, deadline: deadline, check: .transaction(sought))
    }
}
