// SPDX-License-Identifier: MIT

import GLibRuntime
import MainLoopTesting
import NEARPrimitives
import TestSupport
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// The request table against a model of a few lines, over random interleavings: 50,000, and a million in a soak.
///
/// An interleaving is the life of one request among others in the same table: opened, waited for before or after its
/// end, signed for, answered once, twice or late, cancelled, out of time, lost with its page. The model says what each
/// step must return and how each request must end. The continuations are real ones, so that one that is resumed twice
/// traps and one that is forgotten hangs. The test runs under GLib's loop, where continuations are resumed as they are
/// in a program.
final class RequestTableModelTests: MainLoopTestCase {
    private static let interleavings = SoakCount.full(or: 50_000)
    /// The number of requests in a table at a time.
    private static let crowd = 50
    private static let deadline = Duration.seconds(60)

    /// The model's knowledge of one request.
    private struct Life {
        let request: PendingRequest
        var isSigned = false
        var ending: String?
        var isChecking = false
        var isAwaited = false
    }

    /// One table and the requests that live in it.
    @MainActor
    private final class World: RequestTableDelegate {
        let clock = ManualClock()
        let table: RequestTable
        var lives: [Life] = []
        var abandoned: [RequestID: Int] = [:]
        var mistakes: [String] = []
        /// The endings that waiting tasks received, by request.
        var heard: [RequestID: [String]] = [:]
        /// The requests on which a task is suspended now.
        var suspended: Set<RequestID> = []
        /// The number of requests that ended while a task was suspended on them.
        var resumed = 0
        private var waiters = 0
        private var finished: CheckedContinuation<Void, Never>?
        private var emptied: CheckedContinuation<Void, Never>?

        init() {
            table = RequestTable(clock: clock)
            table.delegate = self
        }

        func requestAbandoned(_ id: RequestID, _ error: NEARError) {
            abandoned[id, default: 0] += 1
        }

        func tableChanged() {
            guard let emptied, table.count == 0 else { return }
            self.emptied = nil
            emptied.resume()
        }

        /// Waits until every request has ended.
        func empty() async {
            guard table.count > 0 else { return }
            await withCheckedContinuation { emptied = $0 }
        }

        /// Starts a task that waits for `request`, as an operation of the manager does.
        func wait(for request: PendingRequest) {
            waiters += 1
            Task {
                suspended.insert(request.id)
                do {
                    _ = try await request.reply()
                    heard[request.id, default: []].append("reply")
                } catch {
                    heard[request.id, default: []].append((error as? NEARError)?.code ?? "\(error)")
                }
                suspended.remove(request.id)
                waiters -= 1
                if waiters == 0, let finished {
                    self.finished = nil
                    finished.resume()
                }
            }
        }

        /// Waits until everybody who waited has heard.
        func finish() async {
            guard waiters > 0 else { return }
            await withCheckedContinuation { finished = $0 }
        }

        var isBusy: Bool {
            lives.contains { $0.request.kind.isInteractive && ($0.ending == nil || $0.isChecking) }
        }

        func expect(_ holds: Bool, _ otherwise: @autoclosure () -> String) {
            if !holds { mistakes.append(otherwise()) }
        }
    }

