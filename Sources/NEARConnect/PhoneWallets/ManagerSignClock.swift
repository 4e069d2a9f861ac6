// SPDX-License-Identifier: MIT

internal import NEARRPC
internal import WalletConnectSign

/// A manager's clock, as sign clients read it.
///
/// The time of day is the computer's, and ahead of it by as much as the manager's clock: a test that moves its clock
/// moves both.
struct ManagerSignClock: SignClock {
    private let time: DeadlineTime
    private let system = SystemSignClock()

    /// - Parameter clock: The clock of the manager's deadlines.
    init(_ clock: any Clock<Duration>) {
        time = DeadlineTime(clock)
    }

    var now: SignTime {
        let (uptime, present) = (time.now, system.now)
        let (seconds, attoseconds) = (uptime - present.uptime).components
        let ahead = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        return SignTime(wall: UnixTime(milliseconds: present.wall.milliseconds + ahead), uptime: uptime)
    }

    func sleep(until uptime: Duration) async throws {
        try await time.sleep(until: uptime)
    }
}
