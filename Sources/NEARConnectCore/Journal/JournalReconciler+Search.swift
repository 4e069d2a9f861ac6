// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC

/// What can be found out where no hash is known: the wallet sends, and the program only knows the signer's keys from before.
extension JournalReconciler {
    /// Looks through what the signer's keys have signed since the request began.
    ///
    /// - Parameter open: The parts that nothing is known of.
    func search(
        _ open: [Int], _ request: JournalRequest, _ history: KeyHistory,
        _ now: KeyHistory.Moment
    ) async throws -> [Int: Finding] {
        guard let start = request.keys, !start.nonces.isEmpty else {
            let state = JournalEntry.State.unknown(
                howToCheck: "No node answered when the wallet was asked; look at the latest transactions of "
                    + "\(request.intent.signerId)")
            return Dictionary(uniqueKeysWithValues: open.map { ($0, Finding(state: state, isSettled: true)) })
        }
        guard start.height <= now.height else {
            let finding = Finding.open(
                "The node asked is only at block \(now.height), and the request is of block \(start.height); look again later"
            )
            return Dictionary(uniqueKeysWithValues: open.map { ($0, finding) })
        }
        var found: [Int: Finding] = [:]
        let isComplete: Bool
        do {
            isComplete = try await follow(start, now, history) { hash in
                guard !claimed.contains(hash),
                    let outcome = try await outcome(of: hash, history)?.outcome,
                    let part = open.first(where: { found[$0] == nil && Self.isAskedFor(outcome, $0, request) })
                else { return }
                found[part] = Self.finding(outcome)
            }
        } catch is KeyHistory.Gap {
            let finding = Self.forgotten("\(request.intent.signerId)", since: start.height, now.height)
            for part in open where found[part] == nil { found[part] = finding }
            return found
        }
        for part in open where found[part] == nil {
            found[part] = Self.missing(part, request, height: now.height, isComplete: isComplete)
        }
        return found
    }

    /// Calls `body` with each transaction that changed the signer's keys, in their order.
    ///
    /// - Returns: Whether that were all.
    private func follow(
        _ start: JournalKeys, _ now: KeyHistory.Moment, _ history: KeyHistory,
        _ body: (CryptoHash) async throws -> Void
    ) async throws -> Bool {
        guard start.nonces != now.nonces else { return true }
        var last = try await history.moment(at: start.height)
        guard last.nonces == start.nonces else {
            throw KeyHistory.contradiction("the keys at block \(start.height) aren't those that a node named before")
        }
        for _ in 0..<Self.longestSearch {
            guard last.nonces != now.nonces else { return true }
            let before = last.nonces
            let step = try await history.first(after: last, upTo: now) { $0 != before }
            var seen: Set<CryptoHash> = []
            for case .transaction(let hash) in step.changes.map(\.cause) where seen.insert(hash).inserted {
                try await body(hash)
            }
            last = step.moment
        }
        return last.nonces == now.nonces
    }

    /// What is known of a part that isn't among the transactions of the signer.
    private static func missing(
        _ part: Int, _ request: JournalRequest, height: UInt64, isComplete: Bool
    ) -> Finding {
        let account = request.intent.signerId
        guard isComplete else {
            let state = JournalEntry.State.unknown(
                howToCheck: "\(account) has signed more than this program looks through; look at its transactions")
            return Finding(state: state, isSettled: true)
        }
        if isExpired(request, height: height) {
            return .settled(
                .notSent(
                    reason:
                        "\(account) has signed no such transaction, and what the wallet may have signed then has expired"
                ))
        }
        // The wallet's own word is worth repeating until the chain has proven more.
        if case .refused(let reason)? = request.states[part] { return .open(.refused(reason: reason)) }
        return .open(
            "\(account) has executed no such transaction up to block \(height). What the wallet may have signed can be executed "
                + "for about a day; look at the transactions of \(account) before asking again")
    }

    // MARK: Delegate actions

    func delegateAction(
        _ key: JournalSignature.SignedNonce, _ request: JournalRequest, _ history: KeyHistory,
        _ now: KeyHistory.Moment
    ) async throws -> Finding {
        guard let nonce = now.nonces[key.publicKey], nonce < key.nonce else {
            guard let start = request.keys, start.nonces[key.publicKey].map({ $0 < key.nonce }) ?? false else {
                return .settled(
                    .unknown(howToCheck: "The key has signed more since; look at the transactions of its receiver"))
            }
            return try await spent(key, start.height, history, now)
        }
        let start = request.keys?.height ?? request.heightAfterLeft ?? key.height
        if Self.isOver(key.height, since: start, now.height, request) {
            return .settled(.notSent(reason: "it expired at block \(key.height), and its nonce is unused"))
        }
        return .open(.signed)
    }

    /// The key has a nonce at or above the delegate action's: the block in which it came there says by what.
    private func spent(
        _ key: JournalSignature.SignedNonce, _ start: UInt64, _ history: KeyHistory, _ now: KeyHistory.Moment
    ) async throws -> Finding {
        do {
            let before = try await history.moment(at: start)
            let step = try await history.first(after: before, upTo: now) { nonces in
                nonces[key.publicKey].map { $0 >= key.nonce } ?? true
            }
            let isIt = step.changes.contains { change in
                guard case .receipt = change.cause else { return false }
                return change.publicKey == key.publicKey && change.nonce == key.nonce
            }
            if isIt { return .settled(.confirmed(hash: nil)) }
            guard try await isTaken(key, in: step, history) else {
                return .open(
                    "Block \(step.moment.height) took its nonce, and the node asked can't tell for what; look at the "
                        + "transactions of its receiver")
            }
            return .settled(.notSent(reason: "something else took its nonce in block \(step.moment.height)"))
        } catch is KeyHistory.Gap {
            return Self.forgotten("the delegate action", since: start, now.height)
        }
    }

    static func unsignedDelegateAction(_ request: JournalRequest) -> Finding {
        if case .refused(let reason)? = request.states.values.first { return .settled(.refused(reason: reason)) }
        return .settled(
            .unknown(
                howToCheck:
                    "The wallet gave no delegate action to this program. If it has signed one all the same, only the "
                    + "wallet can have passed it on; look at the transactions of \(request.intent.signerId)"))
    }
}
