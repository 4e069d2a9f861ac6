// SPDX-License-Identifier: MIT

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
    /// - Throws: `RPCError` when no node can be asked.
    func look(at request: JournalLedger.Request) async throws -> [JournalRecord] {
        let id = request.intent.id
        // Whoever waits for the wallet writes down himself what it says.
        guard request.leftBecause != nil || !request.states.isEmpty || !request.intent.process.isAlive else {
            return []
        }
        var records: [JournalRecord] = []
        if request.leftBecause == nil, request.states.isEmpty {
            records.append(.left(id: id, reason: "the program stopped"))
        }
        let history = KeyHistory(client: client, accountId: request.intent.signerId)
        let now = try await history.now()
        if request.heightAfterLeft == nil { records.append(.checked(id: id, height: now.height)) }
        var findings: [Int: Finding] = [:]
        for part in request.intent.parts.indices where !request.settled.contains(part) {
            guard let signature = request.signatures[part] else {
                // This process's own wallet writes down what it signs before anybody gets it.
                guard request.intent.walletId == KeystoreService.walletId else { continue }
                findings[part] = .settled(.notSent(reason: "nothing was signed"))
                continue
            }
            if let hash = signature.hash {
                findings[part] = try await transaction(hash, signature.key, part, request, history, now.height)
            } else if let key = signature.key {
                findings[part] = try await delegateAction(key, request, history, now)
            }
        }
        let open = request.intent.parts.indices.filter { !request.settled.contains($0) && findings[$0] == nil }
        if !open.isEmpty {
            let found =
                request.intent.kind == .transactions
                ? try await search(open, request, history, now)
                : Dictionary(uniqueKeysWithValues: open.map { ($0, Self.unsignedDelegateAction(request)) })
            findings.merge(found) { known, _ in known }
        }
        for (part, finding) in findings.sorted(by: { $0.key < $1.key })
        where finding.state != request.states[part] || finding.isSettled {
            records.append(.state(id: id, part: part, finding.state, isSettled: finding.isSettled))
        }
        return records
    }

    // MARK: Transactions whose hash is known

    private func transaction(
        _ hash: CryptoHash, _ key: JournalSignature.SignedNonce?, _ part: Int, _ request: JournalLedger.Request,
        _ history: KeyHistory, _ height: UInt64
    ) async throws -> Finding? {
        if let finding = try await lookUp(hash, part, request) { return finding }
        // A hash that a wallet only named proves nothing by being unknown.
        guard let key else { return nil }
        return try await unseen(key, history, height, link: "transaction \(hash)") { change in
            change.cause == .transaction(hash)
        } found: {
            .open(
                "The chain has taken transaction \(hash), and the node asked can't tell more; look it up in an explorer"
            )
        }
    }

    /// The chain's word on a transaction; `nil` when no node knows it.
    func lookUp(_ hash: CryptoHash, _ part: Int, _ request: JournalLedger.Request) async throws -> Finding? {
        guard let outcome = try await outcome(of: hash, signerId: request.intent.signerId) else { return nil }
        guard let outcome = outcome.outcome else {
            return .open("Transaction \(hash) is being executed; look again in a few seconds")
        }
        guard Self.isAskedFor(outcome, part, request) else {
            return .settled(
                .unknown(howToCheck: "Transaction \(hash) was executed and is not what was asked for; look it up"))
        }
        return Self.finding(outcome)
    }

    func outcome(of hash: CryptoHash, signerId: AccountId) async throws(RPCError) -> TransactionResult? {
        do throws(RPCError) {
            return try await client.transaction(
                hash, signerId: signerId, waitUntil: .none, deadline: KeyHistory.patience)
        } catch {
            guard case .unknownTransaction = error.cause else { throw error }
            return nil
        }
    }

    static func finding(_ outcome: FinalExecutionOutcome) -> Finding {
        let (hash, isFinal) = (outcome.transactionHash, outcome.finalExecutionStatus ?? .final == .final)
        if let failure = outcome.failure, isFinal { return .settled(.failed(hash: hash, reason: "\(failure)")) }
        if outcome.isSuccess, isFinal { return .settled(.confirmed(hash: hash)) }
        return .open("Transaction \(hash) is being executed; look again in a few seconds")
    }

    static func isAskedFor(_ outcome: FinalExecutionOutcome, _ part: Int, _ request: JournalLedger.Request) -> Bool {
        let (asked, shown) = (request.intent.parts[part], outcome.transaction)
        return shown.signerId == request.intent.signerId && shown.receiverId == asked.receiverId
            && shown.actions.count == asked.actions.count
            && zip(asked.actions, shown.actions).allSatisfy { $0.resembles($1) }
    }

    // MARK: What the key's nonce proves

    /// What is known of something that was signed with a nonce and that no node knows by name.
    ///
    /// - Parameters:
    ///   - isIt: Whether a change of the key is the thing itself.
    ///   - found: What to say then.
    func unseen(
        _ key: JournalSignature.SignedNonce, _ history: KeyHistory, _ height: UInt64, link: String,
        isIt: (KeyHistory.Change) -> Bool, found: () -> Finding
    ) async throws -> Finding {
        let isPast = { (nonces: KeyHistory.Nonces) in nonces[key.publicKey].map { $0 >= key.nonce } ?? true }
        let now = try await history.now()
        guard isPast(now.nonces) else {
            let last = Self.height(key.height, plus: Self.validity)
            if now.height > last {
                return .settled(.notSent(reason: "its time went by at block \(last), and its nonce is unused"))
            }
            return .open("No block has \(link) yet; it can be executed until block \(last). Now is \(now.height)")
        }
        do {
            let step = try await history.first(after: key.height, upTo: now.height, where: isPast)
            if step.changes.contains(where: isIt) { return found() }
            return .settled(.notSent(reason: "another transaction took its nonce in block \(step.height)"))
        } catch is KeyHistory.Gap {
            return Self.forgotten(link, since: key.height, height)
        }
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
