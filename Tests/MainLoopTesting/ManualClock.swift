// SPDX-License-Identifier: MIT

import Synchronization

/// A clock that stands still until a test moves it.
public final class ManualClock: Clock {
    /// The unit of the clock's time.
    public typealias Duration = Swift.Duration

    /// A moment of this clock, counted from its making.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public let offset: Swift.Duration

        /// The moment `duration` after this one.
        public func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }

        /// The time from this instant until `other`.
        public func duration(to other: Instant) -> Swift.Duration { other.offset - offset }

        /// Returns whether `left` comes first.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var lastId = 0
    }

    private let state = Mutex(State())

    /// The number of tasks that sleep on this clock.
    public var sleeperCount: Int { state.withLock(\.sleepers.count) }

    /// A clock at zero.
    public init() {}

    /// The moment at which the clock stands.
    public var now: Instant { state.withLock(\.now) }

    /// The finest step.
    public var minimumResolution: Swift.Duration { .zero }

    /// Moves the clock forward and wakes the tasks whose time has come.
    public func advance(by duration: Swift.Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let ids = state.sleepers.filter { $0.value.deadline <= state.now }.map(\.key)
            return ids.compactMap { state.sleepers.removeValue(forKey: $0) }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Sleeps until the clock has been moved to `deadline`, or the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        let id = state.withLock { state in
            state.lastId += 1
            return state.lastId
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let ended: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
                    return nil
                }
                if let ended { continuation.resume(with: ended) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.cancelled.insert(id) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
