// SPDX-License-Identifier: MIT

import Foundation
import Logging
import NEARPrimitives
import Synchronization
import Testing

@testable import NEARDevnet

/// Transactions of one key that arrive in another order than they were signed in, however blocks are made.
@Suite struct NonceGapTests {
    /// Transfers with these nonces, all on the first block.
    private static func transfers(_ nonces: some Sequence<Int>, on chain: LocalChain) throws -> [PendingTransaction] {
        let one: [Action] = [.transfer(NEARToken.test(1))]
        return try nonces.map { nonce in
            try chain.sign("alice.root", to: "bob.root", one) { $0.nonce = UInt64(nonce) }
        }
    }

    /// A chain, whose blocks only the test makes unless it makes them on demand.
    ///
    /// A patient one waits for longer than any machine takes to send what is missing.
    private static func host(
        _ chain: LocalChain, _ production: BlockProductionMode = .onDemand, isPatient: Bool = true
    ) -> ChainHost {
        let gaps =
            isPatient ? NonceGaps(step: .seconds(600), pause: .seconds(600), patience: .seconds(600)) : NonceGaps()
        return ChainHost(chain.chain, production: production, gaps: gaps, logger: Logger(label: "test"))
    }

    private static func service(_ host: ChainHost, _ chain: LocalChain) -> RPCService {
        RPCService(
            host: host, settings: chain.chain.settings, seed: "", rootAccountId: chain.setup.root.id,
            waitLimit: .seconds(60), startedAt: .now, logger: Logger(label: "test"))
    }

    private static func nonces(_ host: ChainHost) -> [UInt64] {
        host.chain.blocks(above: 0).flatMap { $0.transactions.map(\.nonce) }
    }

    private static let orders: [[Int]] = [
        Array((1...100).reversed()), [2, 1], [3, 1, 2], [2, 4, 6, 8, 1, 3, 5, 7], (1...60).map { $0 * 37 % 61 },
    ]

    /// In whatever order they come, all go in, and the chain is the same to the last bit.
    @Test(arguments: orders)
    func allGoInAndTheOrderOfArrivalLeavesNoTrace(_ order: [Int]) async throws {
        let local = try LocalChain()
        let inOrder = Self.host(local)
        for transaction in try Self.transfers(1...order.count, on: local) { try await inOrder.submit(transaction) }
        let host = Self.host(local)
        var tasks: [Task<Void, any Error>] = []
        for transaction in try Self.transfers(order, on: local) { tasks.append(await host.started(transaction)) }
        for task in tasks { try await task.value }
        #expect(Self.nonces(host) == (1...order.count).map(UInt64.init))
        #expect(host.chain.head.hash == inOrder.chain.head.hash)
    }

    /// Blocks between arrivals, as with a time between blocks, shut out none.
    @Test(arguments: orders)
    func blocksBetweenArrivalsShutOutNone(_ order: [Int]) async throws {
        let local = try LocalChain()
        let host = Self.host(local, .every(.seconds(600)))
        for transaction in try Self.transfers(order, on: local) {
            _ = await host.started(transaction)
            try await host.produceBlock()
        }
        #expect(Self.nonces(host) == (1...order.count).map(UInt64.init))
        await host.close()
    }

    /// A transaction that follows another in the pool is taken as well, without a block between.
    @Test func transactionsInOrderAreTakenBeforeTheNextBlock() async throws {
        let local = try LocalChain()
        let host = Self.host(local, .every(.seconds(600)))
        for transaction in try Self.transfers([1, 2, 3, 4], on: local) {
            _ = await host.started(transaction)
            #expect(host.chain.isPending(transaction.hash))
        }
        let late = try Self.transfers([6, 5], on: local)
        _ = await host.started(late[0])
        #expect(!host.chain.isPending(late[0].hash))
        _ = await host.started(late[1])
        try await host.produceBlock()
        #expect(Self.nonces(host) == [1, 2, 3, 4, 5, 6])
        await host.close()
    }

    /// Blocks made by hand have in them what was sent before.
    @Test func nothingWaitsWhereBlocksAreMadeByHand() async throws {
        let local = try LocalChain()
        let host = Self.host(local, .manual)
        let transaction = try Self.transfers([7], on: local)[0]
        _ = await host.started(transaction)
        #expect(host.chain.isPending(transaction.hash))
        try await host.produceBlock()
        #expect(Self.nonces(host) == [7])
        await host.close()
    }

