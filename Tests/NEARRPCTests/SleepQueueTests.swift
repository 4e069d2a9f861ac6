// SPDX-License-Identifier: MIT

import Testing

@testable import NEARRPC

/// Sleeps that share their timers: each ends once and in time, and one that is cancelled leaves nothing.
struct SleepQueueTests {
    /// The end of a sleep of `queue`.
    private enum End: Equatable { case over, cancelled }

    private static func sleep(_ queue: SleepQueue, until due: ContinuousClock.Instant) async -> End {
        do {
            try await queue.sleep(until: due)
            return .over
        } catch {
            #expect(error is CancellationError)
            return .cancelled
        }
    }

    /// Waits until so many tasks sleep.
    private static func wait(for count: Int, in queue: SleepQueue) async {
        while queue.sleeperCount < count { await Task.yield() }
    }

    @Test func aSleepEndsWhenItIsDue() async throws {
        let queue = SleepQueue()
        for milliseconds in [0, 1, 30] {
            let due = ContinuousClock.now + .milliseconds(milliseconds)
            try await queue.sleep(until: due)
            #expect(ContinuousClock.now >= due)
        }
        try await queue.sleep(until: ContinuousClock.now - .seconds(60))
        #expect(queue.sleeperCount == 0)
    }

    @Test func aShortSleepDoesNotWaitForALongOne() async {
        let queue = SleepQueue()
        let now = ContinuousClock.now
        let long = Task { await Self.sleep(queue, until: now + .seconds(3_600)) }
        await Self.wait(for: 1, in: queue)
        #expect(await Self.sleep(queue, until: ContinuousClock.now + .milliseconds(5)) == .over)
        #expect(queue.sleeperCount == 1)
        long.cancel()
        #expect(await long.value == .cancelled)
    }

    @Test func manySleepsEndEachAtItsTime() async {
        let queue = SleepQueue()
        let now = ContinuousClock.now
        await withTaskGroup(of: Void.self) { group in
            for number in [3, 1, 4, 0, 2] {
                group.addTask {
                    let due = now + .milliseconds(20 * number)
                    #expect(await Self.sleep(queue, until: due) == .over)
                    #expect(ContinuousClock.now >= due)
                }
            }
        }
        #expect(queue.sleeperCount == 0 && queue.timerCount == 0)
    }

    @Test func whatWasCancelledLeavesNothing() async {
        let queue = SleepQueue()
        let due = ContinuousClock.now + .seconds(3_600)
        for _ in 0..<1_000 {
            let task = Task { await Self.sleep(queue, until: due + .seconds(1)) }
            await Self.wait(for: 1, in: queue)
            task.cancel()
            #expect(await task.value == .cancelled)
            #expect(queue.sleeperCount == 0)
        }
        // One timer for all of them; a second one for sleeps that are due before.
        #expect(queue.timerCount == 1)
        for _ in 0..<10 {
            let task = Task { await Self.sleep(queue, until: due) }
            await Self.wait(for: 1, in: queue)
            task.cancel()
            #expect(await task.value == .cancelled)
        }
        #expect(queue.timerCount == 2)
    }

    @Test func aSleepOfACancelledTaskEndsAtOnce() async {
        let queue = SleepQueue()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await Self.sleep(queue, until: ContinuousClock.now + .seconds(3_600))
        }
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(queue.sleeperCount == 0)
    }

    /// Cancels each sleep from elsewhere at about the moment when it is due: a second resumption would trap.
    @Test func aCancellationRacesWithTheEnd() async {
        let queue = SleepQueue()
        let count = 5_000
        var generator = SystemRandomNumberGenerator()
        var ends: [End] = []
        await withTaskGroup(of: End.self) { group in
            for _ in 0..<count {
                let due = ContinuousClock.now + .microseconds(Int.random(in: 0...300, using: &generator))
                let task = Task { await Self.sleep(queue, until: due) }
                group.addTask {
                    while ContinuousClock.now < due { await Task.yield() }
                    task.cancel()
                    return await task.value
                }
            }
            for await end in group { ends.append(end) }
        }
        #expect(ends.count == count)
        #expect(queue.sleeperCount == 0)
    }

    @Test func deadlinesOfTheContinuousClockShareTheQueue() async {
        let time = DeadlineTime(ContinuousClock())
        // More than all other tests have, whose deadlines are in the same queue.
        let tasks = (0..<5_000).map { _ in Task { try await time.sleep(for: .seconds(3_600)) } }
        await Self.wait(for: tasks.count, in: .shared)
        for task in tasks { task.cancel() }
        var cancelled = 0
        for task in tasks {
            if case .failure(is CancellationError) = await task.result { cancelled += 1 }
        }
        #expect(cancelled == tasks.count)
        #expect(SleepQueue.shared.sleeperCount < tasks.count)
    }
}
