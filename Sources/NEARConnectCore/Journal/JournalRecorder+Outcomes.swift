// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

extension JournalRecorder {
    /// Has a wallet's outcome of one part verified, and remembers for the journal what came of it.
    ///
    /// - Parameters:
    ///   - answer: The outcome as the wallet wrote it.
    ///   - part: The part of the request that it belongs to.
    ///   - verifier: Compares it with the request, and with the chain unless this process signed the transaction
    ///     itself.
    /// - Returns: The outcome of the transaction that was asked for, executed and successful.
    /// - Throws: ``NEARError/signatureInvalid(reason:)``, ``NEARError/transactionFailed(outcome:)``,
    ///   ``NEARError/transactionUnknown(hash:)``, ``NEARError/walletError(_:)``.
    package func outcome(
        _ answer: JSONValue, ofPart part: Int, verifiedBy verifier: WalletAnswerVerifier
    ) async throws(NEARError) -> FinalExecutionOutcome {
        let (request, signer) = (requests[part], intent.signerId)
        var outcome = try WalletAnswerVerifier.outcome(answer)
        let hash = outcome.transactionHash
        do throws(NEARError) {
            try WalletAnswerVerifier.compare(outcome, with: request, of: signer)
            // The keystore's signatures are this process's own, and what it signed has one hash.
            if let signed = signatures[part], signed.key != nil {
                guard signed.hash == hash else {
                    throw NEARError.signatureInvalid(
                        reason: localized("transaction %1$s is not the one that was signed", "\(hash)"))
                }
            } else {
                note(JournalSignature(part: part, hash: hash, key: nil))
                outcome = try await verifier.confirmed(outcome, of: signer)
                try WalletAnswerVerifier.compare(outcome, with: request, of: signer)
            }
        } catch {
            if case .signatureInvalid(let reason) = error {
                note(part, .unknown(howToCheck: "\(reason); look up \(hash)"))
            }
            throw error
        }
        guard outcome.failure == nil else {
            note(part, .failed(hash: hash, reason: outcome.failure.map { "\($0)" } ?? ""))
            throw .transactionFailed(outcome: outcome)
        }
        guard outcome.isSuccess else { throw .transactionUnknown(hash: hash) }
        note(part, .confirmed(hash: hash))
        return outcome
    }

    /// Has a wallet's outcomes of all parts verified, in order.
    ///
    /// - Parameters:
    ///   - reply: The page's reply.
    ///   - verifier: Compares each with its request and with the chain.
    /// - Throws: As ``outcome(_:ofPart:verifiedBy:)``; ``NEARError/partiallySent(outcomes:hash:reason:)`` when the
    ///   wallet stopped before the last part.
    package func outcomes(
        _ reply: BridgeMessage.Reply, verifiedBy verifier: WalletAnswerVerifier
    ) async throws(NEARError) -> [FinalExecutionOutcome] {
        let (answers, hash, reason): ([JSONValue], CryptoHash?, String)
        switch reply {
        case .transactionsResult(let all):
            (answers, hash, reason) = (
                all, nil, localized("it gave %1$s outcomes for %2$s transactions", "\(all.count)", "\(requests.count)")
            )
        case .partiallySent(let some, let failed, let message): (answers, hash, reason) = (some, failed, message)
        default: throw reply.unexpected
        }
        guard answers.count <= requests.count else {
            throw .signatureInvalid(
                reason: localized("%1$s outcomes for %2$s transactions", "\(answers.count)", "\(requests.count)"))
        }
        var outcomes: [FinalExecutionOutcome] = []
        for answer in answers {
            outcomes.append(try await outcome(answer, ofPart: outcomes.count, verifiedBy: verifier))
        }
        guard outcomes.count < requests.count else { return outcomes }
        let next = hash ?? signatures[outcomes.count]?.hash
        if let next { note(JournalSignature(part: outcomes.count, hash: next, key: nil)) }
        throw .partiallySent(outcomes: outcomes, hash: next, reason: reason)
    }

    /// Has a wallet's signed delegate actions verified, and remembers for the journal what was signed.
    ///
    /// - Parameters:
    ///   - answers: The wallet's answers, each as Base64 of its Borsh form.
    ///   - verifier: Compares each with its request and with the chain.
    /// - Throws: ``NEARError/signatureInvalid(reason:)``, ``NEARError/taskCancelled``, ``NEARError/wrongChain(_:)``.
    package func delegateActions(
        _ answers: [String], verifiedBy verifier: WalletAnswerVerifier
    ) async throws(NEARError) -> [SignedDelegateAction] {
        let signed = try WalletAnswerVerifier.delegateActions(answers, for: requests, of: intent.signerId)
        for (part, action) in signed.map(\.delegateAction).enumerated() {
            note(JournalSignature(part: part, action))
        }
        try await verifier.confirm(signed.map(\.delegateAction), of: intent.signerId)
        for part in signed.indices { note(part, .signed, isSettled: false) }
        return signed
    }
}

extension JournalSignature {
    /// The journal's part of a signed delegate action.
    init(part: Int, _ action: DelegateAction) {
        self.init(
            part: part, hash: nil,
            key: SignedNonce(
                publicKey: action.publicKey.handle, nonce: action.nonce, height: action.maxBlockHeight))
    }
}
