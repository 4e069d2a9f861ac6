// SPDX-License-Identifier: MIT

internal import Logging
package import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Outcomes of transactions that wallets say they sent.
extension WalletAnswerVerifier {
    /// Reads an outcome as a wallet wrote it.
    ///
    /// Nothing of it is checked by that.
    ///
    /// - Throws: ``NEARError/walletError(_:)``.
    package nonisolated static func outcome(_ answer: JSONValue) throws(NEARError) -> FinalExecutionOutcome {
        do {
            return try FinalExecutionOutcome(json: answer)
        } catch {
            throw .walletError(localized("The wallet’s outcome can’t be read: %1$s", "\(error)"))
        }
    }

    /// Compares an outcome with the transaction that was asked for: its signer, its receiver and its actions.
    ///
    /// - Throws: ``NEARError/signatureInvalid(reason:)``.
    package nonisolated static func compare(
        _ outcome: FinalExecutionOutcome, with request: TransactionRequest, of signer: AccountId
    ) throws(NEARError) {
        let shown = outcome.transaction
        guard shown.signerId == signer, shown.receiverId == request.receiverId else {
            throw .signatureInvalid(
                reason: localized(
                    "the wallet sent a transaction of %1$s to %2$s, not one of %3$s to %4$s", "\(shown.signerId)",
                    "\(shown.receiverId)", "\(signer)", "\(request.receiverId)"))
        }
        guard shown.actions.count == request.actions.count,
            zip(shown.actions, request.actions).allSatisfy({ $0.shows($1) })
        else {
            throw .signatureInvalid(
                reason: localized(
                    "transaction %1$s holds other actions than were asked for", "\(outcome.transactionHash)"))
        }
    }

    /// Asks a node for a transaction that a wallet says is executed: an outcome alone is only the wallet's word.
    ///
    /// When no node answers, the wallet's word has to do, and the log says so.
    ///
    /// - Returns: The chain's outcome, or the wallet's where no node answers. Neither has been compared with the
    ///   request.
    /// - Throws: ``NEARError/transactionUnknown(hash:)`` when the nodes don't know it, or nobody waits for them any
    ///   more.
    package func confirmed(
        _ outcome: FinalExecutionOutcome, of signer: AccountId
    ) async throws(NEARError) -> FinalExecutionOutcome {
        let hash = outcome.transactionHash
        if case .conflicting(let conflict) = await nodes.identity.settled() {
            logger.error("a wallet's transaction can't be looked up", metadata: ["reason": "\(conflict)"])
            throw .transactionUnknown(hash: hash)
        }
        let time = DeadlineTime(clock)
        var wait = Duration.milliseconds(100)
        var isUnknown = false
        while true {
            do throws(RPCError) {
                guard let client = nodes.availableClient else { return outcome }
                let found = try await client.transaction(
                    hash, signerId: signer, waitUntil: .executedOptimistic,
                    deadline: max(.milliseconds(1), patience - time.now))
                guard let known = found.outcome else { throw .transactionUnknown(hash: hash) }
                return known
            } catch .node(let node) {
                // A node may hear of a transaction a moment after the one that the wallet asked.
                guard case .unknownTransaction = node.cause, time.now + wait < patience else {
                    throw .transactionUnknown(hash: hash)
                }
                isUnknown = true
            } catch .cancelled {
                throw .transactionUnknown(hash: hash)
            } catch {
                logger.notice("a wallet's transaction could not be looked up", metadata: Redaction.error(error))
                // Once a node has said that it doesn't know it, silence is no word for the wallet any more.
                if isUnknown { throw .transactionUnknown(hash: hash) }
                return outcome
            }
            do {
                try await time.sleep(until: time.now + wait)
            } catch {
                throw .transactionUnknown(hash: hash)
            }
            wait *= 2
        }
    }
}
