// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC

/// What wallets say of transactions that they sent, checked.
extension NEARWalletManager {
    /// How long the nodes may take to confirm what a wallet says. Then its signature, or its word, has to do.
    var lookUpPatience: Duration { min(.seconds(10), configuration.deadlines.read) }

    /// Reads an outcome, compares it with what was asked for, and asks a node of this program's own whether the chain has it.
    func checked(
        _ value: JSONValue, _ part: Int, _ request: TransactionRequest, _ signer: AccountId, _ recorder: JournalRecorder
    ) async throws -> FinalExecutionOutcome {
        var outcome: FinalExecutionOutcome
        do {
            outcome = try FinalExecutionOutcome(json: value)
        } catch {
            throw NEARError.walletError("The wallet's outcome can't be read: \(error)")
        }
        let hash = outcome.transactionHash
        do {
            try Self.compare(outcome, request, signer)
            // The keystore's signatures are this process's own, and what it signed has one hash.
            if let signed = recorder.signatures[part], signed.key != nil {
                guard signed.hash == hash else {
                    throw NEARError.signatureInvalid(reason: "transaction \(hash) is not the one that was signed")
                }
            } else {
                recorder.note(JournalSignature(part: part, hash: hash, key: nil))
                outcome = try await confirmed(outcome, signer)
                try Self.compare(outcome, request, signer)
            }
        } catch let error as NEARError {
            if case .signatureInvalid(let reason) = error {
                recorder.note(part, .unknown(howToCheck: "\(reason); look up \(hash)"))
            }
            throw error
        }
        guard outcome.failure == nil else {
            recorder.note(part, .failed(hash: hash, reason: outcome.failure.map { "\($0)" } ?? ""))
            throw NEARError.transactionFailed(outcome: outcome)
        }
        guard outcome.isSuccess else { throw NEARError.transactionUnknown(hash: hash) }
        recorder.note(part, .confirmed(hash: hash))
        return outcome
    }

    /// Compares an outcome with what was asked for.
    ///
    /// - Throws: ``NEARError/signatureInvalid(reason:)``.
    static func compare(
        _ outcome: FinalExecutionOutcome, _ request: TransactionRequest, _ signer: AccountId
    ) throws(NEARError) {
        let shown = outcome.transaction
        guard shown.signerId == signer, shown.receiverId == request.receiverId else {
            throw .signatureInvalid(
                reason: "the wallet sent a transaction of \(shown.signerId) to \(shown.receiverId)"
                    + ", not one of \(signer) to \(request.receiverId)")
        }
        guard shown.actions.count == request.actions.count,
            zip(shown.actions, request.actions).allSatisfy({ $0.shows($1) })
        else {
            throw .signatureInvalid(
                reason: "transaction \(outcome.transactionHash) holds other actions than were asked for")
        }
    }

    /// Asks a node for a transaction that a wallet says is executed: an outcome alone is only the wallet's word. When no node answers, that
    /// has to do, and the log says so.
    ///
    /// - Returns: The chain's outcome, or the wallet's where no node answers.
    /// - Throws: ``NEARError/transactionUnknown(hash:)`` when the nodes don't know it, or nobody waits for them any more.
    private func confirmed(
        _ outcome: FinalExecutionOutcome, _ signer: AccountId
    ) async throws(NEARError) -> FinalExecutionOutcome {
        let hash = outcome.transactionHash
        if case .conflicting(let conflict) = await identity.settled() {
            logger.error("a wallet's transaction can't be looked up", metadata: ["reason": "\(conflict)"])
            throw .transactionUnknown(hash: hash)
        }
        let time = DeadlineTime(configuration.clock)
        var wait = Duration.milliseconds(100)
        var isUnknown = false
        while true {
            do throws(RPCError) {
                guard let rpc else { return outcome }
                let found = try await rpc.transaction(
                    hash, signerId: signer, waitUntil: .executedOptimistic,
                    deadline: max(.milliseconds(1), lookUpPatience - time.now))
                guard let known = found.outcome else { throw .transactionUnknown(hash: hash) }
                return known
            } catch .node(let node) {
                // A node may hear of a transaction a moment after the one that the wallet asked.
                guard case .unknownTransaction = node.cause, time.now + wait < lookUpPatience else {
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
