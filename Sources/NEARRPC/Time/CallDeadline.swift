// SPDX-License-Identifier: MIT

/// The moment at which a call has to have ended.
struct CallDeadline: Sendable {
    /// The time that the call was given.
    let total: Duration
    private let end: Duration
    private let time: DeadlineTime

    /// A deadline `total` from now.
    init(after total: Duration, time: DeadlineTime) {
        self.total = total
        self.time = time
        end = time.now + total
    }

    /// The time that is left; zero when the deadline has gone by.
    var remaining: Duration { max(.zero, end - time.now) }
}
