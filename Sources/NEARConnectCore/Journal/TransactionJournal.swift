// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import Logging
internal import NEARPrimitives
package import NEARRPC

/// What was handed to wallets to be signed, and what became of it: a line is on disk before a wallet is asked, and before a signature of the
/// keystore leaves this process.
///
/// ``NEARWalletManager`` keeps it by itself; ``NEARWalletManager/history()`` and ``NEARWalletManager/reconcile()`` are the way to it from a
/// program that has a manager. docs/journal.md has the file's format. Without a file, for profiles that keep nothing, it is kept in memory.
package actor TransactionJournal {
    private let file: JournalFile?
    private let logger: Logger
    private let executor = SerialExecutorQueue(label: "near-connect.journal")
    /// Everything, where there is no file.
    private var memory: [JournalLine] = []

    /// The queue on which the disk is waited for.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The journal of a profile. Nothing is read or created yet.
    package init(folders: ProfileFolders) {
        self.init(file: JournalFile(folder: folders.state), logger: Logger(label: "near-connect"))
    }

    package init(file: JournalFile?, logger: Logger) {
        self.file = file
        self.logger = logger
    }

    /// The entries of all networks, the newest first, and a sentence for each line that can't be read.
    ///
    /// - Throws: ``NEARError/journal(reason:)``.
    package func contents() throws(NEARError) -> (entries: [JournalEntry], problems: [String]) {
        let content = try read()
        return (JournalLedger(lines: content.lines).requests.reversed().map(\.entry), content.problems)
    }

    /// Asks the chain about every entry of `network` whose end isn't known, and writes down what it says. It reads from the chain only.
    ///
    /// - Returns: The entries that were looked at, as they are now, the oldest first.
    /// - Throws: ``NEARError/rpcError(_:)`` when no node answers, ``NEARError/journal(reason:)``, ``NEARError/taskCancelled``.
    package func reconcile(network: String, client: NEARRPCClient) async throws(NEARError) -> [JournalEntry] {
        let content = try read()
        for problem in content.problems { logger.warning("\(problem)") }
        let ledger = JournalLedger(lines: content.lines)
        var distrusted: RPCError?
        let requests = ledger.unsettled.filter { $0.intent.network == network }
        for request in requests {
            let others = ledger.requests.filter { $0.intent.id != request.intent.id }
            let claimed = others.flatMap(\.entry.parts).compactMap(\.hash)
            do {
                let reconciler = JournalReconciler(client: client, claimed: Set(claimed))
                try await settle(request, reconciler)
            } catch let error as NEARError {
                throw error
            } catch RPCError.cancelled {
                throw .taskCancelled
            } catch let error as RPCError where error.code == "unexpectedResult" {
                // What a node says of one entry must not keep the others waiting for ever.
                distrusted = distrusted ?? error
            } catch {
                throw .rpcError("\(error)")
            }
        }
        if let distrusted { throw .rpcError("\(distrusted)") }
        let ids = Set(requests.map(\.intent.id))
        return JournalLedger(lines: try read().lines).requests.filter { ids.contains($0.intent.id) }.map(\.entry)
    }

    /// Looks at one request and writes down what is found. Lines that came meanwhile may be the signature without which
    /// this was proven, or another look's findings: then it looks again.
    private func settle(_ request: JournalRequest, _ reconciler: JournalReconciler) async throws {
        var current = request
        for _ in 0..<Self.looks {
            let records = try await reconciler.look(at: current)
            var newer: JournalRequest?
            try append(records) { content in
                let found = JournalLedger(lines: content.lines).request(request.intent.id)
                guard found != current else { return true }
                newer = found
                return false
            }
            guard let newer, !newer.isSettled else { return }
            current = newer
        }
    }

    /// How often a request is looked at when others keep writing about it meanwhile.
    private static let looks = 4

    /// Whether there is anything to reconcile on `network`.
    package func hasUnsettled(network: String) throws(NEARError) -> Bool {
        JournalLedger(lines: try read().lines).unsettled.contains { $0.intent.network == network }
    }

    /// Writes `records` and returns when they are on disk.
    ///
    /// - Parameter isStillTrue: Whether to write them after what is there now; nobody else writes in between.
    /// - Throws: ``NEARError/journal(reason:)``; then none of them counts.
    func append(
        _ records: [JournalRecord], if isStillTrue: ((JournalReader.Content) -> Bool)? = nil
    ) throws(NEARError) {
        guard !records.isEmpty else { return }
        guard let file else {
            guard isStillTrue?(JournalReader.Content(lines: memory)) ?? true else { return }
            let lines = records.map { JournalLine.record($0, isChecked: true) }
            memory = JournalLedger.compacted(memory + lines, keptBytes: JournalFile.keptBytes)
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
