// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Transactions that overtook others of their key, and wait a moment for those.
///
/// A network's pool sorts by nonce what comes between two blocks. Where blocks are made on demand, there is no such
/// time, and where they are made each few milliseconds, little: the transaction that comes first would shut out all
/// with lower nonces. A gap between nonces is valid, so nothing waits for long, and nothing at all whose nonce is far
/// from its key's.
struct NonceGaps: Sendable {
    /// The greatest distance from the key's nonce at which a transaction waits.
    static let reach: UInt64 = 1_024
    /// The number of transactions that wait at the same time.
    static let limit = 1_024
    /// The time without another transaction of the key after which nobody waits for one, without the steps.
    ///
    /// On a busy computer a client's next request comes a few tenths of a second later.
    let start: Duration
    /// The time that is added for each nonce between the key's and the last that waits.
    ///
    /// A client that sends a hundred at once needs more of it than one that has left out one.
    let step: Duration
    /// The longest time without another transaction of the key after which nobody waits for one.
    let pause: Duration
    /// The longest time that transactions of a key wait while none of them follows.
    let patience: Duration

    /// A transaction, and who waits for it.
    struct Waiting: Sendable {
        let transaction: PendingTransaction
        let sender: CheckedContinuation<Void, any Error>?
    }

    private struct Group {
        var since: ContinuousClock.Instant
        var deadline: ContinuousClock.Instant
        /// The greatest distance from the key's nonce since the first of them waits, or one shortly before.
        ///
        /// A burst closes its gaps and opens others.
        var distance: UInt64 = 0
        var waiting: [Waiting] = []
    }

    private var groups: [TransactionPool.Key: Group] = [:]
    private var count = 0

    init(
        start: Duration = .milliseconds(500), step: Duration = .milliseconds(50), pause: Duration = .seconds(5),
        patience: Duration = .seconds(10)
    ) {
        self.start = start
        self.step = step
        self.pause = pause
        self.patience = patience
    }

    /// Returns whether a transaction is one to wait, as its key's nonce is now.
    func shouldWait(_ transaction: PendingTransaction, keyNonce: UInt64) -> Bool {
        let (distance, overflow) = transaction.nonce.subtractingReportingOverflow(keyNonce)
        return !overflow && distance > 1 && distance <= Self.reach && count < Self.limit
    }

    /// Lets a transaction wait; all of its key wait a little longer for it.
    ///
    /// - Returns: Whether it is the first of its key.
    mutating func add(_ entry: Waiting, keyNonce: UInt64, at now: ContinuousClock.Instant = .now) -> Bool {
        let key = TransactionPool.Key(entry.transaction)
        if groups.count >= Self.limit { groups = groups.filter { !$0.value.waiting.isEmpty } }
        var group = groups[key] ?? Group(since: now, deadline: now)
        let isFirst = group.waiting.isEmpty
        if isFirst {
            if now > group.deadline.advanced(by: patience) { group.distance = 0 }
            group.since = now
        }
        group.waiting.append(entry)
        group.distance = max(group.distance, entry.transaction.nonce - keyNonce)
        groups[key] = group
        count += 1
        extend(key, at: now)
        return isFirst
    }

    /// The transactions of a key that follow a nonce without a gap, in their order.
    ///
    /// Those that are left wait a little longer then.
    mutating func take(_ key: TransactionPool.Key, after nonce: UInt64, at now: ContinuousClock.Instant = .now)
        -> [Waiting]
    {
        guard let group = groups[key] else { return [] }
        var last = nonce
        let sorted = group.waiting.sorted { $0.transaction.nonce < $1.transaction.nonce }
        let next = sorted.prefix { entry in
            defer { last = max(last, entry.transaction.nonce) }
            return entry.transaction.nonce <= last || entry.transaction.nonce - last == 1
        }
        guard !next.isEmpty else { return [] }
        count -= next.count
        groups[key]?.waiting = Array(sorted.dropFirst(next.count))
        groups[key]?.since = now
        extend(key, at: now)
        return Array(next)
    }

    /// All transactions of a key, in their order, whatever is missing between them.
    mutating func take(_ key: TransactionPool.Key) -> [Waiting] {
        guard let group = groups[key] else { return [] }
        groups[key]?.waiting = []
        count -= group.waiting.count
        return group.waiting.sorted { $0.transaction.nonce < $1.transaction.nonce }
    }

    /// All transactions.
    mutating func takeAll() -> [Waiting] { Array(groups.keys).flatMap { take($0) } }

    /// The time until which the transactions of a key wait, or `nil` where none does.
    func deadline(of key: TransactionPool.Key) -> ContinuousClock.Instant? {
        guard let group = groups[key], !group.waiting.isEmpty else { return nil }
        return group.deadline
    }

    private mutating func extend(_ key: TransactionPool.Key, at now: ContinuousClock.Instant) {
        guard let group = groups[key] else { return }
        let pause = min(start + step * Int(group.distance), pause)
        groups[key]?.deadline = min(now.advanced(by: pause), group.since.advanced(by: patience))
    }
}
