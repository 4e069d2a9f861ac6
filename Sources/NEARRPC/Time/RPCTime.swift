// SPDX-License-Identifier: MIT

/// A clock without its type, from which the client reads time and with which it waits.
struct RPCTime: Sendable {
    /// The time since an arbitrary moment; it never goes back.
    let now: @Sendable () -> Duration
    /// Waits for this long; throws when the task is cancelled.
    let sleep: @Sendable (Duration) async throws -> Void

    /// Time as `clock` tells it.
    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
    }
}

/// The moment at which a call has to have ended.
struct CallDeadline: Sendable {
    /// The time that the call was given.
    let total: Duration
    private let end: Duration
    private let time: RPCTime

    /// A deadline `total` from now.
    init(after total: Duration, time: RPCTime) {
        self.total = total
        self.time = time
        end = time.now() + total
    }

    /// The time that is left; zero when the deadline has gone by.
    var remaining: Duration { max(.zero, end - time.now()) }
}
