// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import NEARRPC

/// Asks the chain what became of a request. It reads only: nothing is ever sent again.
///
/// `notSent` is said where it is proven: another transaction has taken the nonce, or the nonce is free and the time has gone by in which a
/// transaction could still be executed. What the nodes don't have any more can't be proven; then the entry says where to look.
struct JournalReconciler {
    /// For how many blocks after the one that it refers to a transaction is valid (nearcore's `transaction_validity_period` on mainnet and
    /// testnet; chains for tests have less).
    static let validity: UInt64 = 86_400
    /// Beyond this age in blocks nodes that aren't archival have forgotten: five epochs of 43,200 blocks, as nearcore keeps by default.
    static let memory: UInt64 = 216_000
    /// How many blocks with changes of a signer's keys are looked into for one request.
    static let longestSearch = 16

    /// The shortest time in which a public network makes a block; today's take six times as long.
    static let shortestBlock = 0.1

    let client: NEARRPCClient
    /// Transactions that other requests are known to be.
    let claimed: Set<CryptoHash>

    /// What is known of a part, and whether somebody has to look again.
    struct Finding: Sendable, Hashable {
        let state: JournalEntry.State
        let isSettled: Bool

        static func settled(_ state: JournalEntry.State) -> Finding { Finding(state: state, isSettled: true) }
        static func open(_ state: JournalEntry.State) -> Finding { Finding(state: state, isSettled: false) }
        static func open(_ howToCheck: String) -> Finding { .open(.unknown(howToCheck: howToCheck)) }
    }

    /// Looks at `request` and says what is new.
    ///
    /// - Throws: `RPCError` when no node can be asked, or when what it answers can't be true.
    func look(at request: JournalRequest) async throws -> [JournalRecord] {
        let (id, liveness) = (request.intent.id, request.intent.process.liveness)
        // Whoever waits for the wallet writes down himself what it says.
        guard request.leftBecause != nil || !request.states.isEmpty || liveness != .running else { return [] }
        var records: [JournalRecord] = []
        if request.leftBecause == nil, request.states.isEmpty, liveness == .ended {
            records.append(.left(id: id, reason: "the program stopped"))
        }
        let history = KeyHistory(client: client, accountId: request.intent.signerId)
        let now = try await history.now()
        if request.heightAfterLeft == nil { records.append(.checked(id: id, height: now.height)) }
        var findings: [Int: Finding] = [:]
        var open: [Int] = []
        for part in request.intent.parts.indices where !request.settled.contains(part) {
            if let signatures = request.signatures[part] {
                findings[part] = try await finding(signatures, part, request, history, now)
            } else if request.intent.walletId == PackagedWallet.keystore {
                findings[part] = Self.unsigned(request, liveness, height: now.height)
                continue
            }
            if findings[part] == nil { open.append(part) }
        }
        if !open.isEmpty {
            let found =
                request.intent.kind == .transactions
                ? try await search(open, request, history, now)
                : Dictionary(uniqueKeysWithValues: open.map { ($0, Self.unsignedDelegateAction(request)) })
            findings.merge(found) { known, _ in known }
        }
        for (part, finding) in findings.mapValues({ Self.doubted($0, request, height: now.height) })
            .sorted(by: { $0.key < $1.key }) where finding.state != request.states[part] || finding.isSettled
        {
            records.append(.state(id: id, part: part, finding.state, isSettled: finding.isSettled))
        }
        return records
    }

    // MARK: What the journal itself proves

    /// What is known of a part that the keystore hasn't signed: it writes down what it signs before anybody gets it.
    ///
    /// - Returns: `nil` while the process that may sign runs.
    private static func unsigned(
        _ request: JournalRequest, _ liveness: ProcessIdentity.Liveness, height: UInt64
    ) -> Finding? {
        switch liveness {
        case .running: nil
        case .ended: .settled(.notSent(reason: "nothing was signed"))
        case .unseen where isExpired(request, height: height):
            .settled(.notSent(reason: "nothing was signed while a transaction of that time could be executed"))
        case .unseen: .open(request.unseenAdvice)
        }
    }

