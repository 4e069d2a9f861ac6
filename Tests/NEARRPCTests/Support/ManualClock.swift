// SPDX-License-Identifier: MIT

import Synchronization

/// A clock that a test moves.
///
/// Nothing waits for real time: a sleeper wakes when the test has moved the clock past it.
final class ManualClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private struct Sleeper {
        let end: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Watcher {
        let condition: @Sendable ([Duration]) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var nextId = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var watchers: [Watcher] = []
        /// Every wait that was asked for, in order.
        var asked: [Duration] = []

        var waits: [Duration] { sleepers.values.map { $0.end.offset - now.offset } }

        mutating func satisfiedWatchers() -> [Watcher] {
            let waits = waits
            let satisfied = watchers.filter { $0.condition(waits) }
            watchers.removeAll { $0.condition(waits) }
            return satisfied
        }
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }
    /// Every wait that was asked for so far, in order.
    var asked: [Duration] { state.withLock { $0.asked } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.nextId += 1
            state.asked.append(deadline.offset - state.now.offset)
            return state.nextId
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                enum Next { case wake, cancel, wait([Watcher]) }
                let next = state.withLock { state -> Next in
                    if state.cancelled.remove(id) != nil { return .cancel }
                    if deadline <= state.now { return .wake }
                    state.sleepers[id] = Sleeper(end: deadline, continuation: continuation)
                    return .wait(state.satisfiedWatchers())
                }
                switch next {
                case .wake: continuation.resume()
                case .cancel: continuation.resume(throwing: CancellationError())
                case .wait(let watchers): watchers.forEach { $0.continuation.resume() }
                }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                if let sleeper = state.sleepers.removeValue(forKey: id) { return sleeper }
                state.cancelled.insert(id)
                return nil
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves the clock and wakes who has slept long enough.
    func advance(by duration: Duration) {
        let awake = state.withLock { state -> [Sleeper] in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.end <= state.now }
            for id in due.keys { state.sleepers.removeValue(forKey: id) }
            return due.values.sorted { $0.end < $1.end }
        }
        awake.forEach { $0.continuation.resume() }
    }

    /// Returns once a task sleeps for exactly `duration` from now.
    func waitForSleeper(of duration: Duration) async {
        await wait { $0.contains(duration) }
    }

    /// Returns once what is slept for satisfies `condition`.
    private func wait(until condition: @escaping @Sendable ([Duration]) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isTrue = state.withLock { state in
                if condition(state.waits) { return true }
                state.watchers.append(Watcher(condition: condition, continuation: continuation))
                return false
            }
            if isTrue { continuation.resume() }
        }
    }
}
