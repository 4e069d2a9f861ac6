// SPDX-License-Identifier: MIT

import Synchronization

/// Sleeps of the continuous clock that share their timers.
///
/// A `Task.sleep` that is cancelled keeps its timer and 0.6 KB until it would have ended, and nearly all deadlines are
/// cancelled: the work is done before. Here a cancelled sleep leaves nothing. A timer is started only where a sleep is
/// due before all timers that run, so there are about as many of them as there are lengths of deadlines.
final class SleepQueue: Sendable {
    typealias Instant = ContinuousClock.Instant

    static let shared = SleepQueue()

    private struct Sleeper {
        let due: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var lastID: UInt64 = 0
        var sleepers: [UInt64: Sleeper] = [:]
        /// The ends of the timers that run, the next one last.
        var timers: [Instant] = []

        /// Notes a timer for `due`.
        ///
        /// - Returns: True if it has to be started; false if another one ends before.
        mutating func noteTimer(for due: Instant) -> Bool {
            if let next = timers.last, next <= due { return false }
            timers.append(due)
            return true
        }
    }

    private let state = Mutex(State())

    /// The number of tasks that sleep.
    var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// The number of timers that run.
    var timerCount: Int { state.withLock { $0.timers.count } }

    /// Sleeps until `due`.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, at once.
    func sleep(until due: Instant) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let needsTimer = state.withLock { state in
                    state.sleepers[id] = Sleeper(due: due, continuation: continuation)
                    return state.noteTimer(for: due)
                }
                if needsTimer { startTimer(until: due) }
                // A cancellation before this point found no sleeper.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: UInt64) {
        let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
        sleeper?.continuation.resume(throwing: CancellationError())
    }

    private func startTimer(until due: Instant) {
        Task.detached { [self] in
            do {
                try await Task.sleep(until: due, clock: .continuous)
            } catch {
                // Nobody cancels this task; if somebody did, the timer would only be started again.
            }
            wake(timer: due)
        }
    }

    /// Ends the sleeps that are due, and starts a timer for the next one where none runs.
    private func wake(timer end: Instant) {
        let now = ContinuousClock.now
        let (due, next): ([Sleeper], Instant?) = state.withLock { state in
            if let index = state.timers.lastIndex(of: end) { state.timers.remove(at: index) }
            let due = state.sleepers.filter { $0.value.due <= now }
            for id in due.keys { state.sleepers[id] = nil }
            let next = state.sleepers.values.map(\.due).min()
            return (due.values.sorted { $0.due < $1.due }, next.flatMap { state.noteTimer(for: $0) ? $0 : nil })
        }
        if let next { startTimer(until: next) }
        for sleeper in due { sleeper.continuation.resume() }
    }
}
