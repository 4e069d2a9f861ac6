// SPDX-License-Identifier: MIT

internal import FoundationEssentials

/// The number of times that a test repeats something.
///
/// The suite takes a sample, and `Scripts/soak` the full count. The script runs one test at a time, so one variable is
/// enough.
package enum SoakCount {
    /// Returns the count that `NEAR_CONNECT_SOAK_COUNT` names, or the suite's own where it isn't set.
    package static func full(or suite: Int) -> Int {
        guard let text = ProcessInfo.processInfo.environment["NEAR_CONNECT_SOAK_COUNT"] else { return suite }
        guard let count = Int(text), count > 0 else {
            preconditionFailure("NEAR_CONNECT_SOAK_COUNT is no count: \(text)")
        }
        return count
    }
}
