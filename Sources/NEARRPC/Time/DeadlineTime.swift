// SPDX-License-Identifier: MIT

/// The time by which deadlines are measured: any clock, as durations since its first reading.
package struct DeadlineTime: Sendable {
    private let elapsed: @Sendable () -> Duration
    private let sleepUntil: @Sendable (Duration) async throws -> Void

    /// Creates the time of `clock`, which begins now.
    package init(_ clock: some Clock<Duration>) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        if clock is ContinuousClock, let start = start as? ContinuousClock.Instant {
            sleepUntil = { try await SleepQueue.shared.sleep(until: start.advanced(by: $0)) }
        } else {
            sleepUntil = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
        }
    }

    /// The time since the first reading; it never goes back.
    package var now: Duration { elapsed() }

    /// Sleeps until `due`, or throws when the task is cancelled.
    ///
    /// Unlike a sleep for some time, this doesn't count again what passes before it begins.
    package func sleep(until due: Duration) async throws {
        try await sleepUntil(due)
    }

    /// Sleeps for some time, or throws when the task is cancelled.
    package func sleep(for duration: Duration) async throws {
        try await sleepUntil(elapsed() + duration)
    }
}
