// SPDX-License-Identifier: MIT

/// A time of day in milliseconds since 1970, UTC.
public struct UnixTime: Sendable, Hashable, Comparable {
    /// The milliseconds since 1970.
    public let milliseconds: Int64

    /// Creates a time.
    ///
    /// - Parameter milliseconds: The milliseconds since 1970.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Creates a time.
    ///
    /// - Parameter seconds: The seconds since 1970, of which those beyond the year 294,000 are cut off.
    public init(seconds: Int64) {
        let bound = Int64.max / 1000
        milliseconds = min(max(seconds, -bound), bound) * 1000
    }

    /// The whole seconds since 1970.
    public var seconds: Int64 { milliseconds / 1000 }

    /// The time so many seconds later.
    func adding(seconds: Int64) -> UnixTime {
        let (sum, overflow) = self.seconds.addingReportingOverflow(seconds)
        return UnixTime(seconds: overflow ? Int64.max : sum)
    }

    /// Returns whether `lhs` comes first.
    public static func < (lhs: UnixTime, rhs: UnixTime) -> Bool { lhs.milliseconds < rhs.milliseconds }
}

/// One moment by both clocks.
///
/// What others decide by (a session's end) goes by the time of day; own deadlines go by the time that runs evenly.
public struct SignTime: Sendable, Hashable {
    /// The time of day.
    public let wall: UnixTime
    /// The time since some start; nobody sets it, and it goes on while the computer sleeps.
    public let uptime: Duration

    /// Creates a moment.
    ///
    /// - Parameters:
    ///   - wall: The time of day.
    ///   - uptime: The time since some start.
    public init(wall: UnixTime, uptime: Duration) {
        self.wall = wall
        self.uptime = uptime
    }
}

/// The clock of a sign client, which tests replace by one that they move.
public protocol SignClock: Sendable {
    /// The present moment.
    var now: SignTime { get }

    /// Sleeps until `uptime` is reached, or the task is cancelled.
    ///
    /// - Throws: `CancellationError`.
    func sleep(until uptime: Duration) async throws
}
