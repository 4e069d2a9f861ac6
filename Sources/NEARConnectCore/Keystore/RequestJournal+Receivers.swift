// SPDX-License-Identifier: MIT

internal import NEARPrimitives

extension RequestJournal {
    /// The most receivers of one request that are looked up, and the most pages of entries for each.
    private static let receiverLimit = 16
    private static let pageLimit = 20

    /// Returns a request with the journal's word on its receivers, and with a way to ask what it would do.
    ///
    /// A receiver is known when the chain has confirmed a transaction of the same signer to it, on the same chain.
    package func notingReceivers(of request: ApprovalRequest) async -> ApprovalRequest {
        guard let signer = request.signerId, !request.intents.isEmpty else { return request }
        var noted = request
        // A call's tokens go to whom its arguments name, and its contract may be known for long.
        let intents = request.wholeIntents
        let receivers = Set(intents.map(\.receiverId) + intents.flatMap(\.actions).compactMap(\.tokenReceiver))
            .subtracting([signer])
        guard receivers.count <= Self.receiverLimit else {
            noted.isReceiverHistoryUnknown = true
            return asking(noted, from: signer)
        }
        // Arguments that can't be read hide who gets the tokens.
        if intents.flatMap(\.actions).contains(where: { $0.movesTokens && $0.tokenReceiver == nil }) {
            noted.isReceiverHistoryUnknown = true
        }
        for receiver in receivers {
            var query = HistoryQuery(limit: 50)
            (query.account, query.receiver) = (signer, receiver)
            if let chain = request.chain { query.chain = chain } else { query.network = request.network }
            switch await hasConfirmed(receiver, query) {
            case true?: break
            case false?: noted.firstReceivers.insert(receiver)
            case nil: noted.isReceiverHistoryUnknown = true
            }
        }
        return asking(noted, from: signer)
    }

    /// Returns a request with a way to ask a node what it would do.
    private func asking(_ request: ApprovalRequest, from signer: AccountId) -> ApprovalRequest {
        guard let client = nodes.availableClient else { return request }
        var isDelegated = false
        if case .delegateActions = request.subject { isDelegated = true }
        var question = OutlookQuestion(
            intents: request.intents, signer: signer, isDelegated: isDelegated, client: client)
        question.firstReceivers = request.firstReceivers
        var query = HistoryQuery()
        query.network = request.network
        question.known = { [weak self, query] in
            guard let self else { return [] }
            return try await self.contacts(query).contacts.map(\.account) + [signer]
        }
        var asking = request
        asking.outlook = { [question] in await question.ask() }
        return asking
    }

    /// Returns whether a confirmed entry is among those of the query; `nil` where not all could be read.
    private func hasConfirmed(_ receiver: AccountId, _ query: HistoryQuery) async -> Bool? {
        var (query, isComplete) = (query, true)
        for _ in 0..<Self.pageLimit {
            let page: HistoryPage
            do {
                page = try await self.page(query)
            } catch {
                return nil
            }
            isComplete = isComplete && page.problems.isEmpty
            let parts = page.entries.flatMap(\.parts).filter { $0.receivers.contains(receiver) }
            if parts.contains(where: { if case .confirmed = $0.state { true } else { false } }) { return true }
            guard let next = page.next else { return isComplete ? false : nil }
            query.after = next
        }
        return nil
    }
}
