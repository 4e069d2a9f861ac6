// SPDX-License-Identifier: MIT

package import FoundationEssentials
package import Logging
package import NEARPrimitives
package import NEARRPC

/// The journal of requests that were handed to wallets to be signed.
///
/// A line is on disk before a wallet is asked, and before a signature of the keystore leaves this process.
///
/// ``NEARWalletManager`` writes it by itself; a program that has a manager uses ``NEARWalletManager/history()`` and
/// ``NEARWalletManager/reconcile()``. docs/journal.md describes the file's format. Profiles that store nothing have
/// their journal in memory.
package actor TransactionJournal {
    private let file: JournalFile?
    private let logger: Logger
    private let executor = SerialExecutorQueue(label: "near-connect.journal")
    /// All lines, where there is no file.
    private var memory: [JournalLine] = []
    /// Approvals by rule, where there is no file.
    private var approvals: [ExactText: [CountedApproval]] = [:]

    /// The queue that waits for the disk.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates the journal of a profile; nothing is read or created yet.
    package init(folders: ProfileFolders) {
        self.init(file: JournalFile(folder: folders.state), logger: Logger(label: "near-connect"))
    }

    package init(file: JournalFile?, logger: Logger) {
        self.file = file
        self.logger = logger
    }

    /// Returns the file's entries of all networks, newest first, and a sentence for each line that can't be read.
    ///
    /// The archive has older ones; ``page(_:)`` reads both.
    ///
    /// - Throws: ``NEARError/journal(reason:)``.
    package func contents() throws(NEARError) -> (entries: [JournalEntry], problems: [String]) {
        let content = try read()
        return (JournalLedger(lines: content.lines).requests.reversed().map(\.entry), content.problems)
    }

    /// Returns one page of the journal and its archive, as one list with each entry once, the newest first.
    ///
    /// - Throws: ``NEARError/journal(reason:)``. An archive that can't be read is one of the page's problems.
    package func page(_ query: HistoryQuery) throws(NEARError) -> HistoryPage {
        // Entries go to the archive before they leave the file: read in this order, none is missed.
        let content = try read()
        return HistoryPage(query, content: content, archive: file?.archive)
    }

    /// Asks the chain about each entry of `network` whose end isn't known, and records the answers.
    ///
    /// It only reads from the chain.
    ///
    /// - Returns: The entries that were looked up, with their new state, oldest first.
    /// - Throws: ``NEARError/rpcError(_:)`` when no node answers, ``NEARError/journal(reason:)``,
    ///   ``NEARError/taskCancelled``.
    package func reconcile(network: String, client: NEARRPCClient) async throws(NEARError) -> [JournalEntry] {
        do {
            return try await askChain(network: network, client: client)
        } catch let error as NEARError {
            throw error
        } catch RPCError.cancelled {
            throw .taskCancelled
        } catch {
            throw .rpcError("\(error)")
        }
    }

    /// Does what ``reconcile(network:client:)`` does, and throws the client's own errors.
    ///
    /// - Throws: `RPCError`, ``NEARError/journal(reason:)``.
    package func askChain(network: String, client: NEARRPCClient) async throws -> [JournalEntry] {
        let content = try read()
        for problem in content.problems { logger.warning("\(problem)") }
        let ledger = JournalLedger(lines: content.lines)
        var distrusted: RPCError?
        let requests = ledger.unsettled.filter { $0.intent.network == network }
        for request in requests {
            do {
                try await settle(request, in: ledger, client: client)
            } catch let error as RPCError where error.code == "unexpectedResult" {
                // A bad answer about one entry must not block the others for ever.
                distrusted = distrusted ?? error
            }
        }
        if let distrusted { throw distrusted }
        let ids = Set(requests.map(\.intent.id))
        return JournalLedger(lines: try read().lines).requests.filter { ids.contains($0.intent.id) }.map(\.entry)
    }

    /// Looks one request up and records the findings.
    ///
    /// Lines that were added meanwhile may hold the signature without which this was proven, another look's findings,
    /// or another request's signature of what the search has found; then it looks again.
    private func settle(_ request: JournalRequest, in ledger: JournalLedger, client: NEARRPCClient) async throws {
        let id = request.intent.id
        var current = request
        var claimed = ledger.transactions(besides: id)
        for _ in 0..<Self.looks {
            let records = try await JournalReconciler(client: client, claimed: claimed).look(at: current)
            var newer: JournalRequest?
            try append(records) { content in
                let ledger = JournalLedger(lines: content.lines)
                let found = ledger.request(id)
                claimed = ledger.transactions(besides: id)
                guard found != current || !records.allSatisfy({ $0.transaction.map { !claimed.contains($0) } ?? true })
                else { return true }
                newer = found
                return false
            }
            guard let newer, !newer.isSettled else { return }
            current = newer
        }
    }

    /// The most looks at one request while others keep writing about it.
    private static let looks = 4

    /// Returns whether `network` has entries to reconcile.
    package func hasUnsettled(network: String) throws(NEARError) -> Bool {
        JournalLedger(lines: try read().lines).unsettled.contains { $0.intent.network == network }
    }

    /// Writes `records` and returns when they are on disk.
    ///
    /// - Throws: ``NEARError/journal(reason:)``; then none of them counts.
    package func append(_ records: [JournalRecord]) throws(NEARError) {
        try append(records, if: nil)
    }

    /// Writes `records`, if they are still true, and returns when they are on disk.
    ///
    /// - Parameter isStillTrue: Decides from the current content whether to write them; no other write comes in
    ///   between.
    /// - Throws: ``NEARError/journal(reason:)``; then none of them counts.
    func append(
        _ records: [JournalRecord], if isStillTrue: ((JournalReader.Content) -> Bool)?
    ) throws(NEARError) {
        guard !records.isEmpty else { return }
        guard let file else {
            guard isStillTrue?(JournalReader.Content(lines: memory)) ?? true else { return }
            let lines = records.map { JournalLine.record($0, isChecked: true) }
            memory = JournalLedger.compacted(memory + lines, keptBytes: JournalFile.keptBytes).kept
            return
        }
        do {
            if let trouble = try file.append(records, if: isStillTrue, compacted: JournalLedger.compacted) {
                logger.warning("the journal could not be made smaller", metadata: ["error": "\(trouble)"])
            }
        } catch {
            throw .journal(reason: "\(file.url.path): \(error)")
        }
        for record in records { logger.debug("journal", metadata: ["record": "\(record.name)", "id": "\(record.id)"]) }
    }

    /// Counts an approval of a policy's rule if all sums allow it.
    ///
    /// - Parameters:
    ///   - costs: The approval's costs.
    ///   - rule: The rule's name.
    ///   - sums: The sums, none of which may be exceeded.
    ///   - time: The time of the approval.
    /// - Throws: ``NEARError/journal(reason:)``.
    package func count(
        _ costs: ApprovalCosts, of rule: ExactText, sums: [ApprovalSum], at time: Date = Date()
    ) throws(NEARError) -> SumVerdict {
        let now = Int64(time.timeIntervalSince1970 * 1000)
        guard let file else {
            let earlier = approvals[rule] ?? []
            let now = max(now, earlier.last?.time ?? now)
            let verdict = SumVerdict.judge(costs, sums: sums, after: earlier, now: now)
            if verdict == .counted { approvals[rule] = earlier + [CountedApproval(time: now, costs: costs)] }
            return verdict
        }
        do {
            return try file.archive.count(costs, of: rule.text, sums: sums, at: now)
        } catch {
            throw .journal(reason: "\(file.archive.url.path): \(error)")
        }
    }

    /// Returns what ``count(_:of:sums:at:)`` would, and counts nothing.
    func judge(
        _ costs: ApprovalCosts, of rule: ExactText, sums: [ApprovalSum], at time: Date = Date()
    ) throws(NEARError) -> SumVerdict {
        let now = Int64(time.timeIntervalSince1970 * 1000)
        guard let file else { return SumVerdict.judge(costs, sums: sums, after: approvals[rule] ?? [], now: now) }
        do {
            return try file.archive.judge(costs, of: rule.text, sums: sums, at: now)
        } catch {
            throw .journal(reason: "\(file.archive.url.path): \(error)")
        }
    }

    /// Writes an intent, unless there is a request of the same idempotency key that may be executed.
    ///
    /// No other write comes in between.
    ///
    /// - Parameter records: What is known of the request already; written with it.
    /// - Returns: Whether it was written.
    /// - Throws: ``NEARError/journal(reason:)``.
    func appendOnce(_ intent: JournalIntent, with records: [JournalRecord] = []) throws(NEARError) -> Bool {
        var isWritten = false
        try append([.intent(intent)] + records) { content in
            isWritten = !JournalLedger(lines: content.lines).requests.contains { request in
                request.intent.isNamed(like: intent) && request.entry.mayHaveBeenExecuted
            }
            return isWritten
        }
        return isWritten
    }

    private func read() throws(NEARError) -> JournalReader.Content {
        guard let file else { return JournalReader.Content(lines: memory) }
        do {
            return try file.read()
        } catch {
            throw .journal(reason: "\(file.url.path): \(error)")
        }
    }
}

extension JournalRecord {
    /// The kind of line, for the log.
    fileprivate var name: String {
        switch self {
        case .intent: "intent"
        case .keys: "keys"
        case .signed: "signed"
        case .left: "left"
        case .checked: "checked"
        case .state(_, _, let state, _, _): state.code
        }
    }
}
