// SPDX-License-Identifier: MIT

/// The time that deadlines are counted on: a clock of any kind, as durations since its first reading.
struct DeadlineTime: Sendable {
    private let elapsed: @Sendable () -> Duration
    private let sleepUntil: @Sendable (Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        // Until a moment, not for a time: what passes before the sleep begins counts too.
        sleepUntil = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }

    /// Now.
    var now: Duration { elapsed() }

    /// Sleeps until `due`, or throws when the task is cancelled.
    func sleep(until due: Duration) async throws {
        try await sleepUntil(due)
    }
}
