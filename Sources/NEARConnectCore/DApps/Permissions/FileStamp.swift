// SPDX-License-Identifier: MIT

internal import Glibc

/// The system's facts about a file that change when it is replaced.
struct FileStamp: Sendable, Hashable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// The time in which a file may be replaced twice without a change of its time, with much to spare.
    private static let tick = 1_000_000_000

    /// Looks at a file; `nil` if nothing has this name.
    init?(_ path: String) {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return nil }
        device = UInt64(facts.st_dev)
        inode = UInt64(facts.st_ino)
        size = Int64(facts.st_size)
        // A rename changes this time, which nobody can set.
        seconds = facts.st_ctim.tv_sec
        nanoseconds = facts.st_ctim.tv_nsec
    }

    /// True if the file is old enough for another content to have another stamp.
    var isSettled: Bool {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let age = (now.tv_sec - seconds).multipliedReportingOverflow(by: 1_000_000_000)
        guard !age.overflow else { return seconds < now.tv_sec }
        return age.partialValue + now.tv_nsec - nanoseconds > Self.tick
    }
}
