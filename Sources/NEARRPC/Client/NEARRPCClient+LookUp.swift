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
    /// Returns whether a transaction may be on its way although its sending ended in `error`.
    func isAnswerLost(_ error: RPCError, isRepetition: Bool) -> Bool {
        switch error {
        case .uncertain, .unexpectedResult, .responseTooLarge: return true
        case .node(let error):
            switch error.cause {
            // The first copy got through after all, and used the nonce.
            case .invalidTransaction(.invalidNonce): return isRepetition
            case .unknownTransaction: return true
            default: return error.isWorthRetrying
            }
        case .deadlineExceeded, .unavailable, .rateLimited, .transactionUnknown, .cancelled, .requestTooLarge,
            .invalidRequest:
            return false
        }
    }

    /// Looks for a transaction until it is far enough or the deadline has gone by.
    func lookUp(_ sought: SoughtTransaction, deadline: CallDeadline) async throws(RPCError) -> TransactionResult {
        var round = 1
        while true {
            if let result = try await lookUpOnce(sought, deadline: deadline) { return result }
            let wait = configuration.retryPolicy.backoff(round: round, random: exchange.random())
            guard wait < deadline.remaining else { throw .transactionUnknown(hash: sought.hash) }
            try await pause(wait)
            round += 1
        }
    }

    /// Asks for a transaction.
    ///
    /// `nil` when nobody knows it, it isn't far enough, or nobody could be asked.
    func lookUpOnce(
        _ sought: SoughtTransaction, deadline: CallDeadline
    ) async throws(RPCError) -> TransactionResult? {
        guard deadline.remaining > .zero else { return nil }
        do throws(RPCError) {
            let result = try await call(
                method: "tx", params: sought.parameters, deadline: deadline, check: .transaction(sought))
            return try read(result, method: "tx")
        } catch {
            logger.debug("not found", metadata: ["hash": "\(sought.hash)", "error": "\(error.code)"])
            switch error {
            // What isn't about this transaction says nothing about it.
            case .deadlineExceeded, .unavailable, .rateLimited, .unexpectedResult: return nil
            case .node(let node):
                if case .unknownTransaction = node.cause { return nil }
                if node.isWorthRetrying { return nil }
                throw error
            default: throw error
            }
        }
    }

    func pause(_ duration: Duration) async throws(RPCError) {
        do {
            try await time.sleep(for: duration)
        } catch {
            throw .cancelled
        }
    }
}
