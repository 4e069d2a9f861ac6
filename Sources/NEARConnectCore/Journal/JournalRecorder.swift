// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import Logging
internal import NEARPrimitives

/// One request's way through the journal: its intent before the wallet is asked, its signatures before they leave this process, and its end.
@MainActor
package final class JournalRecorder {
    /// How far the request has come.
    private enum Stage {
        /// Nothing is on disk.
        case new
        /// The intent is on disk; the wallet knows nothing yet.
        case written
        /// The wallet may do what it was asked for.
        case handedOver
    }

    let intent: JournalIntent
    let requests: [TransactionRequest]
    private let journal: TransactionJournal
    private let logger: Logger
    private var stage = Stage.new
    private var states: [Int: JournalReconciler.Finding] = [:]
    /// Signatures that the wallet was given, or named, by part.
    package private(set) var signatures: [Int: JournalSignature] = [:]
    /// Signatures that this process has given away.
    private var hasGivenSignatures = false

    package init(
        _ intent: JournalIntent, _ requests: [TransactionRequest], journal: TransactionJournal,
        logger: Logger
    ) {
        self.intent = intent
        self.requests = requests
        self.journal = journal
        self.logger = logger
    }

    /// Whether `others` mean what was asked for: wallets write arguments in their own way.
    package func isFor(_ others: [TransactionRequest]) -> Bool {
        do {
            return try others.map { try $0.json() } == requests.map { try $0.json() }
        } catch {
            return false  // What was asked for has a form for wallets.
        }
    }

    /// Writes the intent down. Until this has returned, the wallet must not be asked.
    ///
    /// - Throws: ``NEARError/journal(reason:)``.
    package func begin(keys: JournalKeys?) async throws(NEARError) {
        try await journal.append([.intent(intent)] + (keys.map { [.keys(id: intent.id, $0)] } ?? []))
        stage = .written
    }

    /// Says that the wallet is being asked.
    package func handOver() {
        stage = .handedOver
    }

    /// Writes down what was signed. Until this has returned, no signature may leave this process; ``give()`` says that they do.
    ///
    /// - Throws: ``NEARError/journal(reason:)``.
    package func sign(_ signed: [JournalSignature]) async throws(NEARError) {
        try await journal.append(signed.map { .signed(id: intent.id, $0) })
        for signature in signed { signatures[signature.part] = signature }
    }

    /// Says that the signatures leave this process now.
    package func give() {
        hasGivenSignatures = true
    }

    /// Remembers what is known of a part, for ``end(_:wasAnswered:isKeystore:)`` to write.
    package func note(_ part: Int, _ state: JournalEntry.State, isSettled: Bool = true) {
        states[part] = JournalReconciler.Finding(state: state, isSettled: isSettled)
    }

    /// Remembers what the wallet says that it signed.
    package func note(_ signature: JournalSignature) {
        if signatures[signature.part]?.key == nil { signatures[signature.part] = signature }
    }

    /// Writes down how the request has ended.
    ///
    /// - Parameters:
    ///   - error: Why there is no result; `nil` when there is one.
    ///   - wasAnswered: Whether `error` is the wallet's word.
    ///   - isKeystore: Whether nothing can be signed but by this process.
    /// - Returns: Whether somebody has to ask the chain.
    package func end(_ error: NEARError?, wasAnswered: Bool, isKeystore: Bool) async -> Bool {
        guard stage != .new else { return false }
        logger.debug("journal", metadata: ["record": "end", "id": "\(intent.id)"])
        var records: [JournalRecord] = []
        // A wallet that lost sight of its transaction may have named it.
        if case .transactionUnknown(let hash?)? = error, intent.parts.count == 1 {
            note(JournalSignature(part: 0, hash: hash, key: nil))
        }
        for (_, signature) in signatures.sorted(by: { $0.key < $1.key }) where !isKeystore {
            records.append(.signed(id: intent.id, signature))
        }
        if let error { close(error, wasAnswered, isKeystore, &records) }
        for (part, finding) in states.sorted(by: { $0.key < $1.key }) {
            records.append(.state(id: intent.id, part: part, finding.state, isSettled: finding.isSettled, isOwn: true))
        }
        do {
            try await journal.append(records)
        } catch {
            // The entry stays open, and the chain will be asked for it.
            logger.error("a request's end was not written down", metadata: ["code": "\(error.code)"])
        }
        return intent.parts.indices.contains { states[$0]?.isSettled != true && states[$0]?.state != .signed }
    }

    /// What is to be said of the parts that nothing is known of, after `error`.
    private func close(
        _ error: NEARError, _ wasAnswered: Bool, _ isKeystore: Bool, _ records: inout [JournalRecord]
    ) {
        let open = intent.parts.indices.filter { states[$0] == nil }
        guard !open.isEmpty else { return }
        if stage == .written {
            for part in open { note(part, .notSent(reason: "the request ended before the wallet was asked")) }
        } else if isKeystore && !hasGivenSignatures {
            for part in open { note(part, .notSent(reason: "nothing was signed")) }
        } else {
            records.append(.left(id: intent.id, reason: Self.reason(error)))
            guard wasAnswered, signatures.isEmpty, Self.isRefusal(error) else { return }
            for part in open { note(part, .refused(reason: "The wallet says that it refused"), isSettled: false) }
        }
    }

    private static func isRefusal(_ error: NEARError) -> Bool {
        switch error {
        case .userCancelled, .walletRejected: true
        default: false
        }
    }

    /// A few words for the journal. Never the wallet's own: they may hold what was to be signed.
    private static func reason(_ error: NEARError) -> String {
        switch error {
        case .userCancelled: "the person cancelled"
        case .timedOut: "the deadline went by"
        case .bridgeCrashed: "the web process crashed"
        case .bridgeReloaded: "the bridge was loaded anew"
        case .managerReleased: "the program closed the wallet manager"
        default: "the request ended (\(error.code))"
        }
    }
}
