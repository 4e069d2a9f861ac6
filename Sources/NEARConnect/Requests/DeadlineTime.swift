// SPDX-License-Identifier: MIT

/// The time that deadlines are counted on: a clock of any kind, as durations since its first reading.
struct DeadlineTime: Sendable {
    private let elapsed: @Sendable () -> Duration
    private let sleepFor: @Sendable (Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleepFor = { try await clock.sleep(for: $0) }
    }

    /// Now.
    var now: Duration { elapsed() }

    /// Sleeps until `due`, or throws when the task is cancelled.
    func sleep(until due: Duration) async throws {
        try await sleepFor(due - now)
    }
}