    /// Whether what a wallet may have signed when somebody looked for the first time can't be executed any more.
    static func isExpired(_ request: JournalRequest, height now: UInt64) -> Bool {
        guard let left = request.heightAfterLeft else { return false }
        let start = max(left, request.keys?.height ?? 0)
        return isOver(height(start, plus: validity), since: start, now, request)
    }

    /// Whether a block that was to come when the request began is over. A node that names any height it likes is believed only as far as a
    /// public network can have come since, by this machine's clock; a chain of one's own makes blocks when it likes.
    static func isOver(_ last: UInt64, since start: UInt64, _ now: UInt64, _ request: JournalRequest) -> Bool {
        guard now > last else { return false }
        guard ["mainnet", "testnet"].contains(request.intent.network) else { return true }
        let blocks = min(last - min(start, last), validity)
        let elapsed = Date().timeIntervalSince1970 - Double(request.intent.time) / 1000
        return elapsed >= Double(blocks) * shortestBlock
    }

    /// The finding, unless it is "not sent" and the journal may lack the line that says otherwise.
    private static func doubted(_ finding: Finding, _ request: JournalRequest, height now: UInt64) -> Finding {
        guard case .notSent = finding.state else { return finding }
        if request.unreadableLines > 0 {
            // The line may be put right while the nodes still know that time.
            let start = request.heightAfterLeft ?? request.keys?.height
            let isGone = start.map { now > height($0, plus: memory) } ?? false
            return Finding(state: .unknown(howToCheck: request.damageAdvice), isSettled: isGone)
        }
        guard !request.isChecked else { return finding }
        return .settled(
            .unknown(
                howToCheck:
                    "An older version of this program wrote the entry without checksums, so damage could go unseen; look at the "
                    + "latest transactions of \(request.intent.signerId) before asking again"))
    }

    // MARK: What was signed

    /// What is known of a part that was signed, once or more often: what was executed counts, then what may still be.
    ///
    /// - Returns: `nil` when a wallet only named a hash that no node knows.
    private func finding(
        _ signatures: [JournalSignature], _ part: Int, _ request: JournalRequest, _ history: KeyHistory,
        _ now: KeyHistory.Moment
    ) async throws -> Finding? {
        var findings: [Finding?] = []
        for signature in signatures {
            if let hash = signature.hash {
                findings.append(try await transaction(hash, signature.key, part, request, history, now))
            } else if let key = signature.key {
                findings.append(try await delegateAction(key, request, history, now))
            } else {
                findings.append(nil)
            }
        }
        let known = findings.compactMap(\.self)
        if let done = known.first(where: { if case .confirmed = $0.state { true } else { false } }) { return done }
        guard known.count == findings.count else { return nil }
        return known.first { !$0.state.isFinal }
            ?? known.first { if case .failed = $0.state { true } else { false } } ?? known.first
    }

    private func transaction(
        _ hash: CryptoHash, _ key: JournalSignature.SignedNonce?, _ part: Int, _ request: JournalRequest,
        _ history: KeyHistory, _ now: KeyHistory.Moment
    ) async throws -> Finding? {
        if let finding = try await lookUp(hash, part, request, history) { return finding }
        // A hash that a wallet only named proves nothing by being unknown.
        guard let key else { return nil }
        return try await unseen(hash, key, request, history)
    }

    /// The chain's word on a transaction; `nil` when no node knows it.
    private func lookUp(
        _ hash: CryptoHash, _ part: Int, _ request: JournalRequest, _ history: KeyHistory
    ) async throws -> Finding? {
        guard let outcome = try await outcome(of: hash, history) else { return nil }
        guard let outcome = outcome.outcome else {
            return .open("Transaction \(hash) is being executed; look again in a few seconds")
        }
        guard Self.isAskedFor(outcome, part, request) else {
            return .settled(
                .unknown(howToCheck: "Transaction \(hash) was executed and is not what was asked for; look it up"))
        }
        return Self.finding(outcome)
    }

    func outcome(of hash: CryptoHash, _ history: KeyHistory) async throws(RPCError) -> TransactionResult? {
        try history.budget.spend()
        do throws(RPCError) {
            return try await client.transaction(
                hash, signerId: history.accountId, waitUntil: .none, deadline: KeyHistory.patience)
        } catch {
            guard case .unknownTransaction = error.cause else { throw error }
            return nil
        }
    }

