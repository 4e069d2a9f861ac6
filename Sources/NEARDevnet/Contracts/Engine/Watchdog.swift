// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization

/// Knows since when an engine's thread has been busy with one call.
///
/// Gas bounds every call to some seconds. What it can't bound is a fault of JavaScriptCore's: without a watchdog the
/// chain would stand still, and only `kill` would help.
final class Watchdog: Sendable {
    /// The time that one call may take: ten times what the most expensive one has taken, on a busy machine.
    static let patience = Duration.seconds(60)
    /// The most threads that are given up; each of them may go on using a core.
    static let lostLimit = 3

    /// The answer to a look.
    enum Finding {
        /// Nothing runs or waits; the next call asks for looks again.
        case idle
        case busy
        /// A call took too long: it fails, and a thread of this number takes over.
        case lost(EngineThread.Job, number: Int)
    }

    private struct State {
        var running: (job: EngineThread.Job, start: ContinuousClock.Instant)?
        /// Calls that run or wait.
        var pending = 0
        /// The number of the thread that counts; those before it were given up.
        var number = 0
        var isWatching = false
    }

    private let patience: Duration
    private let state = Mutex(State())

    init(patience: Duration) {
        self.patience = patience
    }

    /// The time between two looks.
    var interval: DispatchTimeInterval {
        .milliseconds(max(1, Int(patience / .milliseconds(8))))
    }

    /// The number of threads that were given up.
    var lostCount: Int { state.withLock { $0.number } }

    /// Counts a call; `true` if looks have to begin.
    func add() -> Bool {
        state.withLock { state in
            state.pending += 1
            defer { state.isWatching = true }
            return !state.isWatching
        }
    }

    /// Notes that a call begins.
    func begin(_ job: EngineThread.Job) {
        state.withLock { $0.running = (job, .now) }
    }

    /// Notes that the call of a thread is over; `false` if the thread was given up meanwhile.
    func end(_ number: Int) -> Bool {
        state.withLock { state in
            guard state.number == number else { return false }
            state.running = nil
            state.pending -= 1
            return true
        }
    }

    /// Looks whether a call takes too long.
    func look() -> Finding {
        state.withLock { state in
            guard state.pending > 0 else {
                state.isWatching = false
                return .idle
            }
            guard let running = state.running, ContinuousClock.now - running.start > patience else { return .busy }
            state.running = nil
            state.pending -= 1
            state.number += 1
            return .lost(running.job, number: state.number)
        }
    }
}
