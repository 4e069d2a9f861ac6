// SPDX-License-Identifier: MIT

import Foundation

/// The source of the time in blocks.
public enum BlockClock: Sendable, Hashable {
    /// Counted, not measured: a block is `secondsPerBlock` later for each height.
    ///
    /// The same transactions always lead to the same hashes.
    case logical(secondsPerBlock: UInt64)
    /// The machine's clock.
    ///
    /// Block hashes differ from run to run.
    case system

    /// Nanoseconds since 1970 at which every chain begins: 1 January 2026, 00:00 UTC.
    static let genesisTimestamp: UInt64 = 1_767_225_600_000_000_000

    /// The time of a block, in nanoseconds since 1970; always later than the block before.
    func timestamp(ofBlockAt height: UInt64, after last: UInt64, height lastHeight: UInt64) -> UInt64 {
        switch self {
        case .logical(let seconds):
            let (step, overflow) = (height - lastHeight).multipliedReportingOverflow(by: seconds)
            let (nanoseconds, isHuge) = step.multipliedReportingOverflow(by: 1_000_000_000)
            return overflow || isHuge ? .max : last.saturatingAdding(nanoseconds)
        case .system:
            var now = timespec()
            clock_gettime(CLOCK_REALTIME, &now)
            return max(last + 1, UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec))
        }
    }
}
