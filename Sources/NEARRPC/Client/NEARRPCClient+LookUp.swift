// SPDX-License-Identifier: MIT

import Logging
package import NEARPrimitives

/// A transaction that was sent and is looked for.
package struct SoughtTransaction: Sendable {
    package let hash: CryptoHash
    package let signerId: AccountId
    package let waitUntil: TxExecutionStatus

    init(hash: CryptoHash, signerId: AccountId, waitUntil: TxExecutionStatus) {
        self.hash = hash
        self.signerId = signerId
        self.waitUntil = waitUntil
    }

    init(_ transaction: SignedTransaction, waitUntil: TxExecutionStatus) {
        self.init(hash: transaction.hash, signerId: transaction.transaction.signerId, waitUntil: waitUntil)
    }

    var parameters: JSONValue {
        [
            "tx_hash": .string(hash.description), "sender_account_id": .string(signerId.text),
            "wait_until": .string(waitUntil.rawValue),
        ]
    }
}

extension NEARRPCClient {
    /// Looks for a transaction that was sent until it is far enough.
    ///
    /// - Parameters:
    ///   - hash: The transaction's hash.
    ///   - signerId: The account that signed it.
    ///   - waitUntil: How far it has to be.
    ///   - deadline: How long it is looked for.
    /// - Throws: `RPCError.transactionUnknown` when nobody could say it by then.
    package func sentTransaction(
        _ hash: CryptoHash, signerId: AccountId, waitUntil: TxExecutionStatus, deadline: Duration
    ) async throws(RPCError) -> TransactionResult {
        let sought = SoughtTransaction(hash: hash, signerId: signerId, waitUntil: waitUntil)
        guard let result = await lookUp(sought, deadline: CallDeadline(after: deadline, time: time)) else {
            throw .transactionUnknown(hash: hash)
        }
        return result
    }

    /// Looks for a transaction until it is far enough.
    ///
    /// `nil` when the deadline has gone by, or the task was cancelled.
    func lookUp(_ sought: SoughtTransaction, deadline: CallDeadline) async -> TransactionResult? {
        var round = 1
        while true {
            if let result = await lookUpOnce(sought, deadline: deadline) { return result }
            let wait = configuration.retryPolicy.backoff(round: round, random: exchange.random())
            guard wait < deadline.remaining, await pause(wait) else { return nil }
            round += 1
        }
    }

    /// Asks for a transaction.
    ///
    /// `nil` when nobody knows it, it isn't far enough, or nobody could be asked: an error says nothing of it.
    func lookUpOnce(_ sought: SoughtTransaction, deadline: CallDeadline) async -> TransactionResult? {
        guard deadline.remaining > .zero else { return nil }
        do throws(RPCError) {
            let result = try await call(
                method: "tx", params: sought.parameters, deadline: deadline, check: .transaction(sought))
            return try read(result, method: "tx")
        } catch {
            logger.debug("not found", metadata: ["hash": "\(sought.hash)", "error": "\(error.code)"])
            return nil
        }
    }

    /// Waits.
    ///
    /// - Returns: False when the task was cancelled.
    func pause(_ duration: Duration) async -> Bool {
        do {
            try await time.sleep(for: duration)
            return true
        } catch {
            return false
        }
    }
}
