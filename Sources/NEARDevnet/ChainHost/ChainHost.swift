// SPDX-License-Identifier: MIT

import Logging
import NEARPrimitives
import Synchronization

/// The one place where the chain changes, on a thread of its own.
///
/// Contracts may run for seconds, and Swift's tasks have as many threads as there are cores.
///
/// Readers take `chain`, a copy in constant time, and wait for nobody.
actor ChainHost {
    /// The chain as it is, but for what is being made at the moment.
    nonisolated var chain: Chain { published.withLock { $0 } }
    private let published: Mutex<Chain>
    /// The chain while it is being changed.
    private var draft: Chain
    private let thread = ThreadExecutor(name: "devnet-chain")
    let production: BlockProductionMode
    /// The store of the chain, if it has one.
    let store: ChainStore?
    let logger: Logger
    /// Transactions that wait for others of their key.
    private var gaps: NonceGaps
    /// The hashes of those, until they are executed.
    private let held = Mutex<Set<CryptoHash>>([])
    /// The block that somebody may wait for after a patch.
    let awaited = Mutex<AwaitedBlock?>(nil)
    /// Snapshots that clients named by number.
    var kept = KeptChains()
    private var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    private var nextWaiter: UInt64 = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(
        _ chain: Chain, production: BlockProductionMode, store: ChainStore? = nil, gaps: NonceGaps = NonceGaps(),
        logger: Logger
    ) {
        published = Mutex(chain)
        draft = chain
        self.store = store
        self.production = production
        self.gaps = gaps
        self.logger = logger
    }

    /// Takes a transaction that somebody sent.
    ///
    /// In the `onDemand` mode it is executed with all its receipts before this returns. Where transactions of its key
    /// are missing before it, it waits a moment for them (`NonceGaps`), but in the `manual` mode.
    ///
    /// - Parameter waits: False for a sender who doesn't want to know what becomes of it.
    /// - Throws: `InvalidTxError` where it is not valid. Anything else means that the ledger is broken.
    func submit(_ transaction: PendingTransaction, waits: Bool = true) async throws {
        let key = TransactionPool.Key(transaction)
        let nonce = max(
            draft.state.nonce(for: transaction.signed.transaction) ?? .max, draft.pool.lastNonce(of: key) ?? 0)
        guard production != .manual, gaps.shouldWait(transaction, keyNonce: nonce) else {
            try execute(transaction)
            return execute(gaps.take(key, after: transaction.nonce))
        }
        try draft.check(transaction)
        guard waits else { return hold(transaction, after: nonce, for: nil) }
        try await withCheckedThrowingContinuation { hold(transaction, after: nonce, for: $0) }
    }

    /// Returns whether a transaction waits for others of its key.
    ///
    /// Afterwards it is in the chain, or refused; so whoever asks for both asks this first.
    nonisolated func isHeld(_ hash: CryptoHash) -> Bool { held.withLock { $0.contains(hash) } }

    /// Takes a transaction, and executes it in the `onDemand` mode.
    ///
    /// Sent twice, it is taken once.
    func execute(_ transaction: PendingTransaction) throws {
        guard draft.transaction(transaction.hash) == nil else { return }
        try draft.accept(transaction)
        guard production == .onDemand else { return publish() }
        try produceUntilIdle()
    }

    private func hold(
        _ transaction: PendingTransaction, after nonce: UInt64, for sender: CheckedContinuation<Void, any Error>?
    ) {
        _ = held.withLock { $0.insert(transaction.hash) }
        let entry = NonceGaps.Waiting(transaction: transaction, sender: sender)
        guard gaps.add(entry, keyNonce: nonce) else { return }
        let key = TransactionPool.Key(transaction)
        Task { await executeOverdue(key) }
    }

    /// Executes the transactions of a key once nobody waits any longer for those that are missing.
    private func executeOverdue(_ key: TransactionPool.Key) async {
        while let deadline = gaps.deadline(of: key) {
            do {
                try await Task.sleep(until: deadline)
            } catch {
                break
            }
            if let deadline = gaps.deadline(of: key), deadline <= .now { execute(gaps.take(key)) }
        }
    }

    /// Executes transactions in their order, and tells each sender.
    private func execute(_ entries: [NonceGaps.Waiting]) {
        for entry in entries {
            let result = Result { try execute(entry.transaction) }
            _ = held.withLock { $0.remove(entry.transaction.hash) }
            entry.sender?.resume(with: result)
        }
    }

    /// Publishes the chain for readers.
    private func publish() {
        // What nobody else has any more is freed here, not under the lock.
        let given = published.withLock { current in
            defer { current = draft }
            return current
        }
        withExtendedLifetime(given) {}
    }

    /// Changes the state directly, in a block of its own.
    func patch(_ changes: [StateChangeValue]) throws {
        draft.patch(changes)
        try produceBlock()
    }

    /// Makes one block.
    func produceBlock() throws {
        try produce { try $0.produceBlock() }
    }

    /// Makes blocks until nothing is left to be executed.
    func produceUntilIdle() throws {
        try produce { chain in
            while chain.hasWork { try chain.produceBlock() }
        }
    }

    /// Lets `count` heights pass.
    ///
    /// Like nearcore's sandbox, the blocks between are left out.
    func fastForward(_ count: UInt64) throws {
        guard count > 0 else { return }
        try produce { try $0.produceBlock(skipping: count - 1) }
        if production == .onDemand { try produceUntilIdle() }
    }

    /// Changes the chain by blocks.
    ///
    /// Where one can't be made, what was to be in it is given up, so that the next one can.
    ///
    /// Nobody sees a block before it is stored: where it can't be, the chain is what it was.
    private func produce(_ make: (inout Chain) throws -> Void) throws {
        defer {
            publish()
            report()
            wakeWaiters()
        }
        guard let store else { return try advance(make) }
        let before = draft
        let result = Result { try advance(make) }
        do {
            try store.write(draft.blocks(above: before.head.height), above: before.head.height, of: draft)
        } catch {
            draft = before
            draft.abandonPending()
            throw error
        }
        try result.get()
    }

    private func advance(_ make: (inout Chain) throws -> Void) throws {
        do {
            try make(&draft)
        } catch {
            draft.abandonPending()
            throw error
        }
    }

    /// Restores the chain as it was.
    ///
    /// - Throws: `DevnetError.stateUnusable` where that can't be stored; nothing has changed then.
    func restore(_ snapshot: Chain) throws(DevnetError) {
        if let store { try Self.rewind(store, to: snapshot) }
        let given = draft
        draft = snapshot
        publish()
        // Freeing a long history takes its time, and nobody has to wait for that.
        Task.detached(priority: .utility) { withExtendedLifetime(given) {} }
        wakeWaiters()
    }

    /// Takes back what was stored since the snapshot, and stores what it has and the store no longer does.
    private static func rewind(_ store: ChainStore, to snapshot: Chain) throws(DevnetError) {
        var block = snapshot.head
        var missing: [Block] = []
        while block.height > 0, try store.hash(at: block.height) != block.hash {
            missing.append(block)
            guard let parent = snapshot.block(block.header.prevHash) else {
                throw .stateUnusable("the snapshot's blocks are older than those it remembers")
            }
            block = parent
        }
        try store.write(missing.reversed(), above: block.height, of: snapshot)
    }

    /// Closes the store.
    ///
    /// The chain must not be changed afterwards.
    func close() {
        for entry in gaps.takeAll() { entry.sender?.resume(throwing: CancellationError()) }
        do throws(DevnetError) {
            try store?.close()
        } catch {
            logger.warning("the state isn't closed", metadata: ["error": "\(error)"])
        }
    }

    /// Waits until there is a block above a height.
    ///
    /// - Returns: Whether there is one. The deadline has passed, or the task was cancelled, where there is none.
    func waitForBlock(above height: UInt64, until deadline: ContinuousClock.Instant) async -> Bool {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.waitForBlock(above: height) }
            group.addTask {
                do {
                    try await Task.sleep(until: deadline)
                } catch {
                    // Cancelled, because there is a block.
                    return
                }
            }
            await group.next()
            group.cancelAll()
        }
        return chain.head.height > height
    }

    private func waitForBlock(above height: UInt64) async {
        guard chain.head.height <= height else { return }
        let id = nextWaiter
        nextWaiter += 1
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume()
                } else {
                    waiters[id] = continuation
                }
            }
        } onCancel: {
            Task { await self.wake(id) }
        }
    }

    private func wake(_ id: UInt64) {
        waiters.removeValue(forKey: id)?.resume()
    }

    private func wakeWaiters() {
        let waiting = waiters
        waiters = [:]
        for continuation in waiting.values { continuation.resume() }
    }

    private func report() {
        logger.debug(
            "block", metadata: ["height": "\(draft.head.height)", "outcomes": "\(draft.head.outcomes.count)"])
    }
}
