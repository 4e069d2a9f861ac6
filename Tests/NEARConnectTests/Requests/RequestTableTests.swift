// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnect
@testable import NEARConnectCore

@MainActor
@Suite struct RequestTableTests {
    /// The events of a request, in any order and any number of times.
    private enum Event: CaseIterable {
        case reply, failure, cancel, crash, advanceClock, wait, yield
    }

    /// Notes what a table reports.
    private final class Observer: RequestTableDelegate {
        private(set) var abandoned: [RequestID] = []

        func requestAbandoned(_ id: RequestID, _ error: NEARError) {
            abandoned.append(id)
        }

        func tableChanged() {}
    }

    @Test func everyRandomInterleavingEndsEachRequestExactlyOnce() async throws {
        var generator = SplitMix64(seed: 20_26)
        for _ in 0..<2_000 {
            let clock = ManualClock()
            let table = RequestTable(clock: clock)
            let observer = Observer()
            table.delegate = observer
            let kind = RequestKind.allCases.randomElement(using: &generator) ?? .echo
            let request = try table.open(kind, deadline: .seconds(1))
            var settled = 0
            var waiter: Task<BridgeMessage.Reply, any Error>?
            for _ in 0..<6 {
                switch Event.allCases.randomElement(using: &generator) ?? .reply {
                case .reply: settled += table.settle(request.id, .success(.signedOut)) ? 1 : 0
                case .failure: settled += table.settle(request.id, .failure(.userCancelled)) ? 1 : 0
                case .cancel: settled += table.abandon(request.id, .taskCancelled) ? 1 : 0
                case .crash:
                    settled += table.count
                    table.failAll(.bridgeCrashed)
                case .advanceClock: clock.advance(by: .milliseconds(600))
                case .yield: for _ in 0..<4 { await Task.yield() }
                case .wait: if waiter == nil { waiter = Task { try await request.reply() } }
                }
            }
            // The deadline is the one end that comes by itself, whenever its task runs.
            if settled == 0 && table.count == 0 { settled = observer.abandoned.count }
            if settled == 0 { settled += table.abandon(request.id, .timedOut(after: .seconds(1))) ? 1 : 0 }
            #expect(settled == 1)
            table.finishChecking(request.id)
            #expect(table.count == 0)
            #expect(!table.isBusy)
            // A continuation that is resumed twice traps, and one that is lost would hang here.
            _ = await (waiter ?? Task { try await request.reply() }).result
            #expect(observer.abandoned.count <= 1)
        }
    }

    @Test func deadlinesEndRequestsAndTellThePage() async throws {
        let clock = ManualClock()
        let table = RequestTable(clock: clock)
        let observer = Observer()
        table.delegate = observer
        let request = try table.open(.signMessage, deadline: .seconds(60))
        let reply = Task { try await request.reply() }
        while clock.sleeperCount == 0 { await Task.yield() }
        clock.advance(by: .seconds(59))
        #expect(table.isBusy)
        clock.advance(by: .seconds(1))
        await #expect(throws: NEARError.self) { try await reply.value }
        #expect(observer.abandoned == [request.id])
        #expect(!table.settle(request.id, .success(.signedOut)), "a late reply finds no slot")
    }

    @Test func aReplyStopsTheDeadline() async throws {
        let clock = ManualClock()
        let table = RequestTable(clock: clock)
        let request = try table.open(.signMessage, deadline: .seconds(60))
        table.settle(request.id, .success(.signedOut))
        #expect(table.isBusy, "a reply that is being checked holds the place")
        table.finishChecking(request.id)
        let later = try table.open(.signMessage, deadline: .seconds(90))
        while clock.sleeperCount == 0 { await Task.yield() }
        clock.advance(by: .seconds(60))
        // The first request's alarm ends nothing but sets the next alarm.
        while clock.sleeperCount == 0 { await Task.yield() }
        #expect(table.count == 1)
        clock.advance(by: .seconds(30))
        await #expect(throws: NEARError.self) { _ = try await later.reply() }
        _ = try await request.reply()
    }

    @Test func onlyOneInteractiveRequestIsOpenAtATime() throws {
        let table = RequestTable()
        _ = try table.open(.signIn, deadline: .seconds(60))
        #expect(throws: NEARError.self) { try table.open(.signMessage, deadline: .seconds(60)) }
        _ = try table.open(.wallets, deadline: .seconds(60))
        _ = try table.open(.wallets, deadline: .seconds(60))
        #expect(table.count == 3)
        table.failAll(.managerReleased)
        #expect(table.count == 0)
    }

    @Test func droppingTheTableEndsWhatIsOpen() async throws {
        var table: RequestTable? = RequestTable()
        let request = try #require(try table?.open(.signIn, deadline: .seconds(60)))
        table = nil
        await #expect(throws: NEARError.self) { _ = try await request.reply() }
    }

    @Test func idsComeBackOnlyAsTheyWereWritten() {
        #expect(RequestID("r7")?.text == "r7")
        for text in ["", "r", "7", "r-1", "r07", "r7 ", "R7", "r99999999999999999999999"] {
            #expect(RequestID(text) == nil, "\(text)")
        }
    }
}
