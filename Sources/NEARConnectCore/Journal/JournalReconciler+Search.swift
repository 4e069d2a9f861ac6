// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC

/// What can be found out where no hash is known: the wallet sends, and the program only knows the signer's keys from before.
extension JournalReconciler {
    /// Looks through what the signer's keys have signed since the request began.
    ///
    /// - Parameter open: The parts that nothing is known of.
    func search(
        _ open: [Int], _ request: JournalLedger.Request, _ history: KeyHistory,
        _ now: (height: UInt64, nonces: KeyHistory.Nonces)
    ) async throws -> [Int: Finding] {
        guard let start = request.keys else {
            let state = JournalEntry.State.unknown(
                howToCheck: "No node answered when the wallet was asked; look at the latest transactions of "
                    + "\(request.intent.signerId)")
            return Dictionary(uniqueKeysWithValues: open.map { ($0, Finding(state: state, isSettled: true)) })
        }
        var found: [Int: Finding] = [:]
        let isComplete: Bool
        do {
            isComplete = try await follow(start, now, history) { hash in
                guard !claimed.contains(hash),
                    let outcome = try await outcome(of: hash, signerId: request.intent.signerId)?.outcome,
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
        _ start: JournalKeys, _ now: (height: UInt64, nonces: KeyHistory.Nonces), _ history: KeyHistory,
        _ body: (CryptoHash) async throws -> Void
    ) async throws -> Bool {
        var (height, nonces) = (start.height, start.nonces)
        for _ in 0..<Self.longestSearch {
            guard nonces != now.nonces, height < now.height else { return true }
            let before = nonces
            let step = try await history.first(after: height, upTo: now.height) { $0 != before }
            var seen: Set<CryptoHash> = []
            for case .transaction(let hash) in step.changes.map(\.cause) where seen.insert(hash).inserted {
                try await body(hash)
            }
            (height, nonces) = (step.height, step.nonces)
        }
        return nonces == now.nonces
    }

    /// What is known of a part that isn't among the transactions of the signer.
    private static func missing(
        _ part: Int, _ request: JournalLedger.Request, height: UInt64, isComplete: Bool
    ) -> Finding {
        let account = request.intent.signerId
        guard isComplete else {
            let state = JournalEntry.State.unknown(
                howToCheck: "\(account) has signed more than this program looks through; look at its transactions")
            return Finding(state: state, isSettled: true)
        }
        if let left = request.heightAfterLeft, height > Self.height(left, plus: Self.validity) {
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
        _ key: JournalSignature.SignedNonce, _ request: JournalLedger.Request, _ history: KeyHistory,
        _ now: (height: UInt64, nonces: KeyHistory.Nonces)
    ) async throws -> Finding {
        guard let nonce = now.nonces[key.publicKey], nonce < key.nonce else {
            guard let start = request.keys, start.nonces[key.publicKey].map({ $0 < key.nonce }) ?? false else {
                return .settled(
                    .unknown(howToCheck: "The key has signed more since; look at the transactions of its receiver"))
            }
            return try await spent(key, start.height, history, now.height)
        }
        if now.height > key.height {
            return .settled(.notSent(reason: "it expired at block \(key.height), and its nonce is unused"))
        }
        return .open(.signed)
    }

    /// The key has a nonce at or above the delegate action's: the block in which it came there says by what.
    private func spent(
        _ key: JournalSignature.SignedNonce, _ start: UInt64, _ history: KeyHistory, _ height: UInt64
    ) async throws -> Finding {
        do {
            let step = try await history.first(after: start, upTo: height) { nonces in
                nonces[key.publicKey].map { $0 >= key.nonce } ?? true
            }
            let isIt = step.changes.contains { change in
                guard case .receipt = change.cause else { return false }
                return change.publicKey == key.publicKey && change.nonce == key.nonce
            }
            return .settled(
                isIt
                    ? .confirmed(hash: nil) : .notSent(reason: "something else took its nonce in block \(step.height)"))
        } catch is KeyHistory.Gap {
            return Self.forgotten("the delegate action", since: start, height)
        }
    }

    static func unsignedDelegateAction(_ request: JournalLedger.Request) -> Finding {
        if case .refused(let reason)? = request.states.values.first { return .settled(.refused(reason: reason)) }
        return .settled(
            .unknown(
                howToCheck:
                    "The wallet gave no delegate action to this program. If it has signed one all the same, only the "
                    + "wallet can have passed it on; look at the transactions of \(request.intent.signerId)"))
    }
}
