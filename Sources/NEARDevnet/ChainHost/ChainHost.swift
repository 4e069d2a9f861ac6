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
    private let production: BlockProductionMode
    /// The store of the chain, if it has one.
    let store: ChainStore?
    private let logger: Logger
    private var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    private var nextWaiter: UInt64 = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(_ chain: Chain, production: BlockProductionMode, store: ChainStore? = nil, logger: Logger) {
        published = Mutex(chain)
        draft = chain
        self.store = store
        self.production = production
        self.logger = logger
    }

    /// Takes a transaction.
    ///
    /// In the `onDemand` mode it is executed with all its receipts before this returns.
    ///
    /// - Throws: `InvalidTxError` where it is not valid. Anything else means that the ledger is broken.
    func submit(_ transaction: PendingTransaction) throws {
        try draft.accept(transaction)
        guard production == .onDemand else { return publish() }
        try produceUntilIdle()
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