    func testInterleavingsEndEachRequestExactlyOnce() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("RequestTableModelTests: seed \(seed)")
        try run(timeout: 1200) {
            var generator = SplitMix64(seed: seed)
            var endings: [String: Int] = [:]
            var resumed = 0
            for _ in 0..<(Self.interleavings / Self.crowd) {
                let world = World()
                try await Self.live(in: world, &generator)
                for life in world.lives { endings[life.ending ?? "none", default: 0] += 1 }
                resumed += world.resumed
                guard world.mistakes.isEmpty else { return XCTFail("seed \(seed): \(world.mistakes)") }
            }
            XCTAssertEqual(endings.values.reduce(0, +), Self.interleavings)
            // Every way to end was taken, and none that the model doesn't know.
            let known: Set = [
                "reply", "user-cancelled", "wallet-rejected", "bridge-crashed", "timed-out", "transaction-unknown",
            ]
            XCTAssertEqual(Set(endings.keys), known)
            XCTAssertGreaterThan(resumed, Self.interleavings / 20)
            print("RequestTableModelTests: \(resumed) resumed from a wait, endings \(endings)")
        }
    }

    /// Opens many requests, applies random events, ends the rest, and compares all endings with the model's.
    @MainActor private static func live(in world: World, _ generator: inout SplitMix64) async throws {
        let kinds: [RequestKind] = [.echo, .wallets, .signMessage, .signAndSendTransaction, .accounts]
        while world.lives.count < crowd {
            open(kinds[generator.below(kinds.count)], in: world)
            for _ in 0..<(1 + generator.below(4)) {
                // Mostly the youngest; often enough one that has ended long ago.
                let back = generator.below(2) == 0 ? 0 : generator.below(world.lives.count)
                happen(generator.below(64), to: world.lives.count - 1 - back, in: world)
                if generator.below(400) == 0 { await timeout(in: world) }
            }
            // From here on, waiting tasks are suspended.
            if generator.below(8) == 0 { for _ in 0..<3 { await Task.yield() } }
        }
        await timeout(in: world)
        world.expect(world.table.count == 0, "\(world.table.count) requests are left")
        for index in world.lives.indices {
            finishChecking(index, in: world)
            wait(index, in: world)
        }
        await world.finish()
        for life in world.lives {
            let heard = world.heard[life.request.id, default: []]
            world.expect(heard == [life.ending], "\(life.request.id): \(heard) instead of \(life.ending ?? "")")
            world.expect(world.abandoned[life.request.id, default: 0] <= 1, "\(life.request.id) was abandoned twice")
        }
        world.expect(!world.table.isBusy, "the table is busy without requests")
    }

    @MainActor private static func open(_ kind: RequestKind, in world: World) {
        let mayOpen = !(kind.isInteractive && world.isBusy)
        do {
            let request = try world.table.open(kind, deadline: deadline)
            world.expect(mayOpen, "a second interactive request was let in")
            world.lives.append(Life(request: request))
        } catch {
            world.expect(!mayOpen && error.code == "operation-in-progress", "\(kind) was refused: \(error)")
            open(.echo, in: world)
        }
    }

    @MainActor private static func happen(_ event: Int, to index: Int, in world: World) {
        switch event {
        case 0..<14: wait(index, in: world)
        case 14..<24: reply(index, in: world)
        case 24..<28: for _ in 0..<2 { reply(index, in: world) }
        case 28..<34: fail(index, in: world)
        case 34..<44: cancel(index, in: world)
        case 44..<52: sign(index, in: world)
        case 52..<62: finishChecking(index, in: world)
        case 62: world.clock.advance(by: .seconds(1))
        default: crash(world)
        }
    }

    @MainActor private static func wait(_ index: Int, in world: World) {
        guard !world.lives[index].isAwaited else { return }
        world.lives[index].isAwaited = true
        world.wait(for: world.lives[index].request)
    }

    @MainActor private static func reply(_ index: Int, in world: World) {
        let life = world.lives[index]
        let settled = world.table.settle(life.request.id, .success(.signedOut))
        world.expect(
            settled == (life.ending == nil), "\(life.request.id): a reply was \(settled ? "taken" : "refused")")
        if settled { end(index, "reply", isWalletsWord: true, in: world) }
    }

    @MainActor private static func fail(_ index: Int, in world: World) {
        let life = world.lives[index]
        let settled = world.table.settle(life.request.id, .failure(.walletRejected(message: "no")))
        world.expect(
            settled == (life.ending == nil), "\(life.request.id): a refusal was \(settled ? "taken" : "refused")")
        if settled { end(index, "wallet-rejected", isWalletsWord: true, in: world) }
    }

    @MainActor private static func cancel(_ index: Int, in world: World) {
        let life = world.lives[index]
        let settled = world.table.abandon(life.request.id, .userCancelled)
        world.expect(
            settled == (life.ending == nil), "\(life.request.id): a cancel was \(settled ? "taken" : "refused")")
        if settled { end(index, "user-cancelled", in: world) }
    }

    @MainActor private static func sign(_ index: Int, in world: World) {
        world.table.noteSigned(CryptoHash.sha256([UInt8(index)]), for: world.lives[index].request.id)
        world.lives[index].isSigned = true
    }

    @MainActor private static func finishChecking(_ index: Int, in world: World) {
        world.table.finishChecking(world.lives[index].request.id)
        world.lives[index].isChecking = false
    }

    @MainActor private static func crash(_ world: World) {
        world.table.failAll(.bridgeCrashed)
        for index in world.lives.indices where world.lives[index].ending == nil {
            end(index, "bridge-crashed", in: world)
        }
    }

    /// All deadlines pass.
    ///
    /// They end by a task of the table's, which is waited for.
    @MainActor private static func timeout(in world: World) async {
        world.clock.advance(by: deadline)
        for index in world.lives.indices where world.lives[index].ending == nil { end(index, "timed-out", in: world) }
        await world.empty()
    }

    @MainActor private static func end(_ index: Int, _ ending: String, isWalletsWord: Bool = false, in world: World) {
        let isUnknown = world.lives[index].isSigned && !isWalletsWord
        if world.suspended.contains(world.lives[index].request.id) { world.resumed += 1 }
        world.lives[index].ending = isUnknown ? "transaction-unknown" : ending
        world.lives[index].isChecking = ending == "reply" && world.lives[index].request.kind.isInteractive
    }
}

extension SplitMix64 {
    /// A number from 0 up to, and without, `limit`.
    fileprivate mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
