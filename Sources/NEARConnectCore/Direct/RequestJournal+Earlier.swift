// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

extension RequestJournal {
    /// Returns an earlier request of the same key that was executed; `nil` where it is to be sent now.
    ///
    /// Where its end isn't known, the chain is asked.
    ///
    /// - Parameters:
    ///   - key: The name of the request.
    ///   - request: What it asks for; another request under this name is an error.
    ///   - signer: The account that signs.
    /// - Throws: ``RepeatedRequestError``, ``NEARError``.
    package func earlier(
        _ key: IdempotencyKey, _ request: TransactionRequest, by signer: AccountId
    ) async throws -> JournalEntry? {
        guard var entry = try await self.entry(of: key, signer: signer) else { return nil }
        guard entry.parts.count == 1, let part = entry.parts.first, part.receiverId == request.receiverId,
            part.actions == request.actions.map(JournalAction.init)
        else {
            let summary = entry.parts.map { "\($0.receiverId): \($0.actions.map(\.summary).joined(separator: ", "))" }
            throw RepeatedRequestError.otherRequest(
                key: key.text.text, summary: DisplayText.line(summary.joined(separator: "; ")))
        }
        if !entry.state.isFinal {
            _ = try await reconcile()
            guard let newer = try await self.entry(of: key, signer: signer) else { return nil }
            entry = newer
        }
        switch entry.state {
        case .confirmed, .failed: return entry
        case .open: throw RepeatedRequestError.inProgress(key: key.text.text)
        default:
            throw RepeatedRequestError.unsettled(
                key: key.text.text, hash: entry.parts.first?.hash, advice: entry.state.detail)
        }
    }
}
