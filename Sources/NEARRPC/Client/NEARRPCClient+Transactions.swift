// SPDX-License-Identifier: MIT

import Logging
public import NEARPrimitives

extension NEARRPCClient {
    /// Sends a transaction and waits until it is as far as `waitUntil` says (`send_tx`).
    ///
    /// It is sent once. When the answer is lost, or the node stops waiting, the transaction is looked up by its hash
    /// until it is far enough or the deadline has gone by. It is sent again only when an endpoint refused to take it
    /// (429) and no node knows it afterwards.
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - waitUntil: How far it has to be.
    ///   - deadline: How long it may take as a whole; the configuration's `transactionDeadline` when `nil`.
    /// - Returns: How far it is and, unless that is nowhere yet, what came of it. A transaction that failed while it
    ///   ran is a result, not an error; see `FinalExecutionOutcome.failure`.
    /// - Throws: `RPCError`. `.transactionUnknown` when it was sent and nobody knows what became of it; its cause is
    ///   `.invalidTransaction` when it was refused.
    public func sendTransaction(
        _ transaction: SignedTransaction, waitUntil: TxExecutionStatus = .executedOptimistic, deadline: Duration? = nil
    ) async throws(RPCError) -> TransactionResult {
        let deadline = CallDeadline(after: deadline ?? configuration.transactionDeadline, time: time)
        let parameters: JSONValue = [
            "signed_tx_base64": .string(transaction.base64), "wait_until": .string(waitUntil.rawValue),
        ]
        let sought = SoughtTransaction(transaction, waitUntil: waitUntil)
        var refusals = 0
        while true {
            do throws(RPCError) {
                let result = try await call(
                    method: "send_tx", params: parameters, deadline: deadline, check: .transaction(sought))
                return try read(result, method: "send_tx")
            } catch .rateLimited(let retryAfter) {
                refusals += 1
                let backoff = configuration.retryPolicy.backoff(round: refusals, random: exchange.random())
                let wait = max(retryAfter ?? .zero, backoff)
                guard wait < deadline.remaining, refusals < configuration.retryPolicy.maximumAttempts else {
                    throw .rateLimited(retryAfter: retryAfter)
                }
                try await pause(wait)
                // An endpoint that counts a call before it refuses it may have passed it on all the same.
                if let result = try await lookUpOnce(sought, deadline: deadline) { return result }
            } catch {
                guard isAnswerLost(error, isRepetition: refusals > 0) else { throw error }
                logger.info("a transaction's answer was lost; looking it up", metadata: ["hash": "\(sought.hash)"])
                return try await lookUp(sought, deadline: deadline)
            }
        }
    }

    /// Sends a transaction and waits until it has run (`broadcast_tx_commit`, the older form of `send_tx`).
    ///
    /// A lost answer is looked up, as with `sendTransaction`.
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - deadline: How long it may take as a whole; the configuration's `transactionDeadline` when `nil`.
    /// - Throws: `RPCError`, as `sendTransaction`.
    public func broadcastTransactionCommit(
        _ transaction: SignedTransaction, deadline: Duration? = nil
    ) async throws(RPCError) -> FinalExecutionOutcome {
        let deadline = CallDeadline(after: deadline ?? configuration.transactionDeadline, time: time)
        let method = "broadcast_tx_commit"
        let sought = SoughtTransaction(transaction, waitUntil: .executedOptimistic)
        do throws(RPCError) {
            let result = try await call(
                method: method, params: [.string(transaction.base64)], deadline: deadline, check: .transaction(sought))
            return try read(result, method: method)
        } catch {
            guard isAnswerLost(error, isRepetition: false) else { throw error }
            guard let outcome = try await lookUp(sought, deadline: deadline).outcome else {
                throw .transactionUnknown(hash: sought.hash)
            }
            return outcome
        }
    }

    /// Sends a transaction and doesn't wait (`broadcast_tx_async`).
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - deadline: How long the call may take as a whole; the configuration's when `nil`.
    /// - Returns: The transaction's hash. The node hasn't checked the transaction.
    /// - Throws: `RPCError`; `.uncertain` when the answer was lost, with the hash to look for in `transaction.hash`.
    public func broadcastTransactionAsync(
        _ transaction: SignedTransaction, deadline: Duration? = nil
    ) async throws(RPCError) -> CryptoHash {
        try await call(
            "broadcast_tx_async", [.string(transaction.base64)], deadline: deadline,
            check: .submission(of: transaction.hash))
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