    @Test func thePoolKnowsTheGreatestNonceOfEachKey() throws {
        let local = try LocalChain()
        let transactions = try Self.transfers([5, 3], on: local)
        let other = try local.sign("bob.root", to: "alice.root", [.transfer(NEARToken.test(1))]) { $0.nonce = 9 }
        var pool = TransactionPool()
        for transaction in transactions { pool.append(transaction) }
        #expect(pool.lastNonce(of: TransactionPool.Key(transactions[0])) == 5)
        #expect(pool.lastNonce(of: TransactionPool.Key(other)) == nil)
    }

    @Test func aHundredConcurrentRequestsOfOneKeyGoIn() async throws {
        let local = try LocalChain()
        let host = Self.host(local)
        let service = Self.service(host, local)
        try await withThrowingTaskGroup(of: JSONValue.self) { group in
            for transaction in try Self.transfers((1...100).reversed(), on: local) {
                group.addTask { try await service.result("send_tx", [.string(transaction.signed.base64)]) }
            }
            for try await result in group { #expect(result["final_execution_status"] == "FINAL") }
        }
        #expect(Self.nonces(host) == (1...100).map(UInt64.init))
    }

    /// Refusals come at once, also while others wait, and keep none of them out.
    @Test func replaysAreRefusedAtOnce() async throws {
        let local = try LocalChain()
        let host = Self.host(local)
        let transactions = try Self.transfers(1...5, on: local)
        try await host.submit(transactions[0])
        let waiting = await host.started(transactions[3])
        let other = try local.sign("alice.root", to: "bob.root", [.transfer(NEARToken.test(2))]) { $0.nonce = 1 }
        await #expect(throws: InvalidTxError.invalidNonce(transactionNonce: 1, accessKeyNonce: 1)) {
            try await host.submit(other)
        }
        // Refused for another reason, it doesn't wait either.
        let poor = try local.sign("alice.root", to: "bob.root", [.transfer(NEARToken.test(20_000))]) {
            $0.nonce = 3
        }
        await #expect(throws: InvalidTxError.self) { try await host.submit(poor) }
        #expect(host.isHeld(transactions[3].hash))
        for transaction in transactions[1...2] { try await host.submit(transaction) }
        try await waiting.value
        #expect(Self.nonces(host) == [1, 2, 3, 4])
    }

