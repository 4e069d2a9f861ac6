// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// The search for requests without a known hash.
///
/// The wallet sent the transaction itself, and the program only knows the signer's keys from before.
extension JournalReconciler {
    /// Searches the transactions that the signer's keys have signed since the request began.
    ///
    /// - Parameter open: The parts of which nothing is known.
    func search(_ open: [Int], in look: Look) async throws -> [Int: Finding] {
        let (request, now) = (look.request, look.now)
        guard let start = request.keys, !start.nonces.isEmpty else {
            let state = JournalEntry.State.unknown(
                howToCheck: localized(
                    "No node answered when the wallet was asked; look at the latest transactions of %1$s",
                    request.intent.signerId.text))
            return Dictionary(uniqueKeysWithValues: open.map { ($0, Finding(state: state, isSettled: true)) })
        }
        guard start.height <= now.height else {
            let finding = Finding.open(
                localized(
                    "The node is only at block %1$s, and the request was made at block %2$s; look again later",
                    "\(now.height)", "\(start.height)"))
            return Dictionary(uniqueKeysWithValues: open.map { ($0, finding) })
        }
        var found: [Int: Finding] = [:]
        let isComplete: Bool
        do {
            isComplete = try await follow(look, from: start) { hash in
                guard !claimed.contains(hash),
                    let outcome = try await outcome(of: hash, look.history)?.outcome,
                    let part = open.first(where: { found[$0] == nil && Self.isAskedFor(outcome, part: $0, of: request) }
                    )
                else { return }
                found[part] = Self.finding(outcome)
            }
        } catch is KeyHistory.MissingBlockError {
            let finding = Self.forgotten(
                localized(
                    "The nodes no longer have the blocks of that time; look up the transactions of %1$s in an explorer",
                    request.intent.signerId.text), since: start.height, at: now.height)
            for part in open where found[part] == nil { found[part] = finding }
            return found
        }
        for part in open where found[part] == nil {
            found[part] = Self.missing(part, of: request, height: now.height, isComplete: isComplete)
        }
        return found
    }

    /// Calls `body` with each transaction that changed the signer's keys, in their order.
    ///
    /// - Returns: Whether those were all.
    private func follow(
        _ look: Look, from start: JournalKeys, _ body: (CryptoHash) async throws -> Void
    ) async throws -> Bool {
        let (history, now) = (look.history, look.now)
        guard start.nonces != now.nonces else { return true }
        var last = try await history.moment(at: start.height)
        guard last.nonces == start.nonces else {
            throw KeyHistory.contradiction(
                localized("the keys at block %1$s aren’t those that a node named before", "\(start.height)"))
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

    /// Returns the state of a part that isn't among the signer's transactions.
    private static func missing(
        _ part: Int, of request: JournalRequest, height: UInt64, isComplete: Bool
    ) -> Finding {
        let account = request.intent.signerId.text
        guard isComplete else {
            let state = JournalEntry.State.unknown(
                howToCheck: localized(
                    "%1$s has signed more than this program looks through; look at its transactions", account))
            return Finding(state: state, isSettled: true)
        }
        if isExpired(request, height: height) {
            return .settled(
                .notSent(
                    reason: localized(
                        "%1$s sent no such transaction, and a signature of that time has expired", account)))
        }
        // The wallet's refusal stands until the chain has proven more.
        if case .refused(let reason)? = request.states[part] { return .open(.refused(reason: reason)) }
        return .open(
            localized(
                "%1$s has sent no such transaction up to block %2$s, but the wallet may have signed one, which stays valid for about a day; look at the transactions of %1$s before you ask again",
                account, "\(height)"))
    }

    // MARK: Delegate actions

    func delegateAction(_ key: JournalSignature.SignedNonce, in look: Look) async throws -> Finding {
        let (request, now) = (look.request, look.now)
        guard let nonce = now.nonces[key.publicKey], nonce < key.nonce else {
            guard let start = request.keys, start.nonces[key.publicKey].map({ $0 < key.nonce }) ?? false else {
                return .settled(
                    .unknown(
                        howToCheck: localized(
                            "The key has signed more since then; look at the transactions of the receiver")))
            }
            return try await spent(key, since: start.height, in: look)
        }
        // Its last block is the signature's own word: without an earlier look, none is known to have passed.
        guard let start = request.keys?.height ?? request.heightAfterLeft else { return .open(.signed) }
        if Self.isOver(key.height, since: start, at: now.height, request) {
            return .settled(
                .notSent(reason: localized("it expired at block %1$s, and its nonce is unused", "\(key.height)")))
        }
        return .open(.signed)
    }

    /// Finds out what raised the key's nonce to the delegate action's or above it.
    ///
    /// The block in which the nonce reached that value shows the cause.
    private func spent(
        _ key: JournalSignature.SignedNonce, since start: UInt64, in look: Look
    ) async throws -> Finding {
        let (history, now) = (look.history, look.now)
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
                    localized(
                        "The nonce was used in block %1$s, and the node can’t say by what; look at the transactions of the receiver",
                        "\(step.moment.height)"))
            }
            return .settled(
                .notSent(reason: localized("something else used its nonce in block %1$s", "\(step.moment.height)")))
        } catch is KeyHistory.MissingBlockError {
            return Self.forgotten(
                localized(
                    "The nodes no longer have the blocks of that time; look up the transactions of the receiver in an explorer"
                ), since: start, at: now.height)
        }
    }

    static func unsignedDelegateAction(_ request: JournalRequest) -> Finding {
        if case .refused(let reason)? = request.states.values.first { return .settled(.refused(reason: reason)) }
        return .settled(
            .unknown(
                howToCheck: localized(
                    "The wallet gave this program no delegate action. If it signed one nevertheless, only the wallet can have passed it on; look at the transactions of %1$s",
                    request.intent.signerId.text)))
    }
}
