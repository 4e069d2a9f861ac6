// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Requests of several transactions, and those that somebody else sends.
extension DirectWallet {
    /// Signs transactions after one approval, and sends them in order until one fails.
    ///
    /// - Parameters:
    ///   - requests: The receivers and the actions.
    ///   - deadline: How long sending one may take as a whole.
    /// - Returns: Their outcomes, each executed and successful.
    /// - Throws: ``NEARError/partiallySent(outcomes:hash:reason:)`` when one after the first failed; otherwise as
    ///   ``signAndSend(_:waitUntil:deadline:key:)``, and ``NEARError/transactionFailed(outcome:)``.
    package func signAndSend(
        _ requests: [TransactionRequest], deadline: Duration
    ) async throws -> [FinalExecutionOutcome] {
        try await recorded(.signAndSendTransactions, requests) { id, recorder in
            let signed = try await self.signed { () throws(HostCallError) in
                try await self.service.signTransactions(requests, in: id)
            }
            var outcomes: [FinalExecutionOutcome] = []
            do {
                for (part, transaction) in signed.enumerated() {
                    let (result, failure) = try await TransactionSending(self.nodes, verifiedBy: self.verifier).send(
                        transaction, waitUntil: .final, deadline: deadline, recordedBy: recorder, part: part)
                    if let failure { throw failure }
                    guard let outcome = result.outcome else {
                        throw NEARError.transactionUnknown(hash: transaction.hash)
                    }
                    outcomes.append(outcome)
                }
            } catch {
                for part in signed.indices.dropFirst(outcomes.count + 1) {
                    recorder.note(part, .notSent(reason: localized("an earlier transaction of the request failed")))
                }
                guard !outcomes.isEmpty else { throw error }
                let reason = Self.reason(error)
                throw NEARError.partiallySent(
                    outcomes: outcomes, hash: signed[outcomes.count].hash,
                    reason: reason.errorDescription ?? reason.code)
            }
            return (outcomes, nil)
        }
    }

    /// Signs transactions, after one approval, that the asker sends itself.
    ///
    /// - Throws: ``DirectSigningError``, ``NEARError``.
    package func sign(_ requests: [TransactionRequest]) async throws -> [SignedTransaction] {
        try await handedOver(requests) { id throws(HostCallError) in
            try await self.service.signTransactions(requests, in: id)
        }
    }

    /// Signs a transaction whose nonce and block the asker has chosen, and which the asker sends itself.
    ///
    /// - Throws: ``DirectSigningError``, ``NEARError``.
    package func sign(_ transaction: Transaction) async throws -> SignedTransaction {
        let request = TransactionRequest(receiverId: transaction.receiverId, actions: transaction.actions)
        let signed = try await handedOver([request]) { id throws(HostCallError) in
            [try await self.service.sign(transaction, in: id)]
        }
        guard let signed = signed.first else { throw NEARError.operationInProgress }
        return signed
    }

    /// Signs delegate actions (NEP-366) after one approval.
    ///
    /// - Throws: ``DirectSigningError``, ``NEARError``.
    package func signDelegateActions(_ requests: [TransactionRequest]) async throws -> [SignedDelegateAction] {
        try await recorded(.signDelegateActions, requests) { id, recorder in
            let texts = try await self.signed { () throws(HostCallError) in
                try await self.service.signDelegateActions(requests, in: id)
            }.map(\.base64)
            return (try await recorder.delegateActions(texts, verifiedBy: self.verifier), nil)
        }
    }

    /// Has transactions signed that leave this process unsent: the chain says later what became of them.
    private func handedOver(
        _ requests: [TransactionRequest],
        _ sign: @escaping (RequestID) async throws(HostCallError) -> [SignedTransaction]
    ) async throws -> [SignedTransaction] {
        let kind: RequestKind = requests.count == 1 ? .signAndSendTransaction : .signAndSendTransactions
        return try await recorded(kind, requests) { id, recorder in
            let signed = try await self.signed { () throws(HostCallError) in try await sign(id) }
            guard signed.count == requests.count else { throw NEARError.operationInProgress }
            for part in signed.indices { recorder.note(part, .signed, isSettled: false) }
            return (signed, nil)
        }
    }
}
