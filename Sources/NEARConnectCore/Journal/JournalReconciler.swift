// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Asks the chain what became of a request; only reads, never sends again.
///
/// `notSent` is said only where it is proven: another transaction has taken the nonce, or the nonce is free and the
/// transaction can't be executed any more. Where the nodes have forgotten the blocks there is no proof; then the entry
/// says where to look.
struct JournalReconciler {
    /// The number of blocks for which a transaction is valid after the block that it refers to.
    ///
    /// It is nearcore's `transaction_validity_period` on mainnet and testnet; test chains have less.
    static let validity: UInt64 = 86_400
    /// The age in blocks beyond which nodes that aren't archival have forgotten a block.
    ///
    /// It is five epochs of 43,200 blocks, nearcore's default.
    static let memory: UInt64 = 216_000
    /// The most blocks with changes of a signer's keys that one search looks into.
    static let longestSearch = 16

    /// The shortest block time of a public network, in seconds; today's is six times as long.
    static let shortestBlock = 0.1
    /// A block time that no public network has had over a day, in seconds.
    static let longestBlock = 3.0

    let client: NEARRPCClient
    /// Transactions that belong to other requests.
    let claimed: Set<CryptoHash>

    /// The state of a part, and whether it must be looked up again.
    struct Finding: Sendable, Hashable {
        let state: JournalEntry.State
        let isSettled: Bool

        static func settled(_ state: JournalEntry.State) -> Finding { Finding(state: state, isSettled: true) }
        static func open(_ state: JournalEntry.State) -> Finding { Finding(state: state, isSettled: false) }
        static func open(_ howToCheck: String) -> Finding { .open(.unknown(howToCheck: howToCheck)) }
    }

    /// One look at a request: the signer's keys over time, and at the newest final block.
    struct Look {
        let request: JournalRequest
        let history: KeyHistory
        let now: KeyHistory.Moment
    }

