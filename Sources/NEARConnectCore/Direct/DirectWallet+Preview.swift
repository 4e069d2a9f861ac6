// SPDX-License-Identifier: MIT

package import NEARPrimitives

extension DirectWallet {
    /// Something that would be signed.
    package enum PreviewSubject: Sendable {
        case transaction(TransactionRequest)
        case delegateAction(TransactionRequest)
        case message(NEP413Payload)
    }

    /// Looks at what a request would have to be approved for, and at the policy's answer.
    ///
    /// It goes as far as to the point where the policy or a user answers. Nothing is signed, sent, counted or written
    /// to the journal.
    ///
    /// - Returns: The request as it would be shown to a user, and the policy's answer.
    /// - Throws: ``DirectSigningError`` and ``NEARError`` where it would not even be put before anybody.
    package func preview(
        _ subject: PreviewSubject
    ) async throws -> (request: ApprovalRequest, verdict: PolicyVerdict) {
        let id = try host.beginPreview(subject.kind)
        defer { host.end() }
        do throws(HostCallError) {
            switch subject {
            case .transaction(let request): _ = try await service.signTransactions([request], in: id)
            case .delegateAction(let request): _ = try await service.signDelegateActions([request], in: id)
            case .message(let payload): _ = try await service.signMessage(payload, in: id)
            }
        } catch {
            if let seen = host.previewed { return seen }
            throw reason(error)
        }
        // Never: nothing was approved.
        throw NEARError.userCancelled
    }

    /// Returns the newest request of a key that was executed or may still be, as the journal has it.
    ///
    /// - Throws: ``NEARError/journal(reason:)``.
    package func recorded(_ key: IdempotencyKey) async throws(NEARError) -> JournalEntry? {
        try await host.journal.entry(of: key, signer: account)
    }
}

extension DirectWallet.PreviewSubject {
    /// The kind of the request.
    var kind: RequestKind {
        switch self {
        case .transaction: .signAndSendTransaction
        case .delegateAction: .signDelegateActions
        case .message: .signMessage
        }
    }
}

extension DirectWallet {
    /// Returns a request as it would be shown, for a wallet that approves in a way of its own.
    package func request(for subject: PreviewSubject) async -> ApprovalRequest {
        let chain = await host.keystoreNodes.nodes.identity.resolve()
        let words: ApprovalRequest.Subject =
            switch subject {
            case .transaction(let request): .transactions([request], signerId: account)
            case .delegateAction(let request): .delegateActions([request], signerId: account)
            case .message(let payload): .message(payload.message, recipient: payload.recipient, signerId: account)
            }
        let request = ApprovalRequest(
            network: host.networkId, chain: chain.identity, asker: host.asker, subject: words, coveringKey: nil)
        return await host.journal.notingReceivers(of: request)
    }
}