    /// Gaps are valid, and whatever comes too late is refused as on a network.
    @Test func aGapThatStaysIsNoFault() async throws {
        let local = try LocalChain()
        let host = Self.host(local, isPatient: false)
        let transactions = try Self.transfers([5, 2], on: local)
        try await host.submit(transactions[0])
        #expect(Self.nonces(host) == [5])
        await #expect(throws: InvalidTxError.invalidNonce(transactionNonce: 2, accessKeyNonce: 5)) {
            try await host.submit(transactions[1])
        }
    }

    /// Whoever doesn't ask what becomes of a transaction gets an answer at once, and others learn that it waits.
    @Test func aSenderWhoDoesNotWaitIsAnsweredAtOnce() async throws {
        let local = try LocalChain()
        let service = Self.service(Self.host(local), local)
        let transactions = try Self.transfers([3, 2, 1], on: local)
        for transaction in transactions {
            _ = try await service.result("broadcast_tx_async", [.string(transaction.signed.base64)])
        }
        for transaction in transactions {
            let status = try await service.result("tx", [.string(transaction.hash.description), "alice.root"])
            #expect(status["final_execution_status"] == "FINAL")
        }
    }

    @Test func whoSendsTheSameTwiceWaitsTwiceForTheSame() async throws {
        let local = try LocalChain()
        let host = Self.host(local)
        let transactions = try Self.transfers(1...2, on: local)
        let (first, second) = (await host.started(transactions[1]), await host.started(transactions[1]))
        try await host.submit(transactions[0])
        try await first.value
        try await second.value
        #expect(Self.nonces(host) == [1, 2])
    }

    @Test func closingEndsTheWaiting() async throws {
        let local = try LocalChain()
        let host = Self.host(local)
        let transaction = try Self.transfers([2], on: local)[0]
        let waiting = await host.started(transaction)
        await host.close()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(host.chain.head.height == 0)
    }

    // MARK: The rule itself

    @Test(arguments: [
        (5, 4, false), (5, 5, false), (5, 6, false), (5, 7, true), (5, 1_029, true), (5, 1_030, false),
        (0, Int.max, false),
    ])
    func onlySmallGapsAreWaitedFor(_ keyNonce: Int, _ nonce: Int, waits: Bool) throws {
        let transaction = try Self.transfers([nonce], on: LocalChain())[0]
        #expect(NonceGaps().shouldWait(transaction, keyNonce: UInt64(keyNonce)) == waits)
    }

    @Test func noMoreWaitThanTheLimit() throws {
        let transaction = try Self.transfers([3], on: LocalChain())[0]
        var gaps = NonceGaps()
        for _ in 0..<NonceGaps.limit {
            let waits = gaps.shouldWait(transaction, keyNonce: 1)
            #expect(waits)
            _ = gaps.add(NonceGaps.Waiting(transaction: transaction, sender: nil), keyNonce: 1)
        }
        #expect(!gaps.shouldWait(transaction, keyNonce: 1))
        let taken = gaps.take(TransactionPool.Key(transaction))
        #expect(taken.count == NonceGaps.limit)
        #expect(gaps.shouldWait(transaction, keyNonce: 1))
    }

    /// A burst is waited for longer than a single nonce that was left out, and nothing for ever.
    @Test func waitingEndsAPauseAfterTheLastAndInAnyCase() throws {
        let transactions = try Self.transfers(1...40, on: LocalChain())
        let key = TransactionPool.Key(transactions[0])
        let start = ContinuousClock.now
        var gaps = NonceGaps(pause: .seconds(1))
        func add(_ nonce: Int, after milliseconds: Int) -> Bool {
            let entry = NonceGaps.Waiting(transaction: transactions[nonce - 1], sender: nil)
            return gaps.add(entry, keyNonce: 1, at: start.advanced(by: .milliseconds(milliseconds)))
        }
        func deadline() throws -> Duration { try #require(gaps.deadline(of: key)) - start }

        let isFirst = add(3, after: 0)
        #expect(isFirst)
        #expect(try deadline() == gaps.start + gaps.step * 2)
        var others = [add(4, after: 10)]
        #expect(try deadline() == .milliseconds(10) + gaps.start + gaps.step * 3)
        others.append(add(40, after: 20))
        #expect(try deadline() == .milliseconds(20) + gaps.pause)
        // The distance of the farthest counts, whoever comes after it.
        for nonce in 5..<40 {
            others.append(add(nonce, after: 30 * nonce))
            #expect(try deadline() == .milliseconds(30 * nonce) + gaps.pause)
        }
        #expect(!others.contains(true))
        others.append(add(40, after: 9_900))
        #expect(try deadline() == gaps.patience)

        let none = gaps.take(key, after: 1)
        #expect(none.isEmpty)
        let all = gaps.take(key, after: 2, at: start)
        #expect(all.count == 39)
        #expect(gaps.deadline(of: key) == nil)
        // A burst that goes on is still one; later, the key begins anew.
        let isFirstAgain = add(3, after: 10_000)
        #expect(isFirstAgain)
        #expect(try deadline() == .milliseconds(10_000) + gaps.pause)
        let rest = gaps.take(key)
        #expect(rest.count == 1)
        _ = add(3, after: 30_000)
        #expect(try deadline() == .milliseconds(30_000) + gaps.start + gaps.step * 2)
    }
}

extension ChainHost {
    /// Submits a transaction in a task of its own, and returns once it waits, is executed or is refused.
    nonisolated fileprivate func started(_ transaction: PendingTransaction) async -> Task<Void, any Error> {
        let ending = Ending()
        let task = Task {
            defer { ending.isThere.withLock { $0 = true } }
            try await submit(transaction)
        }
        while !isHeld(transaction.hash), !ending.isThere.withLock({ $0 }) { await Task.yield() }
        return task
    }
}

/// The end of a task, for whoever looks without waiting.
private final class Ending: Sendable {
    let isThere = Mutex(false)
}
