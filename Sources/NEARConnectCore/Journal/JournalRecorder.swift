// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import Logging
internal import NEARPrimitives
internal import SafeText

/// The recorder of one request: intent, signatures and end, in this order.
///
/// The intent is written before the wallet is asked, signatures before they leave this process.
@MainActor
package final class JournalRecorder {
    /// The request's progress.
    private enum Stage {
        /// Nothing is on disk.
        case new
        /// The intent is on disk; the wallet knows nothing yet.
        case written
        /// The wallet may be doing what was asked.
        case handedOver
    }

    let intent: JournalIntent
    /// The id of the journal's entry.
    package var id: String { intent.id }
    package let requests: [TransactionRequest]
    private let journal: TransactionJournal
    private let logger: Logger
    private var stage = Stage.new
    private var states: [Int: JournalReconciler.Finding] = [:]
    /// Signatures by part, given to the wallet or named by it.
    package private(set) var signatures: [Int: JournalSignature] = [:]
    /// True if signatures have left this process.
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

    /// Returns whether `others` mean the same as the recorded request; wallets write arguments in their own way.
    package func isFor(_ others: [TransactionRequest]) -> Bool {
        do {
            return try others.map { try $0.json() } == requests.map { try $0.json() }
        } catch {
            return false  // The recorded request has such a form: a wallet was asked with it.
        }
    }

    /// Writes the intent to disk; the wallet must not be asked before this returns.
    ///
    /// - Throws: ``NEARError/journal(reason:)``.
    package func begin(keys: JournalKeys?) async throws(NEARError) {
        try await journal.append([.intent(intent)] + (keys.map { [.keys(id: intent.id, $0)] } ?? []))
        stage = .written
    }

    /// Writes the intent to disk, unless the journal has a request of the same idempotency key that may be executed.
    ///
    /// Processes that come at the same time take turns, so that one of them writes.
    ///
    /// - Parameter keys: The signer's keys, as a node shows them.
    /// - Returns: Whether it is written.
    /// - Throws: ``NEARError/journal(reason:)``.
    package func beginOnce(keys: JournalKeys? = nil) async throws(NEARError) -> Bool {
        guard try await journal.appendOnce(intent) else { return false }
        if let keys { try await journal.append([.keys(id: intent.id, keys)]) }
        stage = .written
        return true
    }

    /// Writes a request down that is over, with what came of its one part, unless the journal has it already.
    ///
    /// - Parameters:
    ///   - signature: The signature; `nil` where too little is known of it.
    ///   - state: How far the part is; the chain has the last word.
    /// - Throws: ``NEARError/journal(reason:)``.
    func recordOnce(_ signature: JournalSignature?, _ state: JournalEntry.State) async throws(NEARError) {
        let signed = signature.map { [JournalRecord.signed(id: intent.id, $0)] } ?? []
        _ = try await journal.appendOnce(
            intent, with: signed + [.state(id: intent.id, part: 0, state, isSettled: false, isOwn: true)])
        stage = .handedOver
    }

    /// Notes that the wallet is being asked.
    package func handOver() {
        stage = .handedOver
    }

    /// Records signatures; none may leave this process before this returns.
    ///
    /// ``give()`` then notes that they leave.
    ///
    /// - Throws: ``NEARError/journal(reason:)``.
    package func sign(_ signed: [JournalSignature]) async throws(NEARError) {
        try await journal.append(signed.map { .signed(id: intent.id, $0) })
        for signature in signed { signatures[signature.part] = signature }
    }

    /// Notes that the signatures leave this process now.
    package func give() {
        hasGivenSignatures = true
    }

    /// Notes the state of a part, for ``end(_:wasAnswered:isKeystore:)`` to write.
    package func note(_ part: Int, _ state: JournalEntry.State, isSettled: Bool = true) {
        states[part] = JournalReconciler.Finding(state: state, isSettled: isSettled)
    }

    /// Notes a signature that the wallet named.
    package func note(_ signature: JournalSignature) {
        if signatures[signature.part]?.key == nil { signatures[signature.part] = signature }
    }

    /// Records the end of the request.
    ///
    /// - Parameters:
    ///   - error: Why there is no result; `nil` when there is one.
    ///   - wasAnswered: True if `error` is the wallet's answer.
    ///   - isKeystore: True if only this process can sign.
    /// - Returns: Whether the chain has to be asked.
    package func end(_ error: NEARError?, wasAnswered: Bool, isKeystore: Bool) async -> Bool {
        guard stage != .new else { return false }
        logger.debug("journal", metadata: ["record": "end", "id": "\(intent.id)"])
        var records: [JournalRecord] = []
        // A wallet that lost track of its transaction may still have named it.
        if case .transactionUnknown(let hash?)? = error, intent.parts.count == 1 {
            note(JournalSignature(part: 0, hash: hash, key: nil))
        }
        for (_, signature) in signatures.sorted(by: { $0.key < $1.key }) where !isKeystore {
            records.append(.signed(id: intent.id, signature))
        }
        if let error { close(error, wasAnswered: wasAnswered, isKeystore: isKeystore, &records) }
        for (part, finding) in states.sorted(by: { $0.key < $1.key }) {
            records.append(.state(id: intent.id, part: part, finding.state, isSettled: finding.isSettled, isOwn: true))
        }
        do {
            try await journal.append(records)
        } catch {
            // The entry stays open, so the chain will be asked about it.
            logger.error("a request's end was not written down", metadata: ["code": "\(error.code)"])
        }
        return intent.parts.indices.contains { states[$0]?.isSettled != true && states[$0]?.state != .signed }
    }

    /// Adds records for the parts of which nothing is known after `error`.
    private func close(
        _ error: NEARError, wasAnswered: Bool, isKeystore: Bool, _ records: inout [JournalRecord]
    ) {
        let open = intent.parts.indices.filter { states[$0] == nil }
        guard !open.isEmpty else { return }
        if stage == .written {
            for part in open {
                note(part, .notSent(reason: localized("the request ended before the wallet was asked")))
            }
        } else if isKeystore && !hasGivenSignatures {
            for part in open { note(part, .notSent(reason: localized("nothing was signed"))) }
        } else {
            records.append(.left(id: intent.id, reason: Self.reason(error)))
            guard wasAnswered, signatures.isEmpty, Self.isRefusal(error) else { return }
            let reason = localized("the wallet says that it refused")
            for part in open { note(part, .refused(reason: reason), isSettled: false) }
        }
    }

    private static func isRefusal(_ error: NEARError) -> Bool {
        switch error {
        case .userCancelled, .walletRejected: true
        default: false
        }
    }

    /// Returns a few words for the journal.
    ///
    /// They never quote the wallet, whose own words may hold what was to be signed.
    private static func reason(_ error: NEARError) -> String {
        switch error {
        case .userCancelled: localized("you cancelled the request")
        case .timedOut: localized("the deadline passed")
        case .bridgeCrashed: localized("the web process crashed")
        case .bridgeReloaded: localized("the bridge page was reloaded")
        case .managerReleased: localized("the program closed the wallet manager")
        default: localized("the request ended (%1$s)", error.code)
        }
    }
}
