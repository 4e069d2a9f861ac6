// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import Logging
package import NEARPrimitives
internal import NEARRPC

/// The journal of one manager: makes the recorders of its requests, and asks the chain what became of them.
@MainActor
package final class RequestJournal {
    /// The time that a node has to name the signer's keys, before a wallet is asked without that.
    static let keysPatience = Duration.milliseconds(600)

    private let journal: TransactionJournal
    let nodes: NetworkNodes
    private let logger: Logger
    /// Asks the chain about what the journal has open.
    private var reconciliation: Task<Void, Never>?

    /// - Parameters:
    ///   - file: The journal's file; `nil` for a profile that stores nothing.
    ///   - nodes: The nodes that are asked.
    ///   - logger: Says what could not be learnt.
    package init(file: JournalFile?, nodes: NetworkNodes, logger: Logger) {
        journal = TransactionJournal(file: file, logger: logger)
        self.nodes = nodes
        self.logger = logger
    }

    /// Makes the journal of another network's requests over the file of `other`.
    package init(over other: RequestJournal, nodes: NetworkNodes) {
        journal = other.journal
        logger = other.logger
        self.nodes = nodes
    }

    isolated deinit {
        reconciliation?.cancel()
    }

    /// Stops asking the chain.
    package func stop() {
        reconciliation?.cancel()
    }

    /// Returns the newest entries of journal and archive, on all networks, the newest first.
    ///
    /// - Throws: ``NEARError/journal(reason:)``.
    package func history() async throws(NEARError) -> [JournalEntry] {
        let page = try await journal.page(HistoryQuery())
        for problem in page.problems { logger.warning("\(problem)") }
        return page.entries
    }

    /// Returns one page of journal and archive, the newest entries first.
    package func page(_ query: HistoryQuery) async throws(NEARError) -> HistoryPage { try await journal.page(query) }

    /// Returns the accounts that were sent to, the last one first.
    ///
    /// - Throws: ``NEARError/journal(reason:)``.
    package func contacts(_ query: HistoryQuery) async throws(NEARError) -> ContactList {
        try await journal.contacts(query)
    }

    /// Asks the chain about every entry whose end isn't known, on the network that is set.
    ///
    /// - Returns: The entries that were looked at, as they are now.
    /// - Throws: ``NEARError/rpcError(_:)``, ``NEARError/journal(reason:)``, ``NEARError/wrongChain(_:)``.
    package func reconcile() async throws(NEARError) -> [JournalEntry] {
        // Another chain's word would settle entries for good.
        try await nodes.identity.confirmed()
        return try await journal.reconcile(network: nodes.network.rawValue, client: nodes.client())
    }

    /// Does ``reconcile()`` when there is anything to do.
    ///
    /// Nobody waits for it.
    package func reconcileInBackground() {
        guard let client = nodes.availableClient else { return }
        let (journal, network, logger, previous) = (journal, nodes.network.rawValue, logger, reconciliation)
        let identity = nodes.identity
        reconciliation = Task(priority: .utility) {
            await previous?.value
            do {
                guard !Task.isCancelled, try await journal.hasUnsettled(network: network) else { return }
                try await identity.confirmed()
                _ = try await journal.reconcile(network: network, client: client)
            } catch {
                let code = (error as? NEARError)?.code ?? "cancelled"
                logger.notice("the journal was not reconciled", metadata: ["code": "\(code)"])
            }
        }
    }

    /// Waits until nothing is being reconciled in the background.
    ///
    /// For tests.
    func settle() async {
        await reconciliation?.value
    }

    /// Makes the recorder of one request.
    ///
    /// Nothing is written yet.
    ///
    /// - Parameters:
    ///   - id: The request.
    ///   - kind: The kind of the request.
    ///   - requests: The transactions or delegate actions that are asked for.
    ///   - signer: The account that is to sign.
    ///   - walletId: The wallet that is asked.
    ///   - asker: The one who asks.
    ///   - key: The name that a job gave its request.
    package func recorder(
        of id: RequestID, kind: RequestKind, requests: [TransactionRequest], signer: AccountId, walletId: String,
        asker: Asker, idempotencyKey key: IdempotencyKey? = nil
    ) -> JournalRecorder {
        let intent = JournalIntent(
            id: UUID().uuidString.lowercased(), time: Int64(Date().timeIntervalSince1970 * 1000), request: id.text,
            kind: kind == .signDelegateActions ? .delegateActions : .transactions, network: nodes.network.rawValue,
            genesis: nodes.chain.identity?.genesis, signerId: signer, walletId: walletId,
            parts: requests.map {
                JournalIntent.Part(receiverId: $0.receiverId, actions: $0.actions.map(JournalAction.init))
            }, process: .current, asker: asker.key, idempotencyKey: key?.text)
        return JournalRecorder(intent, requests, journal: journal, logger: logger)
    }

    /// Returns the newest request of a key that was executed or may still be.
    ///
    /// - Throws: ``NEARError/journal(reason:)``, also where a part of the journal can't be read: the request may be in
    ///   it.
    func entry(of key: IdempotencyKey, signer: AccountId) async throws(NEARError) -> JournalEntry? {
        var query = HistoryQuery()
        (query.network, query.account, query.idempotencyKey) = (nodes.network.rawValue, signer, key.text)
        repeat {
            let page = try await journal.page(query)
            if let problem = page.problems.first { throw .journal(reason: problem) }
            if let entry = page.entries.first(where: { $0.mayHaveBeenExecuted }) { return entry }
            query.after = page.next
        } while query.after != nil
        return nil
    }

    /// Counts an approval of a policy's rule; see ``TransactionJournal/count(_:of:sums:at:)``.
    package func count(
        _ costs: ApprovalCosts, of rule: ExactText, sums: [ApprovalSum]
    ) async throws(NEARError) -> SumVerdict {
        try await journal.count(costs, of: rule, sums: sums)
    }

    /// Returns what ``count(_:of:sums:)`` would, and counts nothing.
    func judge(_ costs: ApprovalCosts, of rule: ExactText, sums: [ApprovalSum]) async throws(NEARError) -> SumVerdict {
        try await journal.judge(costs, of: rule, sums: sums)
    }

    /// Returns the signer's keys as they are before a wallet is asked, when a node says so at once.
    package func keys(of signer: AccountId) async -> JournalKeys? {
        do {
            let list = try await nodes.client().viewAccessKeyList(of: signer, deadline: Self.keysPatience)
            var nonces: [PublicKeyHandle: UInt64] = [:]
            for key in list.value.keys { nonces[key.publicKey] = key.accessKey.nonce }
            // An account that signs has a key; a node that shows none proves nothing later.
            guard !nonces.isEmpty else { return nil }
            return JournalKeys(height: list.blockHeight, nonces: nonces)
        } catch {
            logger.debug("a request goes on without the signer's keys", metadata: Redaction.error(error))
            return nil
        }
    }
}

extension JournalEntry {
    /// True unless it is proven that nothing of the request was executed, or ever will be.
    var mayHaveBeenExecuted: Bool {
        parts.contains { part in
            if case .notSent = part.state { false } else { true }
        }
    }
}
