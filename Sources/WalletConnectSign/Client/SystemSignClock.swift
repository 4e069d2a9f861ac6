// SPDX-License-Identifier: MIT

internal import Glibc

/// The computer's clocks.
public struct SystemSignClock: SignClock {
    private let start = ContinuousClock.now

    /// Creates a clock whose even time begins now.
    public init() {}

    /// The present moment.
    public var now: SignTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let wall = UnixTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
        return SignTime(wall: wall, uptime: ContinuousClock.now - start)
    }

    /// Sleeps until `uptime` is reached, or the task is cancelled.
    ///
    /// - Throws: `CancellationError`.
    public func sleep(until uptime: Duration) async throws {
        try await Task.sleep(until: start + uptime, clock: .continuous)
    }
}