    static func finding(_ outcome: FinalExecutionOutcome) -> Finding {
        // Who doesn't say how final it is hasn't said that it is.
        let (hash, isFinal) = (outcome.transactionHash, outcome.finalExecutionStatus == .final)
        if let failure = outcome.failure, isFinal { return .settled(.failed(hash: hash, reason: "\(failure)")) }
        if outcome.isSuccess, isFinal { return .settled(.confirmed(hash: hash)) }
        return .open("Transaction \(hash) is being executed; look again in a few seconds")
    }

    static func isAskedFor(_ outcome: FinalExecutionOutcome, _ part: Int, _ request: JournalRequest) -> Bool {
        let (asked, shown) = (request.intent.parts[part], outcome.transaction)
        return shown.signerId == request.intent.signerId && shown.receiverId == asked.receiverId
            && shown.actions.count == asked.actions.count
            && zip(asked.actions, shown.actions).allSatisfy { $0.resembles($1) }
    }

    // MARK: What the key's nonce proves

    /// What is known of a transaction that was signed with a nonce and that no node knows by its hash.
    private func unseen(
        _ hash: CryptoHash, _ key: JournalSignature.SignedNonce, _ request: JournalRequest, _ history: KeyHistory
    ) async throws -> Finding {
        let isPast = { (nonces: KeyHistory.Nonces) in nonces[key.publicKey].map { $0 >= key.nonce } ?? true }
        // Asked after the transaction was: what is executed in between must not look like another one.
        let now = try await history.now()
        guard isPast(now.nonces) else {
            let last = Self.height(key.height, plus: Self.validity)
            if Self.isOver(last, since: key.height, now.height, request) {
                return .settled(.notSent(reason: "its time went by at block \(last), and its nonce is unused"))
            }
            return .open(
                "No block has transaction \(hash) yet; it can be executed until block \(last). Now is \(now.height)")
        }
        do {
            let start = try await history.moment(at: key.height)
            let step = try await history.first(after: start, upTo: now, where: isPast)
            if step.changes.contains(where: { $0.cause == .transaction(hash) }) {
                return .open(
                    "The chain has taken transaction \(hash), and the node asked can't tell more; look it up in an explorer"
                )
            }
            guard try await isTaken(key, in: step, history) else {
                return .open(
                    "Block \(step.moment.height) took the nonce of transaction \(hash), and the node asked "
                        + "can't tell for what; look it up in an explorer")
            }
            return .settled(.notSent(reason: "another transaction took its nonce in block \(step.moment.height)"))
        } catch is KeyHistory.Gap {
            return Self.forgotten("transaction \(hash)", since: key.height, now.height)
        }
    }

    /// Whether a block shows by what a nonce was made useless: a receipt, or another transaction that the node knows.
    func isTaken(
        _ key: JournalSignature.SignedNonce, in step: KeyHistory.Step, _ history: KeyHistory
    ) async throws(RPCError) -> Bool {
        for change in step.changes where change.publicKey == key.publicKey && change.nonce ?? .max >= key.nonce {
            switch change.cause {
            case .receipt: return true
            case .transaction(let hash):
                guard let shown = try await outcome(of: hash, history)?.outcome?.transaction else { continue }
                if shown.publicKey.handle == key.publicKey, shown.nonce >= key.nonce { return true }
            case .other: continue
            }
        }
        return false
    }

    /// A height further on; files and nodes may say any number.
    static func height(_ height: UInt64, plus blocks: UInt64) -> UInt64 {
        let (sum, overflow) = height.addingReportingOverflow(blocks)
        return overflow ? .max : sum
    }

    static func forgotten(_ link: String, since start: UInt64, _ height: UInt64) -> Finding {
        let isGone = height > Self.height(start, plus: Self.memory)
        let state = JournalEntry.State.unknown(
            howToCheck: "The nodes don't have the blocks of that time; look \(link) up in an explorer")
        return Finding(state: state, isSettled: isGone)
    }
}