    /// Looks a request up on chain and returns the records that are new.
    ///
    /// - Throws: `RPCError` when no node can be asked, or when an answer can't be true.
    func look(at request: JournalRequest) async throws -> [JournalRecord] {
        let (id, liveness) = (request.intent.id, request.intent.process.liveness)
        // The process that waits for the wallet records the wallet's answer itself.
        guard request.leftBecause != nil || !request.states.isEmpty || liveness != .running else { return [] }
        var records: [JournalRecord] = []
        if request.leftBecause == nil, request.states.isEmpty, liveness == .ended {
            records.append(.left(id: id, reason: localized("the program stopped")))
        }
        let history = KeyHistory(client: client, accountId: request.intent.signerId)
        let now = try await history.now()
        let look = Look(request: request, history: history, now: now)
        if request.heightAfterLeft == nil { records.append(.checked(id: id, height: now.height)) }
        var findings: [Int: Finding] = [:]
        var open: [Int] = []
        for part in request.intent.parts.indices where !request.settled.contains(part) {
            if let signatures = request.signatures[part] {
                findings[part] = try await finding(signatures, of: part, in: look)
            } else if request.intent.walletId == PackagedWallet.keystore {
                findings[part] = Self.unsigned(request, process: liveness, height: now.height)
                continue
            }
            if findings[part] == nil { open.append(part) }
        }
        if !open.isEmpty {
            let found =
                request.intent.kind == .transactions
                ? try await search(open, in: look)
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

    /// Returns the state of a part that the keystore hasn't signed.
    ///
    /// The keystore records a signature before it leaves the process, so without a record nothing was sent.
    ///
    /// - Returns: `nil` while the process that may sign is running.
    private static func unsigned(
        _ request: JournalRequest, process: ProcessIdentity.Liveness, height: UInt64
    ) -> Finding? {
        switch process {
        case .running: nil
        case .ended: .settled(.notSent(reason: localized("nothing was signed")))
        case .unseen where isExpired(request, height: height):
            .settled(
                .notSent(reason: localized("nothing was signed while a transaction of that time could be executed")))
        case .unseen: .open(request.unseenAdvice)
        }
    }

    /// Returns whether a transaction that was signed before the first look has expired by now.
    static func isExpired(_ request: JournalRequest, height now: UInt64) -> Bool {
        guard let left = request.heightAfterLeft else { return false }
        let start = max(left, request.keys?.height ?? 0)
        return isOver(height(start, plus: validity), since: start, at: now, request)
    }

    /// Returns whether the block `last`, in the future when the request began, has passed.
    ///
    /// A node can name any height. A public network's is believed only as far as this machine's clock allows; a private
    /// chain makes blocks as it likes.
    static func isOver(_ last: UInt64, since start: UInt64, at now: UInt64, _ request: JournalRequest) -> Bool {
        guard now > last else { return false }
        guard isOnPublicChain(request) else { return true }
        let blocks = min(last - min(start, last), validity)
        return elapsed(since: request) >= Double(blocks) * shortestBlock
    }

    /// Returns true if a network has a public chain, by its genesis or by its name.
    private static func isOnPublicChain(_ request: JournalRequest) -> Bool {
        ChainIdentity(networkId: request.intent.network) != nil
            || [ChainIdentity.mainnetGenesis, ChainIdentity.testnetGenesis].contains(request.intent.genesis)
    }

    private static func elapsed(since request: JournalRequest) -> Double {
        Date().timeIntervalSince1970 - Double(request.intent.time) / 1000
    }

    /// Returns the last block that can execute a transaction which was signed with a block at `height`.
    ///
    /// One node has named that height. So the height at the first look after the request counts if it is greater,
    /// and without such a look no block has passed until this machine's clock has shown that much time.
    private static func lastBlock(after height: UInt64, _ request: JournalRequest) -> UInt64 {
        if let left = request.heightAfterLeft { return self.height(max(height, left), plus: validity) }
        let isLongAgo = isOnPublicChain(request) && elapsed(since: request) >= Double(validity) * longestBlock
        return isLongAgo ? self.height(height, plus: validity) : .max
    }

    /// Returns the finding, unless it is "not sent" and a missing line of the journal may say otherwise.
    private static func doubted(_ finding: Finding, _ request: JournalRequest, height now: UInt64) -> Finding {
        guard case .notSent = finding.state else { return finding }
        if request.unreadableLines > 0 {
            // The user may restore the line while the nodes still know that time.
            let start = request.heightAfterLeft ?? request.keys?.height
            let isGone = start.map { now > height($0, plus: memory) } ?? false
            return Finding(state: .unknown(howToCheck: request.damageAdvice), isSettled: isGone)
        }
        guard !request.isChecked else { return finding }
        return .settled(
            .unknown(
                howToCheck: localized(
                    "An older version of this program wrote this entry without checksums, so damage can’t be ruled out; look at the latest transactions of %1$s before you ask again",
                    request.intent.signerId.text)))
    }

    // MARK: What was signed

    /// Returns the state of a part that was signed, once or more often.
    ///
    /// An execution counts first, then a transaction that may still be executed.
    ///
    /// - Returns: `nil` when a wallet only named a hash that no node knows.
    private func finding(
        _ signatures: [JournalSignature], of part: Int, in look: Look
    ) async throws -> Finding? {
        var findings: [Finding?] = []
        for signature in signatures {
            if let hash = signature.hash {
                findings.append(try await transaction(hash, key: signature.key, of: part, in: look))
            } else if let key = signature.key {
                findings.append(try await delegateAction(key, in: look))
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
        _ hash: CryptoHash, key: JournalSignature.SignedNonce?, of part: Int, in look: Look
    ) async throws -> Finding? {
        if let finding = try await lookUp(hash, of: part, in: look) { return finding }
        // The wallet only named this hash, so it proves nothing that no node knows it.
        guard let key else { return nil }
        return try await unseen(hash, key: key, in: look)
    }

    /// Returns the chain's word on a transaction; `nil` when no node knows it.
    private func lookUp(_ hash: CryptoHash, of part: Int, in look: Look) async throws -> Finding? {
        guard let outcome = try await outcome(of: hash, look.history) else { return nil }
        guard let outcome = outcome.outcome else { return Self.executing(hash) }
        guard Self.isAskedFor(outcome, part: part, of: look.request) else {
            return .settled(
                .unknown(
                    howToCheck: localized(
                        "Transaction %1$s was executed, and it isn’t what was asked for; look it up in an explorer",
                        hash.description)))
        }
        return Self.finding(outcome)
    }

    /// Returns the chain's word on a transaction; `nil` when the node has no block with it.
    func outcome(of hash: CryptoHash, _ history: KeyHistory) async throws(RPCError) -> TransactionResult? {
        try history.budget.spend()
        do throws(RPCError) {
            return try await client.transaction(
                hash, signerId: history.accountId, waitUntil: .none, deadline: KeyHistory.patience)
        } catch {
            switch error.cause {
            // A node's word that it is refused, or waits, proves no more than that it isn't executed: the nonce does.
            case .unknownTransaction, .invalidTransaction, .timeoutError: return nil
            default: throw error
            }
        }
    }

    static func finding(_ outcome: FinalExecutionOutcome) -> Finding {
        // An outcome without a word on finality isn't final.
        let (hash, isFinal) = (outcome.transactionHash, outcome.finalExecutionStatus == .final)
        if let failure = outcome.failure, isFinal { return .settled(.failed(hash: hash, reason: "\(failure)")) }
        if outcome.isSuccess, isFinal { return .settled(.confirmed(hash: hash)) }
        return executing(hash)
    }

    private static func executing(_ hash: CryptoHash) -> Finding {
        .open(localized("Transaction %1$s is being executed; look again in a few seconds", hash.description))
    }

    static func isAskedFor(_ outcome: FinalExecutionOutcome, part: Int, of request: JournalRequest) -> Bool {
        let (asked, shown) = (request.intent.parts[part], outcome.transaction)
        return shown.signerId == request.intent.signerId && shown.receiverId == asked.receiverId
            && shown.actions.count == asked.actions.count
            && zip(asked.actions, shown.actions).allSatisfy { $0.resembles($1) }
    }

    // MARK: What the key's nonce proves

    /// Returns the state of a transaction that was signed with a nonce and whose hash no node knows.
    private func unseen(
        _ hash: CryptoHash, key: JournalSignature.SignedNonce, in look: Look
    ) async throws -> Finding {
        let history = look.history
        let isPast = { (nonces: KeyHistory.Nonces) in nonces[key.publicKey].map { $0 >= key.nonce } ?? true }
        // Asked after the transaction, so that its execution in between doesn't look like another one's.
        let now = try await history.now()
        guard isPast(now.nonces) else {
            let last = Self.lastBlock(after: key.height, look.request)
            if Self.isOver(last, since: key.height, at: now.height, look.request) {
                return .settled(
                    .notSent(reason: localized("it expired at block %1$s, and its nonce is unused", "\(last)")))
            }
            let until = "\(last == .max ? Self.height(now.height, plus: Self.validity) : last)"
            return .open(
                look.request.intent.isSignedLate
                    ? localized(
                        "signed late, not sent; whoever has transaction %1$s can send it until block %2$s, and the newest block is %3$s",
                        hash.description, until, "\(now.height)")
                    : localized(
                        "No block has transaction %1$s yet; it can be executed until block %2$s, and the newest block is %3$s",
                        hash.description, until, "\(now.height)"))
        }
        do {
            let start = try await history.moment(at: key.height)
            let step = try await history.first(after: start, upTo: now, where: isPast)
            if step.changes.contains(where: { $0.cause == .transaction(hash) }) {
                return .open(
                    localized(
                        "The chain has taken transaction %1$s, and the node can’t say more; look it up in an explorer",
                        hash.description))
            }
            guard try await isTaken(key, in: step, history) else {
                return .open(
                    localized(
                        "The nonce of transaction %1$s was used in block %2$s, and the node can’t say by what; look it up in an explorer",
                        hash.description, "\(step.moment.height)"))
            }
            return .settled(
                .notSent(
                    reason: localized("another transaction used its nonce in block %1$s", "\(step.moment.height)")))
        } catch is KeyHistory.MissingBlockError {
            return Self.forgotten(
                localized(
                    "The nodes no longer have the blocks of that time; look transaction %1$s up in an explorer",
                    hash.description), since: key.height, at: now.height)
        }
    }

    /// Returns whether a block proves that another transaction or receipt has used the nonce up.
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

    /// Returns a height plus a number of blocks, without overflow: files and nodes may say any number.
    static func height(_ height: UInt64, plus blocks: UInt64) -> UInt64 {
        let (sum, overflow) = height.addingReportingOverflow(blocks)
        return overflow ? .max : sum
    }

    /// Returns the finding for blocks that the node doesn't have; final once nodes that aren't archival forget them.
    static func forgotten(_ howToCheck: String, since start: UInt64, at height: UInt64) -> Finding {
        let isGone = height > Self.height(start, plus: Self.memory)
        return Finding(state: .unknown(howToCheck: howToCheck), isSettled: isGone)
    }
}
