// SPDX-License-Identifier: MIT

/// The time of one clock, without the clock's type.
///
/// It counts from the moment at which this value was made, so that moments can be compared and stored as a `Duration`.
package struct DeadlineTime: Sendable {
    private let elapsed: @Sendable () -> Duration
    private let sleepUntil: @Sendable (Duration) async throws -> Void

    /// Starts counting now, on `clock`.
    package init(_ clock: some Clock<Duration>) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        // Until a moment, not for a time: what passes before the sleep begins counts too.
        sleepUntil = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }

    /// The time since this value was made.
    package var now: Duration { elapsed() }

    /// Sleeps until `due`, or throws when the task is cancelled.
    package func sleep(until due: Duration) async throws {
        try await sleepUntil(due)
    }
}
